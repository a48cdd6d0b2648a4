/** Names of the properties of SV-COMP (C and Java): the base name of the `.prp` file. */
export const PROPERTY_NAMES = [
  "unreach-call",
  "valid-memsafety",
  "valid-memcleanup",
  "no-overflow",
  "no-data-race",
  "termination",
  "no-deadlock",
  "valid-assert",
  "no-runtime-exception",
] as const;

export type PropertyName = (typeof PROPERTY_NAMES)[number];

/** Names of the same properties in earlier editions. */
const EARLIER_NAMES: Readonly<Record<string, PropertyName>> = {
  "unreach-label": "unreach-call",
  assert_java: "valid-assert",
  "runtime-exception": "no-runtime-exception",
};

/** The property that a name means in any edition; undefined for names of no edition. */
export function propertyOfName(name: string): PropertyName | undefined {
  const known = PROPERTY_NAMES.find((property) => property === name);
  return known ?? (Object.hasOwn(EARLIER_NAMES, name) ? EARLIER_NAMES[name] : undefined);
}

/** One `CHECK( init(main()), LTL(…) )` line. */
export type Formula =
  /** `G ! call(function())`: the function is never called. */
  | { readonly kind: "unreach-call"; readonly functionName: string }
  /** `G ! label(ERROR)`: the label is never reached (2012–2016). */
  | { readonly kind: "unreach-label"; readonly label: string }
  | { readonly kind: PlainFormulaKind };

/** Formulas without parameters; the name is also the subproperty that a verdict names. */
export type PlainFormulaKind =
  | "valid-free"
  | "valid-deref"
  | "valid-memtrack"
  | "valid-memcleanup"
  | "no-overflow"
  | "no-data-race"
  | "no-deadlock"
  | "termination"
  | "valid-assert"
  | "no-runtime-exception"
  | ProgrammersFormula;

/**
 * Formulas outside of the competitions: checks that programmers ask for
 * (contestant/specification/program-checks.ts).
 */
export type ProgrammersFormula =
  /** C11 6.5.5p5. */
  | "no-division-by-zero"
  /** The rest of C's undefined behaviour, as far as executions show it. */
  | "no-undefined-behavior";

/** The meaning of one `.prp` file. A program satisfies it if it satisfies every formula. */
export interface Property {
  /** Base name of the file: how tasks and tables name it. */
  readonly name: string;
  /**
   * The meaning of the formulas; the same as `name` for the files of SV-COMP. Absent when the
   * formulas belong to several of its properties: all of them must hold.
   */
  readonly kind?: PropertyName;
  /** Entry function of `init(…)`, nearly always `main`. */
  readonly entryFunction: string;
  /** At least one. */
  readonly formulas: readonly Formula[];
  /** The text of the file without surrounding blanks: `specification` of a witness. */
  readonly specification: string;
}
