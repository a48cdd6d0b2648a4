import type { DataModel } from "../model/index.ts";
import type { Diagnostic } from "../util/diagnostic.ts";

/**
 * Verification witnesses, format 2.x (YAML). The types hold what the format
 * says, not what a program means: expressions are texts, columns count
 * characters from 1 and are optional ("leftmost suitable position").
 */
export type Witness = ViolationWitness | CorrectnessWitness;

export interface ViolationWitness {
  readonly kind: "violation";
  /** At least one; the last is the final segment. */
  readonly segments: readonly Segment[];
}

/** Zero or more `avoid` waypoints and exactly one `follow` (or, in 2.1, `cycle`), which comes last. */
export interface Segment {
  readonly avoid: readonly Waypoint[];
  readonly follow: Waypoint;
  /** 2.1, non-termination: the segment belongs to the part repeated for ever. */
  readonly cycle?: boolean;
}

export type Waypoint =
  /** Passes if the expression holds before the statement or declaration at the location. */
  | { readonly type: "assumption"; readonly location: Location; readonly expression: string }
  /** Passes if the controlling expression evaluates so: `true`, `false`, or a switch constant or `default`. */
  | { readonly type: "branching"; readonly location: Location; readonly outcome: string }
  /** Passes at the call whose argument list closes at the location. */
  | { readonly type: "function_enter"; readonly location: Location }
  /** Passes after the call if its result satisfies the constraint (`\result == 3`), or always without one. */
  | {
      readonly type: "function_return";
      readonly location: Location;
      readonly constraint?: string;
    }
  /** The violation follows the evaluation of the statement or full expression at the location. */
  | { readonly type: "target"; readonly location: Location };

export interface Location {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1; absent: the leftmost suitable position of the line. */
  readonly column?: number;
  /** Informative. */
  readonly function?: string;
}

export interface CorrectnessWitness {
  readonly kind: "correctness";
  /** May be empty. */
  readonly invariants: readonly Invariant[];
  /**
   * Parts of format 2.1 that were read but are not represented: names of
   * their kinds. Whoever relies on the witness must decide what to do.
   */
  readonly unsupported?: readonly string[];
}

export interface Invariant {
  /** `loop_invariant`: holds whenever the loop condition is about to be evaluated. */
  readonly type:
    | "loop_invariant"
    | "location_invariant"
    | "loop_transition_invariant"
    | "location_transition_invariant";
  readonly location: Location;
  readonly expression: string;
  readonly format: "c_expression" | "ext_c_expression";
  /** 2.1; `inductive` claims that the invariant is inductive. */
  readonly labels?: readonly string[];
}

/** `metadata` of an entry. Times and identifiers come from outside: writing is deterministic. */
export interface WitnessMetadata {
  readonly formatVersion: "2.0" | "2.1";
  /** RFC 4122. */
  readonly uuid: string;
  /** ISO 8601. */
  readonly creationTime: string;
  readonly producer: {
    readonly name: string;
    readonly version: string;
    readonly configuration?: string;
    readonly commandLine?: string;
    readonly description?: string;
  };
  readonly task: {
    readonly inputFiles: readonly string[];
    /** SHA-256 (hexadecimal) by input file. */
    readonly inputFileHashes: Readonly<Record<string, string>>;
    /** Text of the property file. */
    readonly specification: string;
    /** Absent only in witnesses of careless producers. */
    readonly dataModel?: DataModel;
    readonly language: string;
  };
}

/** A witness as read from a file. */
export interface WitnessFile {
  /** Documentary texts that the file lacks are empty, and a warning says so. */
  readonly metadata: WitnessMetadata;
  readonly witness: Witness;
  /** What a linter objects to, although it does not change the meaning. */
  readonly warnings: readonly Diagnostic[];
}
