/** Witnesses with the sizes of real ones. */

/**
 * Bytes of 136 witnesses that verifiers have published (GraphML and YAML, 2.0 to 2.2), at multiples
 * of 5 % in the order of their sizes; the last two: at 99 % and the largest.
 */
const SIZES = [
  434, 640, 756, 900, 919, 1046, 1174, 1189, 1238, 1300, 1472, 1524, 1612, 1855, 2415, 3896, 5418,
  6268, 15_541, 73_268, 740_515,
] as const;

/** The size at a share of all witnesses, interpolated linearly between neighbours. */
export function sizeAt(share: number): number {
  const place = share * (SIZES.length - 1);
  const [before = 0, after = before] = SIZES.slice(Math.floor(place));
  return Math.round(before + (after - before) * (place % 1));
}

const INVARIANT = `    - invariant:
        type: loop_invariant
        location: { file_name: program.c, line: 1, column: 12, function: main }
        value: "0 <= i && i <= 1000"
        format: c_expression
`;
const INVARIANTS = Buffer.from(INVARIANT.repeat(Math.ceil(800_000 / INVARIANT.length)));

/** A correctness witness (2.0) of a run, with as many invariants as fit; no two are equal. */
export function witnessOf(run: string): Buffer {
  const head = `- entry_type: invariant_set
  metadata:
    format_version: "2.0"
    uuid: "${run.slice(0, 32)}"
    creation_time: "2026-01-01T00:00:00Z"
    producer: { name: Verifier, version: "1" }
    task:
      input_files: [program.c]
      input_file_hashes: { program.c: "${run}" }
      specification: "G ! call(reach_error())"
      data_model: ILP32
      language: C
  content:
`;
  const size = sizeAt(Number.parseInt(run.slice(0, 8), 16) / 2 ** 32);
  const count = Math.max(1, Math.floor((size - head.length) / INVARIANT.length));
  return Buffer.concat([Buffer.from(head), INVARIANTS.subarray(0, count * INVARIANT.length)]);
}
