/** A named set of tasks for exactly one property. */
export interface BaseCategory {
  readonly kind: "base";
  /** E.g. `C.unreach-call.Arrays`. */
  readonly name: string;
  readonly property: string;
  /** Shown with a mark, never counted in a meta category. */
  readonly demonstration?: boolean;
}

/** An ordered list of base or meta categories, scored by normalisation. */
export interface MetaCategory {
  readonly kind: "meta";
  /** E.g. `C.Overall`. */
  readonly name: string;
  /** Names of the children, in table order. */
  readonly children: readonly string[];
  readonly demonstration?: boolean;
  /**
   * Which answers count (competition rules, FalseOverall and TrueOverall):
   * only runs whose status is `false…`, only `true`, or all (default).
   */
  readonly answers?: "all" | "true" | "false";
}

export type Category = BaseCategory | MetaCategory;
