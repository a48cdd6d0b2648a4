/**
 * Invariants of a variable while its lock is free: its published values, if no thread leaves another one in it
 * without holding the lock, once there are threads.
 */

import type {
  AbstractState,
  PlacedObject,
  ProgramLayout,
  ResidueClass,
} from "../../abstract-interpretation/index.ts";
import {
  canonical,
  contains,
  fullRange,
  type Integer,
  IntegerSymbol,
  isInteger,
  type Range,
  range,
} from "../../abstract-interpretation/index.ts";
import type { GuardedInvariant } from "../../analysis-core/index.ts";
import { constantText } from "../../analysis-core/index.ts";
import type { IntegerValueType, MemoryObject } from "../../cfa/index.ts";
import type { Situation } from "../race-freedom/situations.ts";
import type { Access } from "../race-freedom/thread.ts";
import type { HeldLock } from "../race-freedom/thread-state.ts";
import type { Interference } from "./interference.ts";
import type { PublishedMemory } from "./published-memory.ts";

interface Candidate {
  readonly object: MemoryObject;
  readonly lock: MemoryObject | undefined;
  readonly range: Range;
}

export class GuardedRanges {
  readonly #candidates = new Map<number, Candidate>();

  constructor(interference: Interference, memory: PublishedMemory, layout: ProgramLayout) {
    for (const { slot, accesses } of interference.cells) {
      const placed = layout.statics.find(
        (each) => each.slot === slot && each.object.scalar !== undefined,
      );
      const candidate = placed && candidateOf(placed, accesses, memory);
      if (candidate !== undefined) this.#candidates.set(slot, candidate);
    }
  }

  /** Looks at a thread at a place where its values may be hidden from other threads. */
  look(state: AbstractState, situation: Situation, hides: (slot: number) => boolean): void {
    for (const slot of [...this.#candidates.keys()]) {
      if (hides(slot)) this.lookAt(state, situation, slot);
    }
  }

  /** A value of a cell that no other thread may see. */
  lookAt(state: AbstractState, { context, state: known }: Situation, slot: number): void {
    const candidate = this.#candidates.get(slot);
    if (candidate === undefined || known.atomic > 0) return;
    if (context.thread.parent === undefined && known.created.size === 0) return;
    const { lock } = candidate;
    if (lock !== undefined && known.locks.some((held) => objectOf(held) === lock)) return;
    const value = state.slots[slot];
    const isNumeric = value !== undefined && (isInteger(value) || value instanceof IntegerSymbol);
    const isInside = isNumeric && contains(candidate.range, state.rangeOf(value));
    if (!isInside) this.#candidates.delete(slot);
  }

  get all(): readonly GuardedInvariant[] {
    return [...this.#candidates.values()].map(({ object, lock, range: values }) => ({
      objects: [object],
      text: rangeText(object, values),
      ...(lock === undefined ? {} : { lock }),
    }));
  }
}

function candidateOf(
  { object, slot }: PlacedObject,
  accesses: readonly Access[],
  memory: PublishedMemory,
): Candidate | undefined {
  const content = memory.content(slot);
  const { scalar } = object;
  if (object.kind !== "global" || scalar?.kind !== "int") return undefined;
  if (content === undefined || !("range" in content)) return undefined;
  const full = fullRange(scalar);
  const { low, high } = content.range;
  const residue = congruenceInC(content.range, full);
  if (low <= full.low && high >= full.high && residue === undefined) return undefined;
  const writes = accesses.filter(
    ({ isWrite, thread, created }) => isWrite && (thread.parent !== undefined || created.size > 0),
  );
  const [first, ...others] = writes.map(({ locks }) => new Set(locks.map(objectOf)));
  const common = [...(first ?? [])].find(
    (lock) => lock !== undefined && others.every((locks) => locks.has(lock)),
  );
  const bounds = range(low, high);
  return { object, lock: common, range: residue === undefined ? bounds : { ...bounds, residue } };
}

/** The congruence of values, where C can express it: the remainder of a negative dividend is negative. */
function congruenceInC({ low, residue }: Range, full: Range): ResidueClass | undefined {
  if (residue === undefined || residue.modulus > full.high) return undefined;
  return low >= 0 || residue.value === 0n ? residue : undefined;
}

/** A mutex that is a whole object, and exclusively held. */
function objectOf({ targets, type, mode }: HeldLock): MemoryObject | undefined {
  const [only, another] = targets;
  if (only === undefined || another !== undefined || type !== "mutex" || mode !== "exclusive") {
    return undefined;
  }
  const { place, offset, stride } = only;
  const isWhole = place.kind === "object" && offset === 0 && stride === 0;
  return isWhole && place.object.kind === "global" ? place.object : undefined;
}

function rangeText(object: MemoryObject, { low, high, residue }: Range): string {
  const { name } = object;
  const type = object.scalar as IntegerValueType;
  const variable = { name, object, bits: type.bits, isSigned: type.signed };
  const constant = (bound: Integer): string => constantText(BigInt(bound), variable);
  if (low === high) return `${name} == ${constant(low)}`;
  const full = fullRange(type);
  const bounds = [
    ...(low > full.low ? [`${constant(low)} <= ${name}`] : []),
    ...(high < full.high ? [`${name} <= ${constant(high)}`] : []),
  ];
  if (residue !== undefined) {
    const [modulus, rest] = [canonical(residue.modulus), canonical(residue.value)];
    bounds.push(`${name} % ${constant(modulus)} == ${constant(rest)}`);
  }
  return bounds.length === 1 ? (bounds[0] as string) : `(${bounds.join(" && ")})`;
}
