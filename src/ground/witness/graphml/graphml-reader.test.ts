import fc from "fast-check";
import { expect, test } from "vitest";
import { saxesElements } from "../../../../test/support/saxes-tree.ts";
import { type GraphmlElement, GraphmlReader } from "./graphml-reader.ts";

function elementsOf(pieces: readonly string[]): readonly GraphmlElement[] {
  const found: GraphmlElement[] = [];
  const reader = new GraphmlReader("w.graphml", {
    onElement: (element, parent) => {
      if (parent === "graph") found.push(element);
    },
  });
  for (const piece of pieces) reader.write(piece);
  reader.close();
  return found;
}

const withoutPositions = ({ line: _, column: __, children, ...rest }: GraphmlElement): object => ({
  ...rest,
  children: children.map(withoutPositions),
});

/** A text as it may stand in XML, and pieces of it. */
const content = fc
  .array(
    fc.constantFrom(
      "x",
      " ",
      "\n",
      "\r\n",
      "\t",
      "&lt;",
      "&#x1F600;",
      "&#10;",
      "&amp;",
      "ä",
      "😀",
      "]",
      "'",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const data = fc
  .record({
    key: content,
    text: content,
    cdata: fc.option(fc.constantFrom("", "<a>", " b ", "😀")),
  })
  .map(({ key, text, cdata }) => {
    const rest = cdata === null ? "" : `<![CDATA[${cdata}]]><!-- & -->`;
    return text + rest === "" ? `<data key="${key}"/>` : `<data key="${key}">${text}${rest}</data>`;
  });
const graph = fc
  .array(
    fc
      .tuple(fc.constantFrom("node", "edge", "p:node"), content, fc.array(data, { maxLength: 3 }))
      .map(([name, id, inside]) => `<${name} id="${id}" >${inside.join("\n ")}</${name} >`),
    { maxLength: 4 },
  )
  .map(
    (elements) =>
      `<?xml version="1.0"?>\n<graphml><graph>${elements.join("\n")}</graph></graphml>\n`,
  );

test("elements are those that another parser finds, however the text is cut", () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 1, max: 40 }), (text, size) => {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      const own = elementsOf(pieces).map(withoutPositions);
      const other = saxesElements(text).map((element) => ({
        ...element,
        name: element.name.replace("p:", ""),
      }));
      expect(own).toEqual(other);
    }),
    { seed: 20261128, numRuns: 500 },
  );
});

test("positions are those of the tags", () => {
  const [node, edge] = elementsOf([
    "<graphml>\n<graph>\n  <node id='a'\n/><edge/></graph></graphml>",
  ]);
  expect([node?.line, node?.column]).toEqual([3, 3]);
  expect([edge?.line, edge?.column]).toEqual([4, 3]);
});

test("half of a surrogate pair at the end is refused", () => {
  expect(() => elementsOf(["<graphml/>\ud83d"])).toThrow("not UTF-8");
});
