/** Blocks and the jumps between them: what a jump leaves must end its lifetime. */
import type { TextRange } from "../util/text-position.ts";
import type { CfaNode, MemoryObject } from "./cfa.ts";

/** A block. Only objects that some pointer may designate are listed: the end of others shows nowhere. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly objects: MemoryObject[];
  /** Hidden pointers of variable-length arrays, in order of declaration. */
  readonly variableArrays: MemoryObject[];
}

export function newScope(parent: Scope | undefined): Scope {
  return { parent, objects: [], variableArrays: [] };
}

/** A place in a block: the variable-length arrays declared before it are alive there. */
export interface ScopePosition {
  readonly scope: Scope;
  readonly variableArrays: number;
}

export function positionIn(scope: Scope): ScopePosition {
  return { scope, variableArrays: scope.variableArrays.length };
}

export interface JumpTarget {
  readonly node: CfaNode;
  /** Set when the target has been reached in the text. */
  position: ScopePosition | undefined;
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
    chain.push(positionIn(part));
  }
  return chain;
}

export interface EndedObjects {
  readonly objects: readonly MemoryObject[];
  readonly variableArrays: readonly MemoryObject[];
}

/** What ends on a jump; undefined when it enters a block beside live variable-length arrays. */
export function endedByJump(
  from: readonly ScopePosition[],
  to: ScopePosition,
): EndedObjects | undefined {
  const enclosing = new Set<Scope>();
  for (let part: Scope | undefined = to.scope; part !== undefined; part = part.parent) {
    enclosing.add(part);
  }
  const objects: MemoryObject[] = [];
  const variableArrays: MemoryObject[] = [];
  for (const position of from) {
    const { scope } = position;
    const alive = scope.variableArrays.slice(0, position.variableArrays);
    if (!enclosing.has(scope)) {
      objects.push(...scope.objects);
      variableArrays.push(...alive.reverse());
    } else if (scope === to.scope) {
      variableArrays.push(...alive.slice(to.variableArrays).reverse());
      return { objects, variableArrays };
    } else {
      // Whether the block entered stands before or after a declaration here is not known.
      return alive.length > 0 ? undefined : { objects, variableArrays };
    }
  }
  return { objects, variableArrays };
}
