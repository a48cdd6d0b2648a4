/**
 * Idle steps: a thread returns to the same node, iterations later, and memory is unchanged. Such a step can be left
 * out, since all continuations are possible without it, too: of the executions that lead to some violation, the
 * shortest have no such step. Violations within a step are recorded before. So waiting for a condition in a loop,
 * which may wake up at any time (POSIX.1-2017, `pthread_cond_wait`), and waiting for a flag, end.
 * Memory counts as unchanged only if it is certainly equal. Objects of calls that the step has left and entered
 * again correspond to each other, by their place in the function; where a pointer to one of these may exist, the
 * comparison has no result.
 */
import type { Term, TermManager } from "../../smt/index.ts";
import type { Content, Region, State, SymbolicStackFrame } from "../../symbolic/index.ts";
import { Pointer, type Value } from "../../symbolic/index.ts";
import type { Activation, ThreadPlace } from "./thread-place.ts";

/**
 * The executions of `after` in which memory differs from the memory before the step; all of them (`true`) when
 * places or memory cannot be compared. `before` has the same executions, and others.
 */
export function changedBy(
  manager: TermManager,
  start: ThreadPlace,
  before: State,
  stop: ThreadPlace,
  after: State,
): Term {
  const moved = movedFrames(start, stop);
  if (moved === undefined || before.roundingMode !== after.roundingMode) return manager.true;
  const twins = new Map<Region, Region>();
  for (const [from, to] of moved) addTwins(twins, from, to);
  const left = new Set(twins.keys());
  const made = new Set(twins.values());
  const changes: Term[] = [];
  const compare = (one: Region, other: Region): boolean => {
    const [was, is] = [before.contents.get(one), after.contents.get(other)];
    const change = difference(manager, one, was, is);
    if (change !== manager.false) changes.push(change);
    return change !== manager.true;
  };
  for (const [from, to] of twins) {
    if (!compare(from, to)) return manager.true;
  }
  for (const region of new Set([...before.contents.keys(), ...after.contents.keys()])) {
    if (left.has(region) || made.has(region) || region.hasEnded) continue;
    if (!compare(region, region)) return manager.true;
  }
  return manager.or(...changes);
}

/** Frames of calls that have been replaced, with their replacements; undefined: the places do not correspond. */
function movedFrames(
  start: ThreadPlace,
  stop: ThreadPlace,
): (readonly [SymbolicStackFrame, SymbolicStackFrame])[] | undefined {
  const moved: (readonly [SymbolicStackFrame, SymbolicStackFrame])[] = [];
  let [one, other] = [start, stop];
  if (one === other) return undefined;
  for (;;) {
    if (one.node !== other.node) return undefined;
    const [a, b] = [one.activation, other.activation];
    if (a === b) return moved;
    if (!isSameCall(a, b) || isReachable(a) || isReachable(b)) return undefined;
    moved.push([a.frame, b.frame]);
    if (a.caller === undefined || b.caller === undefined) return undefined;
    [one, other] = [a.caller.place, b.caller.place];
  }
}

function isSameCall(a: Activation, b: Activation): boolean {
  return a.fn === b.fn && a.caller?.edge === b.caller?.edge && a.isAtomic === b.isAtomic;
}

/** Whether pointers may point into the frame. */
function isReachable({ frame }: Activation): boolean {
  return frame.allocas.length > 0 || frame.objects.some(([object]) => object.isAddressTaken);
}

function addTwins(
  twins: Map<Region, Region>,
  from: SymbolicStackFrame,
  to: SymbolicStackFrame,
): void {
  for (const [object, region] of from.objects) twins.set(region, to.regionOf(object));
  twins.set(from.result, to.result);
}

function difference(
  manager: TermManager,
  { size }: Region,
  before: Content | undefined,
  after: Content | undefined,
): Term {
  if (before === after) return manager.false;
  if (isGone(manager, before) && isGone(manager, after)) return manager.false;
  if (before === undefined || after === undefined) return manager.true;
  if (before.equals(after)) return manager.false;
  const hasSameBase = before.hasSameBase(after);
  const areAlike = hasSameBase || (before.base.isUnread && after.base.isUnread);
  const areWhole = isWritten(before, size) && isWritten(after, size);
  if (before.isArray || after.isArray || !(areAlike || areWhole)) return manager.true;
  const changes = [manager.not(manager.eq(before.live, after.live))];
  for (const offset of new Set([...before.chunks.keys(), ...after.chunks.keys()])) {
    const [one, other] = [before.chunks.get(offset), after.chunks.get(offset)];
    const bytes = one?.size ?? other?.size ?? 0;
    if ((one ?? other)?.size !== (other ?? one)?.size) return manager.true;
    if (!hasSameBase && (one === undefined || other === undefined)) return manager.true;
    const same = isSame(manager, before.read(offset, bytes), after.read(offset, bytes));
    changes.push(manager.not(same));
  }
  return manager.or(...changes);
}

/** Whether every byte has been written. */
function isWritten({ chunks }: Content, size: number | undefined): boolean {
  return size === [...chunks.values()].reduce((sum, chunk) => sum + chunk.size, 0);
}

/** No access to such an object succeeds. */
function isGone(manager: TermManager, content: Content | undefined): boolean {
  return content === undefined || content.live === manager.false;
}

function isSame(manager: TermManager, a: Value, b: Value): Term {
  if (a === b) return manager.true;
  if (!(a instanceof Pointer) && !(b instanceof Pointer)) {
    return a.width === b.width ? manager.eq(a, b) : manager.false;
  }
  if (!(a instanceof Pointer && b instanceof Pointer)) return manager.false;
  const pairs = a.targets.flatMap((one) =>
    b.targets
      .filter(({ region }) => region === one.region)
      .map((other) => manager.and(one.guard, other.guard, manager.eq(one.offset, other.offset))),
  );
  return manager.or(...pairs);
}
