/**
 * `if (__agon_mentions("feof ferror"))` in a library model: whether the program names one of these functions. State that
 * a program cannot observe is not followed, so that models of functions which every program calls stay small.
 */
import {
  type Expression as Ast,
  type AstPart,
  type FunctionDefinition,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";

/** The names that a condition of a model asks for; undefined for any other condition. */
export function namesAskedFor(condition: Ast): readonly string[] | undefined {
  let bare = condition;
  while (bare.kind === "cast" || (bare.kind === "binary" && bare.operator === "!=")) {
    bare = bare.kind === "cast" ? bare.operand : bare.left;
  }
  if (bare.kind !== "call") return undefined;
  const callee = withoutDecay(bare.callee);
  const [argument] = bare.arguments;
  if (callee.kind !== "function" || callee.symbol.name !== "__agon_mentions") return undefined;
  const text = argument && withoutDecay(argument);
  if (text?.kind !== "string") return undefined;
  return String.fromCharCode(...text.bytes.subarray(0, -1)).split(" ");
}

function withoutDecay(expression: Ast): Ast {
  let bare = expression;
  while (bare.kind === "decay" || bare.kind === "cast") bare = bare.operand;
  return bare;
}

/** Names of all functions that a program mentions, in functions and in initialisers of objects. */
export function functionsMentioned(
  definitions: Iterable<FunctionDefinition>,
  globals: Iterable<Variable>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (root: AstPart): void =>
    walkAst(root, (part) => {
      if (part.kind === "function") found.add(part.symbol.name);
      return undefined;
    });
  for (const { body } of definitions) visit(body);
  for (const { initializer } of globals) {
    for (const { value } of initializer?.items ?? []) visit(value);
  }
  return found;
}
