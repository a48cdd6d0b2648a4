/** The formulas that competitions ask for, as witnesses of format 1 name them. */

export const TERMINATION: RegExp =
  /^CHECK[(]\s*init[(]\s*\w+[(][)]\s*[)]\s*,\s*LTL[(]\s*F\s+end\s*[)]\s*[)]/;
export const COMPETITION_FORMULAS: readonly string[] = [
  "G ! call(reach_error())",
  "G valid-free",
  "G valid-deref",
  "G valid-memtrack",
  "G valid-memcleanup",
  "G ! overflow",
  "G ! data-race",
  "F end",
].map((formula) => `CHECK( init(main()), LTL(${formula}) )`);
