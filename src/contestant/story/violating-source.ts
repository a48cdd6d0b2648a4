/**
 * Finds the part of the source of a violation: the automata contain operations, readers need the
 * text.
 */

import type { TextRange } from "../../ground/util/text-position.ts";
import type { CfaEdge, Expression } from "../cfa/index.ts";
import { type AstPart, type Expression as SourceExpression, walkAst } from "../cfront/index.ts";
import type { LoadedProgram } from "../program/index.ts";

const MAX_SOURCE = 100;

/** A piece of source on one line, shortened. */
export function sourceLine(text: string, { start, end }: TextRange): string {
  const line = text
    .slice(start, Math.min(end, start + 4 * MAX_SOURCE))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > MAX_SOURCE ? `${line.slice(0, MAX_SOURCE - 1)}…` : line;
}

/**
 * Returns the source of an operation on an edge: its own text, where the automata have it, else
 * that of the statement.
 */
export function operationText(
  { program }: LoadedProgram,
  edge: CfaEdge,
  expression: Expression | undefined,
): string {
  const range = expression !== undefined && "range" in expression ? expression.range : undefined;
  return sourceLine(program.text, range ?? edge.range).replace(/\s*;$/, "");
}

/**
 * Returns the source of an access on an edge through an address: `a[i]`, `*p`, `p->next`. Of
 * several, the one that begins with the object from which the address starts.
 */
export function accessText(
  { program, unit, machine }: LoadedProgram,
  edge: CfaEdge,
  address: Expression | undefined,
): string {
  const found = accessesIn(unit, edge.range);
  const root = address === undefined ? undefined : rootName(address);
  const fitting = found.find(({ text }) => root !== undefined && startsWith(text, root));
  return (
    fitting?.text ?? found[0]?.text ?? operationText({ program, unit, machine }, edge, undefined)
  );

  function accessesIn(
    { functions, text }: LoadedProgram["unit"],
    range: TextRange,
  ): { readonly text: string; readonly start: number }[] {
    const accesses: { text: string; start: number }[] = [];
    const visit = (part: AstPart): boolean => {
      if (part.range.end < range.start || part.range.start >= range.end) return false;
      const isInside = part.range.start >= range.start && part.range.end <= range.end;
      if (isInside && isAccess(part)) {
        accesses.push({ text: sourceLine(text, part.range), start: part.range.start });
      }
      return true;
    };
    const definition = functions.get(edge.source.functionName)?.definition;
    if (definition !== undefined) walkAst(definition.body, visit);
    // The longest first: in `p->next->x`, the outer access contains the whole path.
    return accesses.sort((a, b) => a.start - b.start || b.text.length - a.text.length);
  }
}

function isAccess(part: AstPart): part is SourceExpression {
  if (part.kind === "unary") return part.operator === "dereference";
  return (
    part.kind === "member" && part.base.kind === "unary" && part.base.operator === "dereference"
  );
}

function startsWith(text: string, name: string): boolean {
  return new RegExp(`^[(*&\\s]*${name.replace(/\W/g, "\\$&")}\\b`).test(text);
}

/** Returns the name of the object from which an address starts. */
function rootName(address: Expression): string | undefined {
  switch (address.kind) {
    case "address":
      return address.target.name;
    case "load":
      return rootName(address.address);
    case "cast":
      return rootName(address.operand);
    case "binary":
      return rootName(address.left);
    default:
      return undefined;
  }
}
