/**
 * Finds programs of the tests that show a row of the support table, in their texts and syntax
 * trees.
 */

import { InputError } from "../../../ground/util/errors.ts";
import {
  type CType,
  type MachineModel,
  type ParsedUnit,
  parseC,
  walkAst,
} from "../../cfront/index.ts";
import type { RowKind, SupportRow } from "./support-table.ts";

/** A program, and the names of each kind that it uses. */
export interface Example {
  readonly path: string;
  readonly uses: Readonly<Record<RowKind, ReadonlySet<string>>>;
}

/** Returns the names that a program uses; the front end may reject it. */
export function exampleOf(path: string, text: string, machine: MachineModel): Example {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, " ");
  const uses: Record<RowKind, Set<string>> = {
    attribute: new Set(),
    pragma: new Set(),
    statement: new Set(),
    expression: new Set(),
    type: new Set(),
    function: new Set(),
  };
  for (const [, list = ""] of bare.matchAll(/__attribute__\s*\(\((.*?)\)\)/g)) {
    for (const [name] of list.matchAll(/\w+/g))
      uses.attribute.add(name.replace(/^__(.*)__$/, "$1"));
  }
  for (const [, first = "", second] of bare.matchAll(/#\s*pragma\s+(\w+)(?:[ \t]+(\w+))?/g)) {
    uses.pragma.add(first).add(`${first} ${second}`);
  }
  for (const [, name = ""] of bare.matchAll(/\b(\w+)\s*\(/g)) {
    const isDefinition = new RegExp(`\\b${name}\\s*\\([^;(){}]*\\)\\s*\\{`).test(bare);
    if (!isDefinition) uses.function.add(name);
    if (name.startsWith("__VERIFIER_nondet_")) uses.function.add("__VERIFIER_nondet_");
  }
  addTree(unitOf(path, text, machine), uses);
  return { path, uses };
}

function unitOf(path: string, text: string, machine: MachineModel): ParsedUnit | undefined {
  try {
    return parseC(path, text, machine);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const STATEMENT_KINDS =
  /^(?:compound|declaration|if|while|do|for|switch|case|default|label|goto|computed-goto|break|continue|return|asm)$/;

function addTree(unit: ParsedUnit | undefined, uses: Record<RowKind, Set<string>>): void {
  for (const { definition } of unit?.functions.values() ?? []) {
    if (definition === undefined) continue;
    walkAst(definition.body, (part) => {
      const isStatement = STATEMENT_KINDS.test(part.kind) || !("type" in part);
      uses[isStatement ? "statement" : "expression"].add(part.kind);
      if ("type" in part) addType(part.type, uses.type);
      return undefined;
    });
  }
}

function addType(type: CType, found: Set<string>): void {
  found.add(type.kind);
  if (type.kind === "pointer") addType(type.target, found);
}

/** Returns the example that uses most names of a row, the first one of several. */
export function exampleFor(
  kind: RowKind,
  { names }: SupportRow,
  examples: readonly Example[],
): { readonly path: string; readonly names: readonly string[] } | undefined {
  let best: { readonly path: string; readonly names: readonly string[] } | undefined;
  for (const { path, uses } of examples) {
    const used = names.filter((name) => uses[kind].has(name));
    if (used.length > (best?.names.length ?? 0)) best = { path, names: used };
  }
  return best;
}
