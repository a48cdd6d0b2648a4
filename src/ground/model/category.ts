/** A named set of tasks for exactly one property. */
export interface BaseCategory {
  readonly kind: "base";
  /** E.g. `C.unreach-call.Arrays`. */
  readonly name: string;
  readonly property: string;
  /** Displayed with a mark, never counted in a meta category. */
  readonly demonstration?: boolean;
  /** Exists in the validation track only (crafted witnesses); verifiers are not scored in it. */
  readonly validationOnly?: boolean;
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
  /**
   * Base categories of these properties are left out, at every depth, with
   * their tasks: FalsificationOverall until 2025 is about safety only.
   */
  readonly excludedProperties?: readonly string[];
  /** Exists in the validation track only. */
  readonly validationOnly?: boolean;
}

export type Category = BaseCategory | MetaCategory;
