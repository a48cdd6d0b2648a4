/** Which tests look for a mistake, in the order in which they are run: near ones first, then those that see everything. */

/** Tests that are run together. */
export interface Stage {
  readonly files: readonly string[];
  /** Parts of the paths of soundness programs (`AGON_SOUNDNESS`); all of them without it. */
  readonly programs?: string;
}

/** Not `gcc-*.test.ts`: what gcc makes of the programs is the same whatever is wrong with Agon. */
const SOUNDNESS = ["test/soundness/lp64.test.ts", "test/soundness/ilp32.test.ts"];

const soundnessOf = (programs: string): Stage => ({ files: SOUNDNESS, programs });

/** The laws alone. */
export const LAWS: readonly Stage[] = [{ files: ["test/laws"] }];

/** Tests by the folder of the mistake; {@link EVERYTHING} follows. */
const NEAR: readonly (readonly [folder: string, stages: readonly Stage[]])[] = [
  ["src/smt/", [{ files: ["src/smt"] }]],
  [
    "src/analysis/domains/",
    [
      { files: ["test/laws/lattice.test.ts", "test/laws/post.test.ts"] },
      soundnessOf("overflow/,division/,arrays/"),
    ],
  ],
  [
    "src/semantics/",
    [
      { files: ["src/semantics", "test/laws/post.test.ts"] },
      soundnessOf("shifts/,division/,overflow/,control/"),
    ],
  ],
  [
    "src/analysis/memory/",
    [
      { files: ["src/analysis/memory", "test/laws/memory.test.ts"] },
      soundnessOf("pointers/,arrays/,unions/,heap/"),
    ],
  ],
  ["src/analysis/formula/", [soundnessOf("division/,overflow/,conversions/,shifts/")]],
  [
    "src/interpreter/",
    [{ files: ["src/interpreter/outcome.test.ts", "src/interpreter/differential.test.ts"] }],
  ],
  [
    "src/cfa/library/",
    [
      { files: ["src/cfa/library", "src/interpreter/text-functions.test.ts"] },
      soundnessOf("strings/,library-arguments/,open-results/"),
    ],
  ],
  [
    "src/cfa/lowering/",
    [
      { files: ["src/cfa/lowering", "src/interpreter/differential.test.ts"] },
      soundnessOf("control/,conversions/,shifts/,bit-fields/,order/"),
    ],
  ],
  ["src/cfront/", [{ files: ["src/cfront"] }, soundnessOf("conversions/,bit-fields/,records/")]],
];

const EVERYTHING: readonly Stage[] = [
  { files: SOUNDNESS },
  { files: ["test/laws", "src/semantics", "src/cfa", "src/cfront", "src/smt"] },
  { files: ["test/fuzz/wrong-answers.test.ts", "test/fuzz/loops.test.ts"] },
  { files: ["test/regression/regression.test.ts", "src/interpreter"] },
];

/** For a mistake in a file, in order. */
export function suiteFor(file: string): readonly Stage[] {
  const near = NEAR.filter(([folder]) => file.startsWith(folder));
  return [...near.flatMap(([, stages]) => stages), ...EVERYTHING];
}

/** Every test that can be asked about some mistake. */
export const WHOLE_SUITE: readonly Stage[] = EVERYTHING.concat({ files: ["src/analysis/memory"] });
