/** GraphML by the package `saxes`: an implementation that Agon's own reader is compared with. */
import { SaxesParser } from "saxes";

export interface SaxesElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SaxesElement[];
  text: string | undefined;
}

/** The children of `graph`, in the form in which `GraphmlReader` delivers them, without positions. */
export function saxesElements(text: string): readonly SaxesElement[] {
  const found: SaxesElement[] = [];
  const open: SaxesElement[] = [];
  const parser = new SaxesParser({ position: true, xmlns: false } as const);
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    open.push({ name, attributes, children: [], text: undefined });
  });
  parser.on("closetag", () => {
    const { text: inside, ...closed } = open.pop() as SaxesElement;
    const element = { ...closed, text: inside?.trim() };
    if (open.length > 2) open.at(-1)?.children.push(element);
    else if (open.length === 2) found.push(element);
  });
  const onText = (piece: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current.text = (current.text ?? "") + piece;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.write(text).close();
  return found;
}
