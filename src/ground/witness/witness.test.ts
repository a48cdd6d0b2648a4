import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../util/errors.ts";
import { convertToVersion } from "./convert-version.ts";
import type {
  FormatVersion,
  Location,
  Segment,
  ViolationWitness,
  Waypoint,
  Witness,
  WitnessMetadata,
} from "./format.ts";
import { formatWitness } from "./format-witness.ts";
import { identifyWitness } from "./identify-witness.ts";
import { parseWitness } from "./parse-witness.ts";
import { requiredVersion } from "./required-version.ts";

const METADATA: WitnessMetadata = {
  formatVersion: "2.0",
  uuid: "01234567-89ab-cdef-0123-456789abcdef",
  creationTime: "2026-11-21T10:00:00Z",
  producer: { name: "Agon", version: "0.1.0", commandLine: "agon verify x.c" },
  task: {
    inputFiles: ["x.c"],
    inputFileHashes: { "x.c": "0".repeat(64) },
    specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    dataModel: "ILP32",
    language: "C",
  },
};
const VERSION_2_1: WitnessMetadata = { ...METADATA, formatVersion: "2.1" };

const location: Location = { file: "x.c", line: 3, column: 5, function: "main" };
const target: Waypoint = { type: "target", location };

const VIOLATION: ViolationWitness = {
  kind: "violation",
  segments: [
    {
      avoid: [{ type: "branching", location, outcome: "false" }],
      follow: { type: "assumption", location: { file: "x.c", line: 4 }, expression: "x == '\\n'" },
    },
    { avoid: [], follow: { type: "function_return", location, constraint: "\\result == -7" } },
    { avoid: [], follow: { type: "function_enter", location } },
    { avoid: [], follow: target },
  ],
};

test("the written text", () => {
  const short: Witness = { kind: "violation", segments: [{ avoid: [], follow: target }] };
  expect(formatWitness(short, METADATA)).toBe(`- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    uuid: "01234567-89ab-cdef-0123-456789abcdef"
    creation_time: "2026-11-21T10:00:00Z"
    producer:
      name: "Agon"
      version: "0.1.0"
      command_line: "agon verify x.c"
    task:
      input_files:
        - "x.c"
      input_file_hashes:
        x.c: "${"0".repeat(64)}"
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "ILP32"
      language: "C"
  content:
    - segment:
        - waypoint:
            type: "target"
            action: "follow"
            location:
              file_name: "x.c"
              line: 3
              column: 5
              function: "main"
`);
});

test("violation witnesses read back equal", () => {
  const read = parseWitness(formatWitness(VIOLATION, METADATA), "w.yml");
  expect(read).toEqual({ metadata: METADATA, witness: VIOLATION, warnings: [] });
});

const text = fc.string({ minLength: 1, unit: "grapheme" });
const anyLocation: fc.Arbitrary<Location> = fc.record(
  { file: text, line: fc.integer({ min: 1 }), column: fc.integer({ min: 1 }), function: text },
  { requiredKeys: ["file", "line"] },
);
const invariants = fc.array(
  fc.record(
    {
      type: fc.constantFrom("loop_invariant" as const, "location_transition_invariant" as const),
      location: anyLocation,
      expression: text,
      format: fc.constantFrom("c_expression" as const, "ext_c_expression" as const),
      labels: fc.array(text),
    },
    { requiredKeys: ["type", "location", "expression", "format"] },
  ),
);
const waypoint: fc.Arbitrary<Waypoint> = fc.oneof(
  fc.record({ type: fc.constant("assumption" as const), location: anyLocation, expression: text }),
  fc.record({
    type: fc.constant("branching" as const),
    location: anyLocation,
    outcome: fc.constantFrom("true", "false", "default", "-3"),
  }),
  fc.record({ type: fc.constant("function_enter" as const), location: anyLocation }),
);
const segments: fc.Arbitrary<readonly Segment[]> = fc
  .array(fc.record({ avoid: fc.array(waypoint), follow: waypoint }))
  .map((list) => [...list, { avoid: [], follow: target }]);
const witnesses: fc.Arbitrary<Witness> = fc.oneof(
  invariants.map((list): Witness => ({ kind: "correctness", invariants: list })),
  segments.map((list): Witness => ({ kind: "violation", segments: list })),
);

test("every witness reads back equal, and writing is deterministic", () => {
  fc.assert(
    fc.property(witnesses, (witness) => {
      const written = formatWitness(witness, VERSION_2_1);
      expect(parseWitness(written, "w.yml")).toEqual({
        metadata: VERSION_2_1,
        witness,
        warnings: [],
      });
      expect(formatWitness(structuredClone(witness), VERSION_2_1)).toBe(written);
    }),
    { seed: 20, numRuns: 100 },
  );
});

