/**
 * Reads GraphML as its text arrives: each child of `graphml` and `graph` is delivered as a small
 * tree when it closes, so that memory grows with the largest of them and not with the file. A
 * document type is skipped and never loaded; one with declarations of its own is refused, and the
 * only entities are XML's own, so that nothing can be expanded or fetched.
 */
import { encodeUtf8 } from "../../util/utf8.ts";
import { XmlScanner } from "../../util/xml-scanner.ts";

/** An element with the position where its tag starts, from 1; columns in bytes. */
export interface GraphmlElement {
  /** Without prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly GraphmlElement[];
  /** Text without surrounding white space; undefined when there is none at all (`<data/>`). */
  readonly text: string | undefined;
  readonly line: number;
  readonly column: number;
}

export type ElementKind = "graphml" | "graph";

/** `graphml` or `graph`, when it opens: its children follow one by one. */
export type GraphmlShell = Omit<GraphmlElement, "children" | "text">;

export interface GraphmlHandler {
  onOpen?(kind: ElementKind, shell: GraphmlShell): void;
  onElement(element: GraphmlElement, parent: ElementKind): void;
}

interface Building {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: GraphmlElement[];
  text: string | undefined;
  readonly line: number;
  readonly column: number;
}

const MAX_DEPTH = 16;
/** Greatest number of characters of one child of the graph, or of one text. */
const MAX_ELEMENT = 16_000_000;

export class GraphmlReader {
  readonly #handler: GraphmlHandler;
  readonly #scanner: XmlScanner;
  /** Open elements below the shells. */
  readonly #open: Building[] = [];
  readonly #shells: ElementKind[] = [];
  #lengthSinceElement = 0;
  /** The first half of a surrogate pair whose second half has not been written yet. */
  #half = "";

  /** `file` is used for messages only. */
  constructor(file: string, handler: GraphmlHandler) {
    this.#handler = handler;
    const tags = {
      open: (name: string) => this.#openTag(name),
      close: () => this.#closeTag(),
      text: (text: string) => {
        const current = this.#open.at(-1);
        if (current !== undefined) current.text = (current.text ?? "") + text;
      },
    };
    this.#scanner = new XmlScanner(file, tags, { code: "xml-syntax", maxTokenBytes: MAX_ELEMENT });
  }

  /** @throws InputError with the position of the first fault. */
  write(text: string): void {
    this.#lengthSinceElement += text.length;
    const whole = this.#half + text;
    const end = /[\ud800-\udbff]$/.test(whole) ? whole.length - 1 : whole.length;
    this.#half = whole.slice(end);
    this.#scanner.write(encodeUtf8(whole.slice(0, end)));
    if (this.#lengthSinceElement > MAX_ELEMENT) {
      const limit = `${MAX_ELEMENT / 1e6} MB`;
      this.#scanner.fault(`more than ${limit} without a complete element of the graph`);
    }
  }

  /** Call after the last text. */
  close(): void {
    if (this.#half !== "") this.#scanner.write(encodeUtf8(this.#half));
    this.#scanner.end();
  }

  #openTag(qualifiedName: string): void {
    const scanner = this.#scanner;
    const name = qualifiedName.slice(qualifiedName.lastIndexOf(":") + 1);
    const { line, column } = scanner;
    const attributes = attributesOf(scanner);
    if (this.#open.length === 0) {
      if (this.#shells.length === 0 && name !== "graphml") {
        scanner.fault(`the document root is <${name}>, expected <graphml>`);
      }
      if (this.#shells.length === 0 || (this.#shells.length === 1 && name === "graph")) {
        const kind = name as ElementKind;
        this.#shells.push(kind);
        this.#handler.onOpen?.(kind, { name, attributes, line, column });
        return;
      }
    }
    if (this.#open.length >= MAX_DEPTH) scanner.fault("the nesting is too deep");
    this.#open.push({ name, attributes, children: [], text: undefined, line, column });
    scanner.wantsText = true;
  }

  #closeTag(): void {
    const closed = this.#open.pop();
    this.#scanner.wantsText = this.#open.length > 0;
    if (closed === undefined) {
      this.#shells.pop();
      return;
    }
    closed.text = closed.text?.trim();
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.children.push(closed);
    } else {
      this.#lengthSinceElement = 0;
      this.#handler.onElement(closed, this.#shells.at(-1) as ElementKind);
    }
  }
}

function attributesOf(scanner: XmlScanner): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null);
  for (let index = 0; index < scanner.attributeCount; index++) {
    attributes[scanner.name(index)] = scanner.value(index);
  }
  return attributes;
}
