/**
 * Writes a large witness for `bench/witness-lint/program.c` to standard output:
 *
 *     npx tsx bench/witness-lint/generate.ts yaml 1e9 > witness.yml
 *     npx tsx bench/witness-lint/generate.ts graphml 1e9 > witness.graphml
 *
 * The second word is the least number of bytes. YAML: format 2.0, assumptions,
 * branches and results of calls in turn, each with another constant; the
 * target comes last. GraphML: a chain of nodes whose edges have a line, a
 * branch and an assumption.
 */
import { writeSync } from "node:fs";
import { GRAPH_KEYS } from "../../src/ground/witness/index.ts";

const [format = "yaml", size = "1e6"] = process.argv.slice(2);
const bytes = Number(size);
let written = 0;
let pending = "";

function emit(text: string): void {
  pending += text;
  if (pending.length >= 1 << 20) flush();
}

function flush(): void {
  const buffer = Buffer.from(pending);
  for (let done = 0; done < buffer.length; ) done += writeSync(1, buffer, done);
  written += buffer.length;
  pending = "";
}

const YAML_HEAD = `- entry_type: "violation_sequence"
  metadata:
    format_version: "2.0"
    uuid: "91023a0f-9f45-4385-88c4-1152ade45537"
    creation_time: "2026-01-01T00:00:00Z"
    producer:
      name: "generate"
      version: "1"
    task:
      input_files:
        - "program.c"
      input_file_hashes:
        "program.c": "HASH"
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "ILP32"
      language: "C"
  content:
`;

function waypoint(type: string, line: number, column: number, constraint = ""): string {
  return `  - segment:
    - waypoint:
        type: "${type}"
        action: "follow"
${constraint}        location:
          file_name: "program.c"
          line: ${line}
          column: ${column}
          function: "main"
`;
}

function constraint(value: string, format?: string): string {
  const last = format === undefined ? "" : `          format: "${format}"\n`;
  return `        constraint:\n          value: "${value}"\n${last}`;
}

function yaml(): void {
  emit(YAML_HEAD.replace("HASH", process.argv[4] ?? "0".repeat(64)));
  for (let i = 0; written + pending.length < bytes; i++) {
    const value = i % 1000003;
    const result = constraint(`\\\\result == ${value}`, "acsl_expression");
    if (i % 3 === 0) emit(waypoint("function_return", 8, 31, result));
    else if (i % 3 === 1)
      emit(waypoint("assumption", 9, 5, constraint(`x == ${value}`, "c_expression")));
    else emit(waypoint("branching", 9, 5, constraint("false")));
  }
  emit(waypoint("target", 9, 20));
}

const GRAPHML_HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key attr.name="entry" attr.type="boolean" for="node" id="entry"><default>false</default></key>
<key attr.name="violation" attr.type="boolean" for="node" id="violation"><default>false</default></key>
${["startline", "assumption", "control"]
  .map(
    (key) =>
      `<key attr.name="${key}" attr.type="${key === "startline" ? "int" : "string"}" for="edge" id="${key}"/>`,
  )
  .join("\n")}
${GRAPH_KEYS.map(
  (key) => `<key attr.name="${key}" attr.type="string" for="graph" id="${key}"/>`,
).join("\n")}
<graph edgedefault="directed">
<data key="witness-type">violation_witness</data>
<data key="sourcecodelang">C</data>
<data key="producer">generate</data>
<data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
<data key="programfile">program.c</data>
<data key="programhash">HASH</data>
<data key="architecture">32bit</data>
<data key="creationtime">2026-01-01T00:00:00Z</data>
<node id="N0"><data key="entry">true</data></node>
`;

function graphml(): void {
  emit(GRAPHML_HEAD.replace("HASH", process.argv[4] ?? "0".repeat(64)));
  let i = 0;
  for (; written + pending.length < bytes; i++) {
    emit(
      `<node id="N${i + 1}"/>\n<edge source="N${i}" target="N${i + 1}"><data key="startline">9</data><data key="control">condition-false</data><data key="assumption">x == ${i % 1000003};</data></edge>\n`,
    );
  }
  emit(
    `<node id="V"><data key="violation">true</data></node>\n<edge source="N${i}" target="V"><data key="startline">9</data></edge>\n</graph>\n</graphml>\n`,
  );
}

if (format === "yaml") yaml();
else graphml();
flush();
