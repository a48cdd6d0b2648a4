/** The configurations of the verifier, as data. Each can take part in a competition of its own. */

export type Technique = "random-search" | "bounded-model-checking" | "induction";

export interface Configuration {
  readonly name: string;
  readonly description: string;
  /** Run one after the other; `share` of the time that is left when the technique starts. */
  readonly techniques: readonly { readonly technique: Technique; readonly share: number }[];
}

export const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: "default",
    description: "a short random search, inductive proofs, then bounded model checking",
    techniques: [
      { technique: "random-search", share: 0.1 },
      { technique: "induction", share: 0.35 },
      { technique: "bounded-model-checking", share: 1 },
    ],
  },
  {
    name: "bmc",
    description: "bounded model checking with growing bounds and unwinding assertions",
    techniques: [{ technique: "bounded-model-checking", share: 1 }],
  },
  {
    name: "induction",
    description: "proofs by loop invariants that are guessed and checked",
    techniques: [{ technique: "induction", share: 1 }],
  },
  {
    name: "falsifier",
    description: "concrete execution with random inputs",
    techniques: [{ technique: "random-search", share: 1 }],
  },
];

export function findConfiguration(name: string): Configuration | undefined {
  return CONFIGURATIONS.find((configuration) => configuration.name === name);
}
