import type { DataModel } from "../model/index.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import type { Automaton } from "./graphml/automaton.ts";

/**
 * Verification witnesses, format 2.x (YAML). The types follow the format and do not interpret the
 * program: expressions are texts, columns count characters from 1 and are optional ("leftmost
 * suitable position").
 */
export type Witness = ViolationWitness | CorrectnessWitness;

export interface ViolationWitness {
  readonly kind: "violation";
  /** At least one; the last is the final segment. */
  readonly segments: readonly Segment[];
  /**
   * The witness comes from an automaton (format 1.0) that leaves the place of the violation open:
   * the location of the target is a guess.
   */
  readonly hasFreeTarget?: boolean;
  /** The automaton that the witness was read from (format 1.0); the segments contain less. */
  readonly automaton?: Automaton;
}

/** Zero or more `avoid` waypoints and exactly one `follow` (or, in 2.1, `cycle`), which comes last. */
export interface Segment {
  readonly avoid: readonly Waypoint[];
  readonly follow: Waypoint;
  /** 2.1, non-termination: the segment belongs to the part repeated for ever. */
  readonly cycle?: boolean;
  /**
   * 2.2, data races: more waypoints to follow in other threads, unordered with respect to `follow`
   * and to each other.
   */
  readonly concurrent?: readonly Waypoint[];
}

/** A required event, and its thread (2.2; 0 is the main thread and the default). */
export type Waypoint = WaypointKind & { readonly thread?: number };

type WaypointKind =
  /** Passes if the expression holds before the statement or declaration at the location. */
  | {
      readonly type: "assumption";
      readonly location: Location;
      readonly expression: string;
      /** 2.1: the expression may use `\at`; absent: a plain C expression. */
      readonly format?: "ext_c_expression";
    }
  /** Passes if the controlling expression evaluates so: `true`, `false`, or a switch constant or `default`. */
  | { readonly type: "branching"; readonly location: Location; readonly outcome: string }
  /** Passes at the call whose argument list closes at the location. */
  | { readonly type: "function_enter"; readonly location: Location }
  /** Passes after the call if its result satisfies the constraint (`\result == 3`), or always without one. */
  | {
      readonly type: "function_return";
      readonly location: Location;
      readonly constraint?: string;
      /** The function that is called, where it is known: only format 1.0 names it. */
      readonly callee?: string;
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
  /** 2.1. */
  readonly contracts?: readonly Contract[];
  /** 2.1: variables of the witness, which invariants and contracts may mention. */
  readonly ghosts?: GhostInstrumentation;
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

/** 2.1: precondition and postcondition of a function; an absent clause is true. */
export interface Contract {
  readonly location: Location;
  readonly requires?: string;
  readonly ensures?: string;
  /** `acsl_expression` is the form that CPAchecker and Ultimate write. */
  readonly format: "c_expression" | "ext_c_expression" | "acsl_expression";
  readonly labels?: readonly string[];
}

/** 2.1: `ghost_instrumentation`. */
export interface GhostInstrumentation {
  readonly variables: readonly GhostVariable[];
  readonly updates: readonly GhostUpdate[];
}

/** A global variable that exists only in the witness. */
export interface GhostVariable {
  /** A C identifier that the program does not use. */
  readonly name: string;
  /** C type name. */
  readonly type: string;
  /** C expression. */
  readonly initial: string;
}

/** Assignments that happen, atomically with the statement, when control leaves the location. */
export interface GhostUpdate {
  readonly location: Location;
  readonly assignments: readonly { readonly variable: string; readonly expression: string }[];
}

/** The versions of format 2, oldest first. */
export const FORMAT_VERSIONS = ["2.0", "2.1", "2.2"] as const;
export type FormatVersion = (typeof FORMAT_VERSIONS)[number];

/**
 * `metadata` of an entry. Times and identifiers are given by the caller: writing is deterministic.
 */
export interface WitnessMetadata {
  readonly formatVersion: FormatVersion;
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
    /** Absent only in incomplete witnesses. */
    readonly dataModel?: DataModel;
    readonly language: string;
  };
}

/** A witness as read from a file. */
export interface WitnessFile {
  /** Documentary texts that the file lacks are empty, with a warning. */
  readonly metadata: WitnessMetadata;
  readonly witness: Witness;
  /**
   * The file has the older format 0.1; `metadata` gives 2.0, as which the witness is interpreted.
   */
  readonly importedFrom?: "0.1";
  /** Objections of a linter that do not change the meaning. */
  readonly warnings: readonly Diagnostic[];
}
