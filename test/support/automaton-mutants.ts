/** Ways to break a GraphML witness in the form that Agon writes, each with the place that is then wrong. */
import type { NativeStep } from "./native-replay.ts";
import type { Mutant } from "./witness-mutants.ts";

type Change = readonly [kind: string, nature: Mutant["nature"], line: string];

/** All mutants of an automaton; `program` is the text that its lines are in. */
export function automatonMutantsOf(text: string, program: string): readonly Mutant[] {
  const lines = text.split("\n");
  const mutants: Mutant[] = [];
  const add = (
    kind: string,
    nature: Mutant["nature"],
    changed: readonly string[],
    [from, to]: readonly [number, number],
    quoted: readonly string[] = [],
  ): void => {
    mutants.push({
      kind: `GraphML: ${kind}`,
      nature,
      text: changed.join("\n"),
      from: from + 1,
      to: to + 1,
      quoted,
    });
  };
  for (const [index, line] of lines.entries()) {
    const block = blockAround(lines, index);
    // Every operation takes an edge that names a line only: format 1.0 does not name the place of
    // the violation.
    const isBare = places(lines, block).every((place) => place.startsWith("line "));
    for (const [kind, nature, replaced] of changesOf(line, program)) {
      if (replaced === line || (isBare && kind.startsWith("line shifted"))) continue;
      const changed = lines.with(index, replaced);
      // A fault of the whole may be reported where it shows: by the names of nodes and keys.
      const quoted = [...places(lines, block), ...places(changed, block), ...namesIn(line)];
      add(kind, nature, changed, block, quoted);
    }
    const key = /<data key="([^"]*)">/.exec(line)?.[1];
    if (key !== undefined && REQUIRED.includes(key)) {
      add(`missing ${key}`, "wrong", lines.toSpliced(index, 1), [0, lines.length - 1], [key]);
    }
    const defined = /<key id="([^"]*)"/.exec(line)?.[1];
    if (defined !== undefined) {
      const whole = [0, lines.length - 1] as const;
      add(`key ${defined} not defined`, "wrong", lines.toSpliced(index, 1), whole, [defined]);
      add("key defined twice", "wrong", lines.toSpliced(index, 0, line), whole, [defined]);
    }
  }
  for (const [from, to] of blocksOf(lines, "edge")) {
    const block = [from, to] as const;
    // The chain is broken: the violation node is unreachable.
    const ends = namesIn(lines[from] ?? "");
    add("edge missing", "wrong", lines.toSpliced(from, to - from + 1), block, ends);
    const end = lines.with(to, lines[to]?.replace("</edge>", "</node>") ?? "");
    add("XML broken", "wrong", end, [from, lines.length - 1]);
    add("edge without data", "semantic", lines.toSpliced(from + 1, to - from - 1), block);
  }
  return mutants;
}

const REQUIRED = [
  ...["witness-type", "sourcecodelang", "producer", "specification", "programfile"],
  ...["programhash", "architecture", "creationtime", "entry"],
];

/** The lines of the node or edge that a line belongs to, from 0; else of the line alone. */
function blockAround(lines: readonly string[], index: number): readonly [number, number] {
  const blocks = [...blocksOf(lines, "edge"), ...blocksOf(lines, "node")];
  return blocks.find(([from, to]) => index >= from && index <= to) ?? [index, index];
}

function blocksOf(lines: readonly string[], name: string): readonly (readonly [number, number])[] {
  return lines.flatMap((line, from) => {
    if (!line.includes(`<${name} `)) return [];
    if (line.endsWith("/>")) return [[from, from] as const];
    const to = lines.findIndex((end, at) => at > from && end.includes(`</${name}>`));
    return to < 0 ? [] : [[from, to] as const];
  });
}

function places(lines: readonly string[], [from, to]: readonly [number, number]): string[] {
  return lines.slice(from, to + 1).flatMap((line) => {
    const number = /<data key="startline">(\d+)</.exec(line)?.[1];
    const said = /<data key="(?:assumption|control)">(.*?);?</.exec(line)?.[1];
    return [
      ...(number === undefined ? [] : [",", ":", " ", ")"].map((end) => `line ${number}${end}`)),
      ...(said === undefined ? [] : [said]),
    ];
  });
}

/** Possible names in messages for the nodes of a line, or its key. */
function namesIn(line: string): string[] {
  const nodes = [...line.matchAll(/"(N\d+)"/g)].map(([, node]) => node ?? "");
  const key = /key="([^"]*)"/.exec(line)?.[1];
  return [
    ...nodes.flatMap((node) => [`'${node}'`, `${node} `, `${node},`]),
    ...(key === undefined ? [] : [key]),
  ];
}