test("non-termination: a stem, then cycle segments", () => {
  const step = VIOLATION.segments[0] as Segment;
  const witness: Witness = { kind: "violation", segments: [step, { ...step, cycle: true }] };
  expect(parseWitness(formatWitness(witness, VERSION_2_1), "w.yml").witness).toEqual(witness);
  expect(() => formatWitness(witness, METADATA)).toThrow("needs format version 2.1");
});

/** The text of the violation witness with one replacement. */
function changed(from: string, to: string): string {
  const written = formatWitness(VIOLATION, METADATA);
  if (!written.includes(from)) throw new Error(`the witness has no ${from}`);
  return written.replace(from, to);
}

test.each([
  ["no list", "a: 1", "w.yml:1:1: error: the document must be a list"],
  ["no entry", "[]", "has at least one entry"],
  ["syntax", "- [", "w.yml:1"],
  [
    "version 0.1",
    changed('"2.0"', '"0.1"'),
    "w.yml:1:15: error: entry_type must be one of loop_invariant",
  ],
  [
    "version 3.0",
    changed('"2.0"', '"3.0"'),
    "w.yml:3:21: error: format_version must be one of 0.1, 2.0, 2.1, 2.2, found '3.0'",
  ],
  ["entry type", changed("violation_sequence", "sequence"), "entry_type must be one of"],
  ["waypoint type", changed('"function_enter"', '"enter"'), "type must be one of"],
  [
    "no line",
    changed("line: 4", "row: 4"),
    "w.yml:38:20: error: location has an unknown key 'row'",
  ],
  ["line 0", changed("line: 4", "line: 0"), "line must be an integer from 1"],
  [
    "no target at the end",
    changed('type: "target"', 'type: "function_enter"'),
    "final segment must be of type target",
  ],
  [
    "target elsewhere",
    changed('type: "function_enter"', 'type: "target"'),
    "only the final segment may have a target",
  ],
  [
    "avoid last",
    changed(
      'type: "target"\n            action: "follow"',
      'type: "target"\n            action: "avoid"',
    ),
    "must have the action follow",
  ],
  ["follow first", changed('action: "avoid"', 'action: "follow"'), "only the last waypoint"],
  [
    "constraint at target",
    changed('type: "target"', 'type: "target"\n            constraint: {value: "1"}'),
    "a target has no constraint",
  ],
  [
    "no constraint",
    changed('            constraint:\n              value: "false"\n', ""),
    "has no 'constraint'",
  ],
  [
    "outcome",
    changed('value: "false"', 'value: "x"'),
    "expected true, false, default or an integer",
  ],
  ["result", changed("== -7", "== y"), "compared with a constant"],
  [
    "thread",
    changed('action: "follow"', 'action: "follow"\n            thread_id: 1'),
    "unknown key 'thread_id'",
  ],
  ["two violations", formatWitness(VIOLATION, METADATA).repeat(2), "must be the only entry"],
  [
    "empty",
    changed("content:", "content: []\nx:").split("\nx:")[0] as string,
    "at least one segment",
  ],
])("refuses: %s", (_name, content, message) => {
  expect(() => parseWitness(content, "w.yml")).toThrow(InputError);
  expect(() => parseWitness(content, "w.yml")).toThrow(message);
});

test.each([
  ["column 0", changed("column: 5", "column: 0"), "columns count from 1"],
  ["file hash", changed("line: 4", "line: 4\n              file_hash: x"), "belongs to a draft"],
  ["data model", changed("ILP32", "UNUSED"), "data_model is 'UNUSED'"],
  [
    "no uuid",
    changed('    uuid: "01234567-89ab-cdef-0123-456789abcdef"\n', ""),
    "'uuid' is missing",
  ],
  ["uuid", changed("01234567-", ""), "no valid uuid"],
  ["hash", changed("0".repeat(64), "0"), "no SHA-256"],
  ["producer", changed('version: "0.1.0"', "color: red"), "'version' is missing"],
])("warns: %s", (_name, content, message) => {
  const { warnings } = parseWitness(content, "w.yml");
  expect(warnings.map((warning) => warning.message).join("\n")).toContain(message);
});

const correctness = (entry: string, version = "2.1"): string => `
- entry_type: invariant_set
  metadata: {format_version: "${version}"}
  content:
    - ${entry}
`;
const CONTRACT =
  "{type: function_contract, location: {file_name: x.c, line: 1}, requires: '1', format: c_expression}";
