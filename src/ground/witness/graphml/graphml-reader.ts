/**
 * Reads GraphML as its text arrives: each child of `graphml` and `graph` is delivered as a small
 * tree when it closes, so that memory grows with the largest of them and not with the file. A
 * document type is skipped and never loaded; one with declarations of its own is refused, and the
 * only entities are XML's own, so that nothing can be expanded or fetched.
 */
import { SaxesParser } from "saxes";
import { InputError } from "../../util/errors.ts";

/** An element with the position where its tag starts, from 1. */
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
  readonly #file: string;
  readonly #handler: GraphmlHandler;
  readonly #parser = new SaxesParser({ position: true, xmlns: false } as const);
  /** Open elements below the shells. */
  readonly #open: Building[] = [];
  readonly #shells: ElementKind[] = [];
  #start = { line: 1, column: 1 };
  #lengthSinceElement = 0;

  /** `file` is used for messages only. */
  constructor(file: string, handler: GraphmlHandler) {
    this.#file = file;
    this.#handler = handler;
    const parser = this.#parser;
    parser.on("error", ({ message }) => this.#fault(message.replace(/^.*?\d+:\d+: /, "")));
    parser.on("xmldecl", ({ encoding = "utf-8" }) => {
      if (!/^(utf-?8|us-ascii)$/i.test(encoding)) {
        this.#fault(`the encoding is ${encoding}, expected UTF-8`);
      }
    });
    parser.on("doctype", (text) => {
      if (text.includes("[")) this.#fault("a document type with declarations is not allowed");
    });
    parser.on("opentagstart", ({ name }) => {
      // The position of the parser is behind the character after the name.
      this.#start = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) };
    });
    parser.on("opentag", ({ name, attributes }) => this.#openTag(name, attributes));
    parser.on("closetag", () => this.#closeTag());
    const onText = (text: string): void => {
      const current = this.#open.at(-1);
      if (current !== undefined) current.text = (current.text ?? "") + text;
    };
    parser.on("text", onText);
    parser.on("cdata", onText);
  }

  /** @throws InputError with the position of the first fault. */
  write(text: string): void {
    this.#lengthSinceElement += text.length;
    this.#parser.write(text);
    if (this.#lengthSinceElement > MAX_ELEMENT) {
      this.#fault(`more than ${MAX_ELEMENT / 1e6} MB without a complete element of the graph`);
    }
  }

  /** Call after the last text. */
  close(): void {
    this.#parser.close();
  }

  #openTag(qualifiedName: string, attributes: Readonly<Record<string, string>>): void {
    const name = qualifiedName.slice(qualifiedName.lastIndexOf(":") + 1);
    const shell = { name, attributes, ...this.#start };
    if (this.#open.length === 0) {
      if (this.#shells.length === 0 && name !== "graphml") {
        this.#fault(`the document root is <${name}>, expected <graphml>`);
      }
      if (this.#shells.length === 0 || (this.#shells.length === 1 && name === "graph")) {
        const kind = name as ElementKind;
        this.#shells.push(kind);
        this.#handler.onOpen?.(kind, shell);
        return;
      }
    }
    if (this.#open.length >= MAX_DEPTH) this.#fault("the nesting is too deep");
    this.#open.push({ ...shell, children: [], text: undefined });
  }

  #closeTag(): void {
    const closed = this.#open.pop();
    if (closed === undefined) {
      this.#shells.pop();
      return;
    }
    const element: GraphmlElement = { ...closed, text: closed.text?.trim() };
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      parent.children.push(element);
    } else {
      this.#lengthSinceElement = 0;
      this.#handler.onElement(element, this.#shells.at(-1) as ElementKind);
    }
  }

  #fault(message: string): never {
    throw new InputError([
      {
        severity: "error",
        code: "xml-syntax",
        message,
        file: this.#file,
        line: this.#parser.line,
        column: Math.max(1, this.#parser.column),
      },
    ]);
  }
}