/** Other texts for one line. */
function changesOf(line: string, program: string): readonly Change[] {
  const [, indent = "", key = "", value = ""] =
    /^(\s*)<data key="([^"]*)">(.*)<\/data>$/.exec(line) ?? [];
  const data = (text: string, other: string = key): string =>
    `${indent}<data key="${other}">${text}</data>`;
  switch (key) {
    case "startline": {
      const number = Number(value);
      return [
        ...[1, -1, 3].map(
          (by): Change => [`line shifted by ${by}`, "semantic", data(`${number + by}`)],
        ),
        ["line beyond the file", "wrong", data(`${program.split("\n").length + 7}`)],
        ["line of the wrong type", "wrong", data(`${number}x`)],
        ["line negative", "wrong", data("-4")],
      ];
    }
    case "control": {
      const other = value.includes("true") ? "condition-false" : "condition-true";
      return [
        ["branch swapped", "semantic", data(other)],
        ["branch of no kind", "wrong", data("condition-maybe")],
      ];
    }
    case "assumption":
      return assumptionChanges(value).map(([kind, nature, text]) => [kind, nature, data(text)]);
    case "assumption.scope":
      return [["scope unknown", "wrong", data("no_such_function")]];
    case "assumption.resultfunction":
      return [["function unknown", "wrong", data("no_such_function")]];
    case "programhash": {
      const other = (value.startsWith("0") ? "1" : "0") + value.slice(1);
      return [
        ["hash of another file", "wrong", data(other)],
        ["hash too short", "wrong", data(value.slice(0, 30))],
      ];
    }
    case "witness-type":
      return [
        ["witness of no type", "wrong", data("violation")],
        ["witness of the other type", "wrong", data("correctness_witness")],
      ];
    case "sourcecodelang":
      return [["language", "wrong", data("Rust")]];
    case "specification":
      return [
        ["specification", "wrong", data("CHECK( init(main()), LTL(G valid-free) )")],
        ["specification broken", "wrong", data("CHECK( init(main(), LTL(G")],
      ];
    case "architecture":
      return [
        ["architecture", "wrong", data(value === "32bit" ? "64bit" : "32bit")],
        ["architecture unknown", "wrong", data("16bit")],
      ];
    case "creationtime":
      return [["creation time", "wrong", data("yesterday")]];
    case "entry":
      return [["no entry", "wrong", data("false")]];
    case "violation":
      return [["no violation node", "wrong", data("false")]];
    default:
      return elementChanges(line);
  }
}

function assumptionChanges(value: string): readonly Change[] {
  const broken: Change[] = [
    ["assumption not C", "wrong", "\\result == = 1;"],
    ["assumption with a call", "wrong", "main() == 1;"],
    ["assumption with an unknown name", "wrong", "unknown == 1;"],
  ];
  const [, constant, suffix = ""] = /^\\result == (-?\d+)(\w*);$/.exec(value) ?? [];
  if (constant === undefined) return broken;
  const say = (operator: string, number: bigint): string =>
    `\\result ${operator} ${number}${suffix};`;
  const number = BigInt(constant);
  return [
    ...broken,
    ["constant plus 1", "semantic", say("==", number + 1n)],
    ["constant far away", "semantic", say("==", number + 1_000_003n)],
    ["equality negated", "semantic", say("!=", number)],
    ...(suffix.includes("U")
      ? []
      : [["constant negated", "semantic", say("==", -number - 1n)] as const]),
  ];
}

function elementChanges(line: string): readonly Change[] {
  const target = /^\s*<edge source="[^"]*" target="([^"]*)">$/.exec(line)?.[1];
  if (target !== undefined) {
    return [
      ["edge to no node", "wrong", line.replace(`target="${target}"`, 'target="N9999"')],
      ["edge from no node", "wrong", line.replace(/source="[^"]*"/, 'source="N9999"')],
      ["edge without target", "wrong", line.replace(/ target="[^"]*"/, "")],
      ["edge back to the entry", "wrong", line.replace(`target="${target}"`, 'target="N0"')],
    ];
  }
  const node = /^\s*<node id="([^"]*)"\/>$/.exec(line)?.[1];
  if (node !== undefined) {
    const sink = `${line.replace("/>", ">")}<data key="sink">true</data></node>`;
    return [
      ["node renamed", "wrong", line.replace(`"${node}"`, '"N9998"')],
      ["node doubled", "wrong", `${line}\n${line}`],
      ["sink on the way", "wrong", sink],
    ];
  }
  return [];
}

/**
 * The requirements of the chain of edges on an execution, in order; undefined where these are more
 * than lines, branches and results of calls. Independent of the project's own reader.
 */
export function automatonSteps(text: string): readonly NativeStep[] | undefined {
  const steps: NativeStep[] = [];
  const edges = text.split("<edge ").slice(1);
  for (const [index, edge] of edges.entries()) {
    const said = (key: string): string | undefined =>
      new RegExp(`<data key="${key}">(.*)</data>`).exec(edge)?.[1];
    const place = { line: Number(said("startline")), column: 0 };
    if (!place.line) return undefined;
    const [control, assumption] = [said("control"), said("assumption")];
    if (control !== undefined) {
      steps.push({ ...place, kind: "branch", value: control === "condition-true" ? 1n : 0n });
    } else if (assumption !== undefined) {
      const [, operator, constant] = /^\\result ([=!]=) (-?\d+)[uUlL]*;$/.exec(assumption) ?? [];
      if (operator === undefined || constant === undefined) return undefined;
      steps.push({ ...place, kind: "return", operator, value: BigInt(constant) });
    } else if (index === edges.length - 1) steps.push({ ...place, kind: "target" });
    else return undefined;
  }
  return steps;
}