test.each([
  ["the user guide", correctness(`contract: ${CONTRACT}`)],
  ["CPAchecker", correctness(`invariant: ${CONTRACT}`)],
])("2.1: contract of %s", (_name, content) => {
  expect(parseWitness(content, "w.yml").witness).toEqual({
    kind: "correctness",
    invariants: [],
    contracts: [{ location: { file: "x.c", line: 1 }, requires: "1", format: "c_expression" }],
  });
});

const GHOSTS: Witness = {
  kind: "correctness",
  invariants: [
    { type: "loop_invariant", location, expression: "g >= x", format: "c_expression" },
    {
      type: "loop_transition_invariant",
      location,
      expression: "x < \\at(x, AnyPrev)",
      format: "ext_c_expression",
      labels: ["inductive"],
    },
  ],
  contracts: [{ location, ensures: "\\result > 0", format: "ext_c_expression" }],
  ghosts: {
    variables: [{ name: "g", type: "int", initial: "0" }],
    updates: [{ location, assignments: [{ variable: "g", expression: "g + 1" }] }],
  },
};

test("2.1: contracts, ghost variables and transition invariants read back equal", () => {
  const written = formatWitness(GHOSTS, VERSION_2_1);
  expect(parseWitness(written, "w.yml").witness).toEqual(GHOSTS);
  expect(parseWitness(written, "w.yml").warnings).toEqual([]);
  expect(() => formatWitness(GHOSTS, METADATA)).toThrow("needs format version 2.1");
});

const RACE: Witness = {
  kind: "violation",
  segments: [
    { avoid: [], follow: { type: "function_enter", location, thread: 0 } },
    {
      avoid: [],
      concurrent: [{ ...target, thread: 1 }],
      follow: { ...target, location: { file: "x.c", line: 9 }, thread: 0 },
    },
  ],
};
const VERSION_2_2: WitnessMetadata = { ...METADATA, formatVersion: "2.2" };

test("2.2: threads and the two targets of a data race read back equal", () => {
  const written = formatWitness(RACE, VERSION_2_2);
  expect(parseWitness(written, "w.yml")).toEqual({
    metadata: VERSION_2_2,
    witness: RACE,
    warnings: [],
  });
  expect(() => formatWitness(RACE, VERSION_2_1)).toThrow("needs format version 2.2");
  const sameThread = written.replace("thread_id: 1", "thread_id: 0");
  expect(() => parseWitness(sameThread, "w.yml")).toThrow("belong to different threads");
});

test("0.1: entries are invariants, columns count from 0", () => {
  const legacy = `
- entry_type: loop_invariant
  metadata: {format_version: "0.1"}
  location: {file_name: x.c, file_hash: abc, line: 3, column: 2, function: main}
  loop_invariant: {string: x > 0, type: assertion, format: C}
- entry_type: loop_invariant_certificate
  metadata: {format_version: "0.1"}
`;
  const { witness, importedFrom, warnings } = parseWitness(legacy, "w.yml");
  expect(importedFrom).toBe("0.1");
  expect(witness).toEqual({
    kind: "correctness",
    invariants: [
      {
        type: "loop_invariant",
        location: { file: "x.c", line: 3, column: 3, function: "main" },
        expression: "x > 0",
        format: "c_expression",
      },
    ],
  });
  expect(warnings.some(({ code }) => code === "legacy-entry")).toBe(true);
});

describe("conversion to another version", () => {
  const convert = (witness: Witness, version: FormatVersion): string => {
    const { witness: result, losses } = convertToVersion(witness, version);
    if (result !== undefined) {
      const written = formatWitness(result, { ...METADATA, formatVersion: version });
      expect(parseWitness(written, "w.yml").witness).toEqual(result);
    }
    return `${result === undefined ? "nothing" : requiredVersion(result)}: ${losses.join("; ")}`;
  };
  test.each([
    ["nothing is lost", VIOLATION, "2.0", "2.0: "],
    ["newer", VIOLATION, "2.2", "2.0: "],
    [
      "ghosts, labels, contracts",
      GHOSTS,
      "2.0",
      "2.0: loop_invariant at line 3, column 5: mentions the ghost variable g; " +
        "loop_transition_invariant at line 3, column 5: 'x < \\at(x, AnyPrev)'; " +
        "function_contract at line 3, column 5; ghost variable g and its updates",
    ],
    [
      "threads",
      RACE,
      "2.1",
      "2.0: function_enter at line 3, column 5: the threads of its waypoints; " +
        "target at line 9: the threads of its waypoints; " +
        "target at line 3, column 5: one of several targets that are not ordered",
    ],
    [
      "cycles",
      {
        kind: "violation",
        segments: [{ avoid: [], follow: VIOLATION.segments[2]?.follow, cycle: true }],
      },
      "2.0",
      "nothing: cycles: format 2.0 has no witnesses of non-termination",
    ],
  ] as const)("%s", (_name, witness, version, expected) => {
    expect(convert(witness as Witness, version)).toBe(expected);
  });
});

