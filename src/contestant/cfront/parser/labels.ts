/** Labels of a function (C11 6.8.1) with GNU's local labels and label addresses. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { Expression } from "../ast.ts";
import type { Parser } from "./context.ts";

/** `__label__ a, b;` at the start of a block: these names are the block's own. */
export function parseLocalLabels(p: Parser): Map<string, string> {
  const labels = new Map<string, string>();
  while (p.accept("__label__")) {
    do {
      const name = p.identifier("a label name").text;
      labels.set(name, `${name}.${p.uniqueNumber()}`);
    } while (p.accept(","));
    p.expect(";", "after the local labels");
  }
  return labels;
}

/** The name of a label unique in the function: local labels of blocks are renamed. */
function resolveLabel(p: Parser, name: string): string {
  const local = p.function?.localLabels.findLast((labels) => labels.has(name));
  return local?.get(name) ?? name;
}

export function defineLabel(p: Parser, name: string, range: TextRange): string {
  const label = resolveLabel(p, name);
  if (p.function?.labels.has(label) === true) {
    p.error(range, "redefinition", `label '${name}' is defined twice in this function`);
  }
  p.function?.labels.add(label);
  return label;
}

/** Records the use of a label; whether it exists is checked at the end of the function. */
export function useLabel(p: Parser, name: string, range: TextRange): string {
  const label = resolveLabel(p, name);
  const uses = p.function?.labelUses;
  if (uses === undefined) p.error(range, "undeclared", `label '${name}' outside of a function`);
  else if (!uses.has(label)) uses.set(label, { start: range.start, end: range.end });
  return label;
}

export function checkLabels(p: Parser): void {
  const { labels, labelUses } = p.function ?? {};
  for (const [label, range] of labelUses ?? []) {
    if (labels?.has(label) === true) continue;
    const name = label.replace(/\.\d+$/, "");
    // Only names of nested functions have a dot; the label may be one of an enclosing function.
    if (p.function?.symbol.name.includes(".") === true) {
      p.unsupported(range, `a jump out of a nested function, to the label '${name}', is`);
      continue;
    }
    p.error(range, "undeclared", `label '${name}' is used but not defined in this function`);
  }
}

/** `&&label`, of type `void *`. */
export function parseLabelAddress(p: Parser): Expression {
  const { start } = p.advance();
  const name = p.identifier("a label name");
  const label = useLabel(p, name.text, name);
  return { kind: "label-address", label, type: p.types.voidPointer, range: p.rangeFrom(start) };
}
