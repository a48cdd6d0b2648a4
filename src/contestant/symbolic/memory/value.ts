/**
 * Symbolic values: a bit-vector term for integers and floats (IEEE bit
 * pattern), a guarded set of targets for pointers.
 */
import type { Term, TermManager } from "../../smt/index.ts";
import type { Region } from "./region.ts";

export interface PointerTarget {
  /** Guards of a pointer's targets are disjoint and cover every path on which the value is used. */
  readonly guard: Term;
  readonly region: Region;
  /** In bytes, of pointer width; for the null and wild regions the whole address. */
  readonly offset: Term;
}

export class Pointer {
  readonly targets: readonly PointerTarget[];

  constructor(targets: readonly PointerTarget[]) {
    this.targets = targets;
  }
}

export type Value = Term | Pointer;

/** A pointer to one region. */
export function pointerTo(manager: TermManager, region: Region, offset: Term): Pointer {
  return new Pointer([{ guard: manager.true, region, offset }]);
}

/** `condition ? a : b` on pointers; targets in one region are merged. */
export function selectPointer(
  manager: TermManager,
  condition: Term,
  a: Pointer,
  b: Pointer,
): Pointer {
  if (a === b || condition === manager.true) return a;
  if (condition === manager.false) return b;
  const negated = manager.not(condition);
  const targets: PointerTarget[] = [];
  const rest = new Map<Region, PointerTarget>();
  for (const target of b.targets) rest.set(target.region, target);
  for (const target of a.targets) {
    const twin = rest.get(target.region);
    if (twin === undefined) {
      push(manager, targets, { ...target, guard: manager.and(condition, target.guard) });
      continue;
    }
    rest.delete(target.region);
    push(manager, targets, {
      guard:
        twin.guard === target.guard ? twin.guard : manager.ite(condition, target.guard, twin.guard),
      region: target.region,
      offset:
        twin.offset === target.offset
          ? twin.offset
          : manager.ite(condition, target.offset, twin.offset),
    });
  }
  for (const target of b.targets) {
    if (rest.get(target.region) !== target) continue;
    push(manager, targets, { ...target, guard: manager.and(negated, target.guard) });
  }
  return new Pointer(targets);
}

function push(manager: TermManager, targets: PointerTarget[], target: PointerTarget): void {
  if (target.guard !== manager.false) targets.push(target);
}
