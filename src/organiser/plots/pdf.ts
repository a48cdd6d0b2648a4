/**
 * A plot as a PDF of one page (ISO 32000-1), drawn like its SVG: lines stay lines and letters
 * letters, in Helvetica, which every reader has. ASCII only and without compression, so that Node
 * and browsers make the same bytes.
 */
import { invariant } from "../../ground/util/errors.ts";
import type { Plot } from "./plot.ts";
import { renderSvg, type SvgOptions } from "./svg.ts";

export function renderPdf(plot: Plot, options: Omit<SvgOptions, "picture"> = {}): string {
  const pictures: Picture[] = [];
  const svg = renderSvg(plot, {
    ...options,
    picture: (pixels, width, height) => {
      pictures.push({ pixels, width, height });
      return String(pictures.length - 1);
    },
  });
  return new PdfPage(svg, pictures, plot.title).document();
}

interface Picture {
  /** RGBA, rows from the top. */
  readonly pixels: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

type Attributes = ReadonlyMap<string, string>;

/** Points of PDF, of which an inch has 72, where CSS has 96 pixels. */
const UNITS: Readonly<Record<string, number>> = { "": 0.75, px: 0.75, mm: 72 / 25.4 };

/** Draws the elements that occur in the SVG documents of plots. */
class PdfPage {
  readonly #pictures: readonly Picture[];
  readonly #title: string;
  readonly #content: string[] = [];
  /** Opacities in the order of their first use. */
  readonly #opacities: string[] = [];
  readonly #size: readonly [width: number, height: number];

  constructor(svg: string, pictures: readonly Picture[], title: string) {
    this.#pictures = pictures;
    this.#title = title;
    const [root] = elementsOf(svg);
    invariant(root?.name === "svg", "a document of SVG begins with its root");
    const [, , width = 1, height = 1] = (root.attributes.get("viewBox") ?? "")
      .split(" ")
      .map(Number);
    const scale = lengthOf(root.attributes.get("width") ?? "") / width;
    this.#size = [width * scale, height * scale];
    // PDF counts from below, SVG from above.
    this.#content.push(`${numbers(scale, 0, 0, -scale, 0, height * scale)} cm 1 j`);
    for (const element of elementsOf(svg).slice(1)) this.#draw(element);
  }

  document(): string {
    const [width, height] = this.#size;
    const names = this.#pictures.map((_, index) => `/P${index} ${6 + index} 0 R`).join(" ");
    const states = this.#opacities
      .map((value, index) => `/O${index} <</CA ${value}/ca ${value}>>`)
      .join(" ");
    const objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${numbers(width, height)}]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>/XObject<<${names}>>/ExtGState<<${states}>>>>>>`,
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      streamOf("", `${this.#content.join("\n")}\n`),
      ...this.#pictures.map(pictureObject),
      `<</Title ${literal(this.#title)}/Producer(Agon)>>`,
    ];
    let text = "%PDF-1.7\n";
    const offsets = objects.map((object, index) => {
      const offset = text.length;
      text += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return offset;
    });
    const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const size = objects.length + 1;
    return `${text}xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}trailer\n<</Size ${size}/Root 1 0 R/Info ${objects.length} 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  }

  #draw({ name, attributes, text }: Element): void {
    const number = (key: string): number => Number(attributes.get(key) ?? 0);
    switch (name) {
      case "path":
        this.#paint(attributes, pathOf(attributes.get("d") ?? ""));
        break;
      case "rect":
        this.#paint(
          attributes,
          `${numbers(number("x"), number("y"), number("width"), number("height"))} re`,
        );
        break;
      case "text":
        this.#text(attributes, text);
        break;
      case "image": {
        const [x, y, width, height] = ["x", "y", "width", "height"].map(number);
        const place = numbers(width ?? 0, 0, 0, -(height ?? 0), x ?? 0, (y ?? 0) + (height ?? 0));
        this.#content.push(`q ${place} cm /P${attributes.get("href") ?? ""} Do Q`);
        break;
      }
      default:
      // Groups, titles and descriptions draw nothing.
    }
  }

  #paint(attributes: Attributes, path: string): void {
    const fill = attributes.get("fill") ?? "currentColor";
    const stroke = attributes.get("stroke") ?? "none";
    const operators = ["q"];
    const opacity = attributes.get("stroke-opacity") ?? attributes.get("fill-opacity");
    if (opacity !== undefined) operators.push(`/O${this.#opacity(opacity)} gs`);
    if (fill !== "none") operators.push(`${colorOf(fill)} rg`);
    if (stroke !== "none") {
      operators.push(
        `${colorOf(stroke)} RG ${numbers(Number(attributes.get("stroke-width") ?? 1))} w`,
      );
    }
    const dash = attributes.get("stroke-dasharray");
    if (dash !== undefined) operators.push(`[${dash}] 0 d`);
    const isFilled = fill !== "none";
    operators.push(path, stroke === "none" ? "f" : isFilled ? "B" : "S", "Q");
    this.#content.push(operators.join(" "));
  }

