import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../util/errors.ts";
import type { Location, Segment, Waypoint, Witness, WitnessMetadata } from "./format.ts";
import { formatWitness } from "./format-witness.ts";
import { identifyWitness, parseWitness } from "./parse-witness.ts";

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

const VIOLATION: Witness = {
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

/** The written violation witness with a replacement. */
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
    "w.yml:3:21: error: format_version must be one of 2.0, 2.1, found '0.1'",
  ],
  ["version 2.2", changed('"2.0"', '"2.2"'), "one of 2.0, 2.1"],
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
const CONTRACT = "{type: function_contract, location: {file_name: x.c, line: 1}, requires: '1'}";

test.each([
  ["contract of the user guide", correctness(`contract: ${CONTRACT}`), ["function_contract"]],
  ["contract of CPAchecker", correctness(`invariant: ${CONTRACT}`), ["function_contract"]],
  [
    "ghosts",
    `- {entry_type: ghost_instrumentation, metadata: {format_version: "2.1"}, content: {}}${correctness(`contract: ${CONTRACT}`)}`,
    ["function_contract", "ghost_instrumentation"],
  ],
])("2.1, left out and flagged: %s", (_name, content, unsupported) => {
  expect(parseWitness(content, "w.yml").witness).toEqual({
    kind: "correctness",
    invariants: [],
    unsupported,
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

test.each([
  ["2.0", formatWitness(VIOLATION, METADATA), "present violation 2.0"],
  ["2.2 is recognised", changed('"2.0"', '"2.2"'), "present violation 2.2"],
  [
    "GraphML",
    '<?xml version="1.0"?><graphml><data key="witness-type">correctness_witness</data></graphml>',
    "present correctness 1.0",
  ],
  ["GraphML without type", "<graphml></graphml>", "invalid the GraphML file has no witness-type"],
  [
    "faulty",
    changed("line: 4", "line: x"),
    "invalid line 38: line must be an integer from 1, found 'x'",
  ],
  ["no witness", "hello", "invalid no witness entry with entry_type and format_version"],
  ["empty", "", "invalid no witness entry with entry_type and format_version"],
])("identity: %s", (_name, content, expected) => {
  expect(Object.values(identifyWitness(content, "w.yml")).join(" ")).toBe(expected);
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
    const isSupported = /format_version: *["']?2\.[01]/.test(content) && !isDraft;
    if (isSupported)
      expect(parseWitness(content, file).metadata.formatVersion).toMatch(/^2\.[01]$/);
    else expect(() => parseWitness(content, file)).toThrow(InputError);
  });
});
