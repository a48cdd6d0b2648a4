/**
 * Selects the tests that search for a mistake, in their order: near ones first, then the complete
 * ones.
 */

/** Tests that are run together. */
export interface Stage {
  readonly files: readonly string[];
  /** Parts of the paths of soundness programs (`AGON_SOUNDNESS`); all of them without it. */
  readonly programs?: string;
}

/** Not `gcc-*.test.ts`: gcc's results do not depend on mistakes in Agon. */
const SOUNDNESS = ["test/soundness/lp64.test.ts", "test/soundness/ilp32.test.ts"];

const soundnessOf = (programs: string): Stage => ({ files: SOUNDNESS, programs });

/** The laws alone. */
export const LAWS: readonly Stage[] = [{ files: ["test/laws"] }];

/** Tests by the folder of the mistake; {@link EVERYTHING} follows. */
const NEAR: readonly (readonly [folder: string, stages: readonly Stage[]])[] = [
  ["src/contestant/smt/", [{ files: ["src/contestant/smt"] }]],
  [
    "src/contestant/abstract-interpretation/domains/",
    [
      { files: ["test/laws/lattice.test.ts", "test/laws/post.test.ts"] },
      soundnessOf("overflow/,division/,arrays/"),
    ],
  ],
  [
    "src/contestant/semantics/",
    [
      { files: ["src/contestant/semantics", "test/laws/post.test.ts"] },
      soundnessOf("shifts/,division/,overflow/,control/"),
    ],
  ],
  [
    "src/contestant/symbolic/memory/",
    [
      { files: ["src/contestant/symbolic/memory", "test/laws/memory.test.ts"] },
      soundnessOf("pointers/,arrays/,unions/,heap/"),
    ],
  ],
  ["src/contestant/symbolic/", [soundnessOf("division/,overflow/,conversions/,shifts/")]],
  [
    "src/contestant/interpreter/",
    [
      {
        files: [
          "src/contestant/interpreter/outcome.test.ts",
          "src/contestant/interpreter/differential.test.ts",
        ],
      },
    ],
  ],
  [
    "src/contestant/cfa/library/",
    [
      {
        files: ["src/contestant/cfa/library", "src/contestant/interpreter/text-functions.test.ts"],
      },
      soundnessOf("strings/,library-arguments/,open-results/"),
    ],
  ],
  [
    "src/contestant/cfa/lowering/",
    [
      { files: ["src/contestant/cfa/lowering", "src/contestant/interpreter/differential.test.ts"] },
      soundnessOf("control/,conversions/,shifts/,bit-fields/,order/"),
    ],
  ],
  [
    "src/contestant/cfront/",
    [{ files: ["src/contestant/cfront"] }, soundnessOf("conversions/,bit-fields/,records/")],
  ],
];

const EVERYTHING: readonly Stage[] = [
  { files: SOUNDNESS },
  {
    files: [
      "test/laws",
      "src/contestant/semantics",
      "src/contestant/cfa",
      "src/contestant/cfront",
      "src/contestant/smt",
    ],
  },
  { files: ["test/fuzz/wrong-answers.test.ts", "test/fuzz/loops.test.ts"] },
  { files: ["test/regression/regression.test.ts", "src/contestant/interpreter"] },
];

/** The suite for a mistake in a file, in order. */
export function suiteFor(file: string): readonly Stage[] {
  const near = NEAR.filter(([folder]) => file.startsWith(folder));
  return [...near.flatMap(([, stages]) => stages), ...EVERYTHING];
}

/** Every test that can be run for some mistake. */
export const WHOLE_SUITE: readonly Stage[] = EVERYTHING.concat({
  files: ["src/contestant/symbolic/memory"],
});
