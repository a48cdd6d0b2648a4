import { describe, expect, it } from "vitest";
import { isMap, isScalar, isSeq, type ParsedNode, parseDocument } from "yaml";
import { randomWords } from "../../../test/support/float-patterns.ts";
import { parsePlainBlock } from "./yaml-block.ts";

/** Structure, values, sources and positions of a node. */
function described(node: ParsedNode | null): unknown {
  if (isMap(node)) {
    const pairs = node.items.map(({ key, value }) => [described(key), described(value)]);
    return { from: node.range[0], pairs };
  }
  if (isSeq(node)) {
    return { from: node.range[0], items: node.items.map((item) => described(item as ParsedNode)) };
  }
  if (isScalar(node)) {
    const { value, source, type, range } = node;
    return { value, source, type, from: range[0], to: range[1] };
  }
  return node;
}

/** The value that the yaml package reads; undefined for texts with faults. */
function reference(text: string): unknown {
  const { errors, contents } = parseDocument(text, { prettyErrors: false });
  return errors.length > 0 ? undefined : described(contents);
}

const SEGMENT = `- segment:
  - waypoint:
      type: "target"
      action: follow
      constraint:
        value: "\\\\result == \\"a\\""
      location:
          file_name: './a b.c'
          line: 12
          column: -3
          ok: true
`;

const TASK = `format_version: '2.0'

# formerly ../a.c
input_files: 'a.c'

properties:
  # the first one
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
    # and its part
    subproperty: valid-deref

options:
  language: C
  data_model: ILP32
# end
`;

describe("parsePlainBlock", () => {
  it("parses what programs write", () => {
    for (const text of [
      SEGMENT,
      SEGMENT.trimEnd(),
      TASK,
      "a: 1\nb:\n- x\n- z\nc:\n  - d: 0\n    e: f\n",
    ]) {
      const node = parsePlainBlock(text);
      expect(node).toBeDefined();
      expect(described(node ?? null)).toEqual(reference(text));
    }
  });

  it.each([
    ["a: 1 # comment\n"],
    ["a: |\n  text\n"],
    ["a: [1, 2]\n"],
    ["a: &x 1\n"],
    ["a: 2.0\n"],
    ["a: 0x10\n"],
    ["a: null\n"],
    ["a:\nb: 1\n"],
    ['a: "\\n"\n'],
    ["a: b c\n"],
    ["a: 1\na: 2\n"],
    ["a: 1\n  b: 2\n"],
    ["---\na: 1\n"],
    ["a: 1\r\n"],
    ["- a\nb: 1\n"],
    [""],
  ])("leaves %j to the other parser", (text) => {
    expect(parsePlainBlock(text)).toBeUndefined();
  });

  it("never differs from the yaml package where it answers", () => {
    const seed = 20261121;
    const next = randomWords(seed);
    const pick = <T>(choices: readonly T[]): T => choices[next() % choices.length] as T;
    const tokens = [
      ..."a b key: a: b: c: - x 1 -7 007 1.5 true no ~ # | > & * ! % @ ` , [ ] { } : ? --- ...".split(
        " ",
      ),
      ...[
        '"q"',
        "'s'",
        '"\\\\"',
        '"\\n"',
        "'it''s'",
        '"a: b"',
        "'# no'",
        "\t",
        "\u00e4",
        "a:b",
        "x/y.c",
        "../x.prp",
        "./x",
        "..",
        "#c",
        "# c",
      ],
    ];
    const lines = [SEGMENT, TASK].map((text) => text.split("\n"));
    let answered = 0;
    for (let i = 0; i < 10_000; i++) {
      const text =
        i % 2 === 0
          ? Array.from(
              { length: 1 + (next() % 5) },
              () =>
                " ".repeat(pick([0, 0, 2, 2, 4])) +
                pick(["- ", "", "- ", "- - "]) +
                pick(["a: ", "b:", "c: ", "", "a:"]) +
                Array.from({ length: next() % 3 }, () => pick(tokens)).join(pick(["", " ", "  "])),
            ).join("\n")
          : pick(lines)
              .map((line) =>
                next() % 12 > 0
                  ? line
                  : pick([
                      `${line} ${pick(tokens)}`,
                      ` ${line}`,
                      line.slice(1),
                      line.replace(/: .*/, `: ${pick(tokens)}`),
                      line.replace(/\w+:/, pick(tokens)),
                      `${line}\n${" ".repeat(next() % 8)}${pick(["", "# c", "#", "#c", "#\t"])}`,
                      "",
                    ]),
              )
              .join("\n");
      const node = parsePlainBlock(text);
      if (node === undefined) continue;
      answered++;
      expect(described(node), `seed ${seed}, ${JSON.stringify(text)}`).toEqual(reference(text));
    }
    expect(answered).toBeGreaterThan(500);
  });
});