  #opacity(value: string): number {
    const known = this.#opacities.indexOf(value);
    return known >= 0 ? known : this.#opacities.push(value) - 1;
  }

  #text(attributes: Attributes, text: string): void {
    const size = Number(attributes.get("font-size") ?? FONT_SIZE);
    const anchor = attributes.get("text-anchor") ?? "start";
    const shift = (anchor === "start" ? 0 : anchor === "middle" ? 0.5 : 1) * widthOf(text, size);
    const [x, y] = [Number(attributes.get("x")), Number(attributes.get("y"))];
    const isUpright = !attributes.has("transform");
    const matrix = isUpright
      ? numbers(1, 0, 0, -1, x - shift, y)
      : numbers(0, -1, -1, 0, x, y + shift);
    this.#content.push(`BT 0 g /F ${numbers(size)} Tf ${matrix} Tm ${literal(text)} Tj ET`);
  }
}

/** Default size in the SVG documents of plots. */
const FONT_SIZE = 12;

interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  /** The text after the tag, unescaped. */
  readonly text: string;
}

/** Tags in their order, without comments. */
function elementsOf(svg: string): readonly Element[] {
  const plain = svg.replace(/<!--[\s\S]*?-->/g, "");
  return [...plain.matchAll(/<(\w+)((?:\s[\w:-]+="[^"]*")*)\s*\/?>([^<]*)/g)].map(
    ([, name = "", words = "", text = ""]) => ({
      name,
      attributes: new Map(
        [...words.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
          key,
          unescaped(value),
        ]),
      ),
      text: unescaped(text),
    }),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function lengthOf(text: string): number {
  const parts = /^([\d.]+)(px|mm|)$/.exec(text);
  invariant(parts !== null, `'${text}' is not a length of plots`);
  return Number(parts[1]) * (UNITS[parts[2] ?? ""] as number);
}

/** Operators for a path; arcs are half circles from left to right or back, as in marks. */
function pathOf(data: string): string {
  const operators: string[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const line = (toX: number, toY: number): void => {
    [x, y] = [toX, toY];
    operators.push(`${numbers(x, y)} l`);
  };
  for (const [, command = "", words = ""] of data.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const [a = 0, b = 0, ...rest] = (words.match(/-?[\d.]+/g) ?? []).map(Number);
    switch (command) {
      case "M":
      case "m":
        [x, y] = command === "M" ? [a, b] : [x + a, y + b];
        [startX, startY] = [x, y];
        operators.push(`${numbers(x, y)} m`);
        break;
      case "L":
        line(a, b);
        break;
      case "l":
        line(x + a, y + b);
        break;
      case "H":
        line(a, y);
        break;
      case "h":
        line(x + a, y);
        break;
      case "V":
        line(x, a);
        break;
      case "v":
        line(x, y + a);
        break;
      case "a": {
        const across = rest.at(-2) ?? 0;
        operators.push(halfCircle(x, y, across));
        x += across;
        break;
      }
      case "z":
        [x, y] = [startX, startY];
        operators.push("h");
        break;
      default:
        invariant(false, `paths of plots have no command '${command}'`);
    }
  }
  return operators.join(" ");
}

/** Distance of the control points of a quarter circle's curve, relative to its radius. */
const KAPPA = 0.5523;

/** Counter-clockwise, as sweep flag 0 requires. */
function halfCircle(x: number, y: number, across: number): string {
  const radius = across / 2;
  const control = radius * KAPPA;
  const middle = x + radius;
  return [
    `${numbers(x, y + control, middle - control, y + radius, middle, y + radius)} c`,
    `${numbers(middle + control, y + radius, x + across, y + control, x + across, y)} c`,
  ].join(" ");
}

function colorOf(text: string): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex === null) return "0 0 0";
  return numbers(...hex.slice(1).map((part) => Number.parseInt(part, 16) / 255));
}

function numbers(...values: readonly number[]): string {
  return values.map((value) => String(Number(value.toFixed(3)))).join(" ");
}

/** Punctuation that Windows' character set has beyond Latin-1. */
const WINDOWS: Readonly<Record<string, number>> = {
  "–": 0x96,
  "—": 0x97,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "…": 0x85,
  "€": 0x80,
  "•": 0x95,
  "−": 0x2d,
};

/** Codes of WinAnsiEncoding; missing characters become question marks. */
function codesOf(text: string): readonly number[] {
  return [...text].map((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isKnown = (code >= 32 && code < 127) || (code >= 160 && code < 256);
    return isKnown ? code : (WINDOWS[letter] ?? 0x3f);
  });
}

function literal(text: string): string {
  const letters = codesOf(text).map((code) => {
    const letter = String.fromCharCode(code);
    if (code > 126) return `\\${code.toString(8)}`;
    return /[()\\]/.test(letter) ? `\\${letter}` : letter;
  });
  return `(${letters.join("")})`;
}

/** Widths of Helvetica's letters from the blank to the tilde, in thousandths of the size (Adobe's metrics). */
const WIDTHS = (
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 " +
  "278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 " +
  "611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 " +
  "556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
)
  .split(" ")
  .map(Number);

const OTHER_WIDTH = 556;

function widthOf(text: string, size: number): number {
  const sum = codesOf(text).reduce((all, code) => all + (WIDTHS[code - 32] ?? OTHER_WIDTH), 0);
  return (sum / 1000) * size;
}

function streamOf(entries: string, content: string): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;
}

/** On white: unpainted pixels show the paper. */
function pictureObject({ pixels, width, height }: Picture): string {
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const opacity = (pixels[pixel * 4 + 3] as number) / 255;
    for (let color = 0; color < 3; color++) {
      const value = pixels[pixel * 4 + color] as number;
      bytes[pixel * 3 + color] = Math.round(255 + (value - 255) * opacity);
    }
  }
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter[/ASCIIHexDecode/RunLengthDecode]`;
  return streamOf(entries, `${runLengths(bytes)}>`);
}

/** ISO 32000-1, 7.4.5, as hexadecimal digits. */
function runLengths(bytes: Uint8Array): string {
  const hex = (value: number): string => value.toString(16).padStart(2, "0");
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const value = bytes[at] as number;
    let run = 1;
    while (run < 128 && bytes[at + run] === value) run++;
    if (run > 1) {
      parts.push(hex(257 - run), hex(value));
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < bytes.length && end - at < 128 && bytes[end] !== bytes[end + 1]) end++;
    parts.push(hex(end - at - 1), ...[...bytes.subarray(at, end)].map(hex));
    at = end;
  }
  parts.push("80");
  return parts.join("");
}
