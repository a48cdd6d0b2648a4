/**
 * Pointers to a block of their own: a local variable that is initialised with the result of an
 * allocation, and never assigned again. While two of them may be used, their blocks are separate
 * (C11 7.22.3p1): a block whose lifetime has ended is not reached through its pointer without
 * undefined behaviour, nor is one block from a pointer into another.
 */
import {
  type AstPart,
  type Expression,
  type FunctionDefinition,
  type FunctionSymbol,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { assignedIn, baseVariable } from "./function-facts.ts";

/**
 * @param definitionOf - the program's own function, or Agon's model; their results are not known to
 * be fresh
 */
export function freshBlocks(
  body: AstPart,
  definitionOf: (symbol: FunctionSymbol) => FunctionDefinition | undefined,
): ReadonlySet<Variable> {
  const fresh = new Set<Variable>();
  const changed = new Set<Variable>();
  walkAst(body, (part) => {
    if (part.kind === "declaration") {
      for (const variable of part.variables) {
        const [item, ...others] = variable.initializer?.items ?? [];
        if (variable.storage !== "local" || variable.type.kind !== "pointer") continue;
        if (item === undefined || others.length > 0) continue;
        if (isAllocation(item.value, definitionOf)) fresh.add(variable);
      }
      return undefined;
    }
    const targets = [
      ...assignedIn(part),
      ...(part.kind === "unary" && part.operator === "address" ? [part.operand] : []),
    ];
    for (const target of targets) {
      const variable = baseVariable(target);
      if (variable !== undefined) changed.add(variable);
    }
    return undefined;
  });
  return new Set([...fresh].filter((variable) => !changed.has(variable)));
}

function isAllocation(
  value: Expression,
  definitionOf: (symbol: FunctionSymbol) => FunctionDefinition | undefined,
): boolean {
  let bare = value;
  while (bare.kind === "cast") bare = bare.operand;
  if (bare.kind === "builtin") return bare.name === "alloca";
  if (bare.kind !== "call") return false;
  let callee = bare.callee;
  while (callee.kind === "decay" || callee.kind === "cast") callee = callee.operand;
  if (callee.kind !== "function" || definitionOf(callee.symbol) !== undefined) return false;
  const kind = intrinsicOf(callee.symbol.name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "alloca";
}
