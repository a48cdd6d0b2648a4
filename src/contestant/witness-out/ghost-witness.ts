/**
 * Correctness witnesses of programs with threads, like those of Goblint: one ghost variable states
 * whether there are threads, and one for each mutex whether a thread holds it. So invariants can
 * describe states in which no thread holds the lock (Erhard, Bentele, Heizmann, Klumpp, Saan,
 * Schüssele, Schwarz, Seidl, Tilscher, Vojdani: "Correctness witnesses for concurrent programs",
 * VMCAI 2025).
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type {
  CorrectnessWitness,
  GhostUpdate,
  Invariant,
  Location,
} from "../../ground/witness/index.ts";
import type { GuardedInvariant } from "../analysis-core/index.ts";
import {
  type CallEdge,
  type CfaNode,
  type CfaProgram,
  constantAddress,
  type FunctionCfa,
  type MemoryObject,
  nodesInAtomicBlocks,
} from "../cfa/index.ts";
import { type ThreadEffect, threadEffectOf } from "../pointers/index.ts";

/** The effect of a call statement on other threads. */
interface SynchronisingCall {
  readonly edge: CallEdge;
  readonly fn: FunctionCfa;
  readonly effect: ThreadEffect;
  readonly offset: number;
}

const MAX_INVARIANTS = 60;

/**
 * Returns the witness with the invariants of guarded variables, where they can be expressed;
 * otherwise the given one.
 */
export function withGuards(
  program: CfaProgram,
  witness: CorrectnessWitness,
  guards: readonly GuardedInvariant[],
): CorrectnessWitness {
  const calls = synchronisingCalls(program);
  if (calls === undefined) return witness;
  const locks = sayableLocks(program, calls);
  const named = guards.filter(
    ({ objects, lock }) =>
      objects.every((object) => isNamed(program, object)) &&
      (lock === undefined || (isNamed(program, lock) && locks.has(lock))),
  );
  if (named.length === 0) return witness;
  const used = [...new Set(named.flatMap(({ lock }) => lock ?? []))];
  const flags = new Map(used.map((lock) => [lock, freshName(program, `${lock.name}_locked`)]));
  const threads = freshName(program, "multithreaded");
  const updates: GhostUpdate[] = [];
  const places: { readonly location: Location; readonly fn: FunctionCfa }[] = [];
  const lines = new LineIndex(program.text);
  for (const { edge, fn, effect, offset } of calls) {
    const location = { file: program.fileName, ...lines.positionOf(offset), function: fn.name };
    // No thread need hold a lock there.
    const isPlace = ["lock", "join", "create"].includes(effect.kind);
    if (isPlace && !isInAtomicBlock(fn, edge.source)) places.push({ location, fn });
    const update = (variable: string, expression: string): void => {
      updates.push({ location, assignments: [{ variable, expression }] });
    };
    if (effect.kind === "create") update(threads, "1");
    const lock = lockOf(edge);
    const flag = lock && flags.get(lock);
    if (flag === undefined) continue;
    if (effect.kind === "lock") update(flag, "1");
    if (effect.kind === "unlock") update(flag, "0");
  }
  const invariants = places.flatMap(({ location, fn }) =>
    named
      .filter(({ objects }) => objects.every((object) => isVisible(fn, object)))
      .map((guard): Invariant => {
        const held = guard.lock === undefined ? [] : [flags.get(guard.lock)];
        const expression = [`!${threads}`, ...held, guard.text].join(" || ");
        return { type: "location_invariant", location, expression, format: "c_expression" };
      }),
  );
  const names = [threads, ...flags.values()];
  return {
    ...witness,
    invariants: [...witness.invariants, ...invariants.slice(0, MAX_INVARIANTS)],
    ghosts: {
      variables: names.map((name) => ({ name, type: "int", initial: "0" })),
      updates,
    },
  };
}

function isInAtomicBlock(fn: FunctionCfa, node: CfaNode): boolean {
  return nodesInAtomicBlocks(fn)?.has(node) !== false;
}

/** Whether no variable of the function has its name. */
function isVisible({ locals }: FunctionCfa, { name }: MemoryObject): boolean {
  return locals.every(({ variable }) => variable?.name !== name);
}

/** Returns undefined where one is no statement by itself, or may be called by another name. */
function synchronisingCalls(program: CfaProgram): readonly SynchronisingCall[] | undefined {
  const calls: SynchronisingCall[] = [];
  const offsets = new Set<number>();
  for (const fn of program.functions.values()) {
    if (fn.isLibrary) continue;
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call") continue;
      if (edge.callee.kind !== "address") return undefined;
      const effect = threadEffectOf(edge.callee.target.name);
      if (effect === undefined || effect.kind === "none") continue;
      const offset = edge.range.start;
      if (!isStatement(program.text, offset) || offsets.has(offset)) return undefined;
      offsets.add(offset);
      calls.push({ edge, fn, effect, offset });
    }
  }
  return calls;
}

/** Whether the offset follows the end of a statement, or the beginning of a block. */
function isStatement(text: string, offset: number): boolean {
  return /[;{}]\s*$/.test(text.slice(0, offset).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""));
}

/** Returns the mutexes that only locking and unlocking acquires and releases. */
function sayableLocks(
  program: CfaProgram,
  calls: readonly SynchronisingCall[],
): ReadonlySet<MemoryObject> {
  const sayable = new Set<MemoryObject>();
  const others = new Set<MemoryObject>();
  for (const { edge, effect } of calls) {
    const lock = lockOf(edge);
    switch (effect.kind) {
      case "lock":
      case "unlock":
        // The lock of every call must be known.
        if (lock === undefined) return new Set();
        if (effect.kind === "lock" && effect.busy.length > 0) others.add(lock);
        else sayable.add(lock);
        break;
      case "await":
      case "set-mutex-type":
        return new Set();
      default:
        break;
    }
  }
  const isPlain = ({ initial }: MemoryObject): boolean =>
    initial.every(({ value }) => value.kind === "integer" && value.value === 0n);
  return new Set(
    [...sayable].filter(
      (lock) => program.globals.includes(lock) && isPlain(lock) && !others.has(lock),
    ),
  );
}

function lockOf({ arguments: [first] }: CallEdge): MemoryObject | undefined {
  if (first?.kind !== "scalar") return undefined;
  const place = constantAddress(first.value);
  return place?.offset === 0n ? place.object : undefined;
}

/** Whether the name of the object denotes it everywhere. */
function isNamed({ globals }: CfaProgram, object: MemoryObject): boolean {
  const { variable } = object;
  if (variable?.storage !== "global" || !/^[A-Za-z_]\w*$/.test(variable.name)) return false;
  return globals.every((other) => other === object || other.variable?.name !== variable.name);
}

function freshName({ text }: CfaProgram, wanted: string): string {
  let name = wanted;
  for (let i = 1; new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text); i++) name = `${wanted}_${i}`;
  return name;
}
