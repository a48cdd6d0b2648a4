import { expect, test } from "vitest";
import { InputError } from "../../util/errors.ts";
import { AutomatonBuilder, buildAutomaton } from "./automaton.ts";
import { convertAutomaton } from "./convert-automaton.ts";

const UUID = "01234567-89ab-cdef-0123-456789abcdef";

const graphml = (kind: string, body: string): string => `<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="entry" for="node" attr.name="isEntryNode" attr.type="boolean"><default>false</default></key>
 <graph edgedefault="directed">
  <data key="witness-type">${kind}_witness</data>
  <data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
  <data key="programfile">/somewhere/x.c</data>
  <data key="programhash">${"0".repeat(64)}</data>
  <data key="architecture">32bit</data>
  ${body}
 </graph>
</graphml>`;

const edge = (source: string, target: string, data: Record<string, string | number>): string =>
  `<edge source="${source}" target="${target}">${Object.entries(data)
    .map(([key, value]) => `<data key="${key}">${value}</data>`)
    .join("")}</edge>`;

const VIOLATION = graphml(
  "violation",
  `<node id="N0"><data key="entry">true</data></node>
   <node id="N1"/><node id="N2"/><node id="N3"/>
   <node id="S"><data key="sink">true</data></node>
   <node id="E"><data key="violation">true</data></node>
   ${edge("N0", "N1", { startline: 5, assumption: "\\result == 3", "assumption.resultfunction": "f" })}
   ${edge("N1", "N2", { startline: 6, control: "condition-true" })}
   ${edge("N1", "S", { startline: 6, control: "condition-false" })}
   ${edge("N2", "N3", { startline: 7, assumption: "x == (4);y &gt; 1" })}
   ${edge("N3", "E", { startline: 9, enterFunction: "reach_error" })}`,
);

test("an automaton reads the same in pieces", () => {
  const whole = buildAutomaton(VIOLATION, "w.graphml");
  const builder = new AutomatonBuilder("w.graphml");
  for (const char of VIOLATION) builder.write(char);
  expect(builder.finish()).toEqual(whole);
  expect(whole.edges[2]).toEqual({
    source: "N1",
    target: "S",
    startLine: 6,
    control: false,
    entersLoopHead: false,
  });
});

test("a violation automaton becomes segments", () => {
  const { witness, metadata, losses } = convertAutomaton(buildAutomaton(VIOLATION, "w"), UUID);
  const at = (line: number): object => ({ file: "x.c", line });
  expect(metadata.task).toEqual({
    inputFiles: ["x.c"],
    inputFileHashes: { "x.c": "0".repeat(64) },
    specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    dataModel: "ILP32",
    language: "",
  });
  expect(witness).toEqual({
    kind: "violation",
    segments: [
      { type: "function_return", location: at(5), constraint: "\\result == 3" },
      { type: "branching", location: at(6), outcome: "true" },
      { type: "assumption", location: at(9), expression: "x == (4)" },
      { type: "assumption", location: at(9), expression: "y > 1" },
      { type: "target", location: at(9) },
    ].map((follow) => ({ avoid: [], follow })),
  });
  expect(losses).toEqual([
    "1 edges to sinks",
    "edge N2 → N3: 'x == (4)' holds after line 7; it is placed before line 9",
    "edge N2 → N3: 'y > 1' holds after line 7; it is placed before line 9",
  ]);
});

test("invariants become invariants where their node is left", () => {
  const text = graphml(
    "correctness",
    `<node id="N0"><data key="entry">true</data></node>
     <node id="L"><data key="invariant">i &lt;= 10</data><data key="invariant.scope">main</data></node>
     <node id="T"><data key="invariant">1</data></node>
     <node id="X"><data key="invariant">x == 1</data></node>
     ${edge("N0", "L", { startline: 4, enterLoopHead: "true" })}
     ${edge("L", "T", { startline: 5, control: "condition-true" })}
     ${edge("L", "X", { startline: 5, control: "condition-false" })}`,
  );
  const { witness, losses } = convertAutomaton(buildAutomaton(text, "w"), UUID);
  expect(witness).toEqual({
    kind: "correctness",
    invariants: [
      {
        type: "loop_invariant",
        location: { file: "x.c", line: 5, function: "main" },
        expression: "i <= 10",
        format: "c_expression",
      },
    ],
  });
  expect(losses[0]).toBe("the invariant of node X: 'x == 1', since its position is unknown");
});

const BOMB = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;">]><graphml>&lol1;</graphml>`;
test.each([
  ["entities", BOMB, "a document type with declarations is not allowed"],
  ["unknown entity", "<graphml>&x;</graphml>", "undefined entity"],
  ["other root", "<html/>", "the document root is <html>"],
  ["depth", `<graphml><graph>${"<a>".repeat(100_000)}`, "nesting is too deep"],
  ["cut off", VIOLATION.slice(0, -20), "unclosed"],
  ["no type", "<graphml><graph/></graphml>", "no witness-type"],
  ["undeclared node", VIOLATION.replace('<node id="N1"/>', ""), "node 'N1' is not declared"],
  ["no entry", VIOLATION.replace('entry">true', 'entry">false'), "no entry node"],
])("refuses: %s", (_name, text, message) => {
  expect(() => buildAutomaton(text, "w")).toThrow(InputError);
  expect(() => buildAutomaton(text, "w")).toThrow(message);
});