test.each([
  ["contract", correctness(`contract: ${CONTRACT}`, "2.0"), "unknown key 'contract'"],
  [
    "labels",
    correctness(
      "invariant: {type: loop_invariant, labels: [inductive], value: '1', format: c_expression, location: {file_name: x.c, line: 1}}",
      "2.0",
    ),
    "unknown key 'labels'",
  ],
  [
    "transition",
    correctness("invariant: {type: loop_transition_invariant}", "2.0"),
    "type must be one of loop_invariant, location_invariant",
  ],
])("2.0 has no %s", (_name, content, message) => {
  expect(() => parseWitness(content, "w.yml")).toThrow(message);
});

const NO_ENTRY = "invalid no witness entry with entry_type and format_version";
test.each([
  ["2.0", formatWitness(VIOLATION, METADATA), "present violation 2.0"],
  ["2.2", changed('"2.0"', '"2.2"'), "present violation 2.2"],
  [
    "GraphML",
    '<?xml version="1.0"?><graphml><data key="witness-type">correctness_witness</data></graphml>',
    "present correctness 1.0",
  ],
  ["GraphML without type", "<graphml></graphml>", "invalid the GraphML file has no witness-type"],
  ["faulty content", changed("line: 4", "line: x"), "present violation 2.0"],
  ["flow style", '[{entry_type: x, metadata: {format_version: "2.1"}}]', "present correctness 2.1"],
  ["flow style, large", `[{a: "${"x".repeat(1e6)}"}]`, NO_ENTRY],
  [
    "flow style, large, with keys",
    `[{"entry_type": "violation_sequence", "metadata": {"format_version": "2.0"}, "content": [${"1,".repeat(5e5)}1]}]`,
    "present violation 2.0",
  ],
  [
    "an entry and a long comment",
    `- entry_type: invariant_set\n  metadata:\n    format_version: "2.1"\n  content: []\n${"# x\n".repeat(1e6)}`,
    "present correctness 2.1",
  ],
  ["a head that does not end", `- a: |\n${"    x\n".repeat(1e6)}`, NO_ENTRY],
  ["no witness", "hello", NO_ENTRY],
  ["empty", "", NO_ENTRY],
])("identity: %s", (_name, content, expected) => {
  expect(Object.values(identifyWitness([content], "w.yml")).join(" ")).toBe(expected);
});

test("the first million characters of a witness decide what it is", () => {
  let taken = 0;
  const pieces = function* (start: string): Generator<string> {
    yield start;
    for (taken = 0; taken < 1e8; taken += 1e5) yield `${"    x: 1\n".repeat(1e5 / 9)}`;
  };
  expect(identifyWitness(pieces(formatWitness(VIOLATION, METADATA)), "w.yml").state).toBe(
    "present",
  );
  expect(taken).toBeLessThan(2e5);
  for (const start of ["- a:\n", "<graphml>", "[", ""]) {
    expect(identifyWitness(pieces(start), "w.yml").state).toBe("invalid");
    expect(taken).toBeLessThan(1.2e6);
  }
});

test("the producer of a witness's pieces can stop when no more are needed", () => {
  let isOpen = true;
  const pieces = function* (text: string): Generator<string> {
    try {
      isOpen = true;
      yield text;
      yield "# more";
    } finally {
      isOpen = false;
    }
  };
  for (const text of [formatWitness(VIOLATION, METADATA), "<graphml>", "- a:\n", ""]) {
    identifyWitness(pieces(text), "w.yml");
    expect(isOpen).toBe(false);
  }
});

const corpus = "../shared/witnesses";
describe.skipIf(!existsSync(corpus))("witnesses of other tools", () => {
  const folders = existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [];
  const files = folders
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(`${corpus}/${name}`).map((file) => `${name}/${file}`))
    .filter((file) => /\.ya?ml$/.test(file));
  test.each(files)("%s", (file) => {
    const content = readFileSync(`${corpus}/${file}`, "utf8");
    // A draft of the format wrote `\\return` for `\\result`.
    const isDraft = content.includes("\\return ==");
    if (!isDraft) expect(parseWitness(content, file).metadata.formatVersion).toMatch(/^2\.[012]$/);
    else expect(() => parseWitness(content, file)).toThrow(InputError);
  });
});
