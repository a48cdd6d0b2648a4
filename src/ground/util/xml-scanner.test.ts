import { describe, expect, test } from "vitest";
import { encodeUtf8 } from "./utf8.ts";
import { XmlScanner } from "./xml-scanner.ts";

/** The events of a scanner that is given a document in pieces of the given size. */
function events(document: string | Uint8Array, pieceBytes = 1 << 20, wantsText = true): string[] {
  const bytes = typeof document === "string" ? encodeUtf8(document) : document;
  const found: string[] = [];
  let text = "";
  const flush = (): void => {
    if (text.trim() !== "") found.push(`'${text}'`);
    text = "";
  };
  const scanner: XmlScanner = new XmlScanner("f.xml", {
    open: (name, depth) => {
      flush();
      const attributes = Array.from(
        { length: scanner.attributeCount },
        (_, index) => ` ${scanner.name(index)}=${scanner.value(index)}`,
      );
      found.push(`${depth}<${name}${attributes.join("")} ${scanner.line}:${scanner.column}`);
    },
    close: (name, depth) => {
      flush();
      found.push(`${depth}>${name}`);
    },
    text: (piece) => {
      text += piece;
    },
  });
  scanner.wantsText = wantsText;
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    scanner.write(bytes.slice(at, at + pieceBytes));
  }
  scanner.end();
  return found;
}

const DOCUMENT = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE r PUBLIC '-//a' "b>c">
<!-- a comment > with < -->
<r a="1"
   b='&lt;"&#x41;&#66; é'>
  <empty/><c d = "x&#10;y"></c  >
  text &amp; more<![CDATA[<raw> & ]]]>
</r>
<!-- end -->
`;

test("elements, attributes, references and text, with their places", () => {
  expect(events(DOCUMENT)).toEqual([
    '0<r a=1 b=<"AB é 4:1',
    "1<empty 6:3",
    "1>empty",
    "1<c d=x\ny 6:11",
    "1>c",
    "'\n  text & more<raw> & ]\n'",
    "0>r",
  ]);
});

test("the size of the pieces does not matter", () => {
  const whole = events(DOCUMENT);
  for (let size = 1; size < 40; size++)
    expect(events(DOCUMENT, size), `size ${size}`).toEqual(whole);
});

test("a byte-order mark is skipped; line ends are normalised", () => {
  expect(events("\ufeff<a>x\r\ny\rz</a>")).toEqual(["0<a 1:1", "'x\ny\nz'", "0>a"]);
  expect(events('<a b="x\r\ny\tz"/>')).toEqual(["0<a b=x y z 1:1", "0>a"]);
});

describe("faults", () => {
  test.each([
    ["", "root element"],
    ["plain text", "not XML"],
    ["<a>", "unclosed element"],
    ["<a", "unclosed tag"],
    ["<a></b>", "unexpected close tag </b>, expected </a>"],
    ["<a/></a>", "nothing is open"],
    ["<a/><b/>", "only one root element"],
    ["<a/>text", "outside of root element"],
    ['<a b="1" b="2"/>', "duplicate attribute 'b'"],
    ['<a b="<"/>', "'<' in the value"],
    ['<a b="1"c="2"/>', "expected a blank"],
    ["<a b/>", "expected '='"],
    ["<a b=1/>", "expected a value in quotes"],
    ["<1a/>", "must begin with the name"],
    ["<a>&nbsp;</a>", "undefined entity"],
    ['<a b="&nbsp;"/>', "undefined entity"],
    ["<a>AT&T</a>", "is not a reference"],
    ["<a>&#0;</a>", "not an XML character"],
    ["<a>\u0001</a>", "not an XML character"],
    ["<!-- a -- b --><a/>", "'--' in a comment"],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declarations is not allowed"],
    ['<?xml version="1.0" encoding="latin-1"?><a/>', "expected UTF-8"],
    ["<a>".repeat(200), "nested too deeply"],
  ])("%s", (document, message) => {
    for (const size of [1, 3, 1 << 20]) expect(() => events(document, size)).toThrow(message);
  });

  test("bytes that are not UTF-8, UTF-16", () => {
    expect(() => events(Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e))).toThrow(
      "not UTF-8",
    );
    expect(() => events(Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x61, 0))).toThrow("UTF-16");
  });

  test("their places count lines, also across pieces", () => {
    for (const size of [1, 7, 1 << 20]) {
      expect(() => events('<a>\n  <b\n   c="1"\n c="2"/></a>', size)).toThrow(/4:2/);
    }
  });

  test("a tag without end is refused before it fills the memory", () => {
    const scanner = new XmlScanner("f.xml", { open: () => {}, close: () => {} });
    const piece = encodeUtf8(`<a b="${"x".repeat(1 << 20)}`);
    expect(() => {
      for (let count = 0; count < 64; count++) scanner.write(piece);
    }).toThrow(/too long|'<' in the value/);
  });
});

test("memory does not grow with the text: the buffer holds the largest piece", () => {
  const scanner = new XmlScanner("f.xml", { open: () => {}, close: () => {} });
  scanner.write(encodeUtf8("<a>"));
  const element = encodeUtf8(
    `${'<run name="n"><column title="t" value="v"/></run>\n'.repeat(1000)}`,
  );
  for (let count = 0; count < 500; count++) scanner.write(element);
  const blanks = encodeUtf8(" ".repeat(1 << 16));
  for (let count = 0; count < 300; count++) scanner.write(blanks);
  scanner.write(encodeUtf8("</a>"));
  scanner.end();
  expect(500 * element.length + 300 * blanks.length).toBeGreaterThan(40e6);
  expect(scanner.bytes.length).toBeLessThanOrEqual(1 << 18);
});

describe("tags that are expected", () => {
  /** Items with two values each, read with or without an expected tag. */
  function items(document: string, pieceBytes: number, isExpecting: boolean): string[] {
    const found: string[] = [];
    let expectedTags = 0;
    const take = (): void => {
      found.push(`${scanner.value(0)}|${scanner.value(1)} ${scanner.line}:${scanner.column}`);
    };
    const scanner: XmlScanner = new XmlScanner("f.xml", {
      open: (name) => {
        if (name !== "item") return;
        take();
        if (isExpecting) scanner.expected ??= scanner.expectation([0, 1]);
      },
      close: (name) => found.push(`>${name}`),
      expected: () => {
        expectedTags++;
        take();
        if (scanner.expected?.opened === undefined) found.push(">item");
      },
    });
    const bytes = encodeUtf8(document);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      scanner.write(bytes.slice(at, at + pieceBytes));
    }
    scanner.end();
    if (isExpecting && pieceBytes > bytes.length) expect(expectedTags).toBeGreaterThan(1);
    return found;
  }

  test.each(["/>", "><part/></item>", "\n  hidden='true' />\n\n  "])("<item …%s", (end) => {
    const item = (a: string, b: string): string => `<item a="${a}" second="${b}"${end}`;
    const document = `<all>${[
      item("1", "2"),
      item("34567890", ""),
      item("a&amp;b", "c"),
      item("é", "c"),
      `<item second="x" a="y"${end}`,
      `<item  a="y" second="x"${end}`,
      `<deeper>${item("5", "6")}</deeper>`,
      item("7", "x".repeat(40)),
      item("8", "9"),
    ].join("\n  ")}</all>`;
    for (const size of [1, 5, 64, 1 << 20]) {
      expect(items(document, size, true)).toEqual(items(document, 1 << 20, false));
    }
  });
});
