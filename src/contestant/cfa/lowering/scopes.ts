/**
 * Blocks and the jumps between them: a jump must end the lifetimes in the blocks that it leaves.
 */

import type { TextRange } from "../../../ground/util/text-position.ts";
import type { FunctionSymbol, Variable } from "../../cfront/index.ts";
import type { CfaNode, MemoryObject } from "../model/cfa.ts";

/**
 * A block. Only objects that some pointer may designate are listed: the end of others cannot be
 * observed.
 */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly objects: MemoryObject[];
  /** The actions when the block is left, in order of declaration. */
  readonly endings: Ending[];
}

export type Ending =
  /** The hidden pointer of a variable-length array. */
  | { readonly kind: "variable-array"; readonly pointer: MemoryObject }
  /** GNU: a function is called with the address of the variable. */
  | { readonly kind: "cleanup"; readonly variable: Variable; readonly symbol: FunctionSymbol };

export function newScope(parent: Scope | undefined): Scope {
  return { parent, objects: [], endings: [] };
}

/** A position in a block: from there, earlier declarations have to be ended. */
export interface ScopePosition {
  readonly scope: Scope;
  readonly endings: number;
}

export interface JumpTarget {
  readonly node: CfaNode;
  /** From the innermost block outwards; set when the target has been reached in the text. */
  position: readonly ScopePosition[] | undefined;
}

/** A jump whose edges are made when all blocks are complete. */
export interface PendingJump {
  readonly source: CfaNode;
  readonly range: TextRange;
  readonly target: JumpTarget;
  /** From the innermost block outwards. */
  readonly from: readonly ScopePosition[];
}

export function chainOf(scope: Scope): ScopePosition[] {
  const chain: ScopePosition[] = [];
  for (let part: Scope | undefined = scope; part !== undefined; part = part.parent) {
    chain.push({ scope: part, endings: part.endings.length });
  }
  return chain;
}

export interface EndedObjects {
  readonly objects: readonly MemoryObject[];
  /** In the order of execution. */
  readonly endings: readonly Ending[];
}

/**
 * Returns the endings on a jump; undefined when it passes a declaration whose object would have to
 * be ended later.
 */
export function endedByJump(
  from: readonly ScopePosition[],
  to: readonly ScopePosition[],
): EndedObjects | undefined {
  const left = new Map(from.map(({ scope, endings }) => [scope, endings]));
  const reached = new Map(to.map(({ scope, endings }) => [scope, endings]));
  for (const { scope, endings } of to) {
    if (endings > (left.get(scope) ?? 0)) return undefined;
  }
  const objects: MemoryObject[] = [];
  const endings: Ending[] = [];
  for (const position of from) {
    const { scope } = position;
    const kept = reached.get(scope);
    if (kept === undefined) objects.push(...scope.objects);
    endings.push(...scope.endings.slice(kept ?? 0, position.endings).reverse());
  }
  return { objects, endings };
}
