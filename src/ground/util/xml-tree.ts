import type { Diagnostic } from "./diagnostic.ts";
import { encodeUtf8 } from "./utf8.ts";
import { XmlScanner } from "./xml-scanner.ts";

/** An element of a small document, such as a definition. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text before the first child, as written; undefined when there is none. */
  readonly text: string | undefined;
  /** Line of the start tag, from 1. */
  readonly line: number;
  readonly column: number;
}

/** Reads a whole document. @throws InputError with the position of the first fault. */
export function parseXmlTree(content: string | Uint8Array, file: string): XmlElement {
  interface Open {
    readonly element: XmlElement;
    readonly children: XmlElement[];
    text: string;
  }
  const path: Open[] = [];
  let root: XmlElement | undefined;
  const scanner: XmlScanner = new XmlScanner(file, {
    open(name) {
      const attributes = new Map<string, string>();
      for (let index = 0; index < scanner.attributeCount; index++) {
        attributes.set(scanner.name(index), scanner.value(index));
      }
      const children: XmlElement[] = [];
      const { line, column } = scanner;
      path.push({
        element: { name, attributes, children, text: undefined, line, column },
        children,
        text: "",
      });
      scanner.wantsText = true;
    },
    text(text) {
      const open = path.at(-1);
      if (open !== undefined && open.children.length === 0) open.text += text;
    },
    close() {
      const { element, text } = path.pop() as Open;
      const finished = text === "" ? element : { ...element, text };
      const parent = path.at(-1);
      if (parent === undefined) root = finished;
      else parent.children.push(finished);
      scanner.wantsText = path.length > 0;
    },
  });
  scanner.write(typeof content === "string" ? encodeUtf8(content) : content);
  scanner.end();
  return root as XmlElement;
}

/** A finding at the start tag of an element. */
export function elementDiagnostic(
  { line, column }: XmlElement,
  file: string,
  code: string,
  message: string,
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  return { severity, code, message, file, line, column };
}
