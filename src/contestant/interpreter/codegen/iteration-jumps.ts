/** Code at loop heads that skips many iterations (runtime/iteration-jump.ts). */
import {
  addressOf,
  type CfaNode,
  type Cycle,
  countingLoops,
  type FunctionCfa,
  type IntegerValueType,
  integerType,
  type MemoryObject,
  pointerType,
} from "../../cfa/index.ts";
import type { JumpingLoop } from "../runtime/iteration-jump.ts";
import { castCode, codeOf } from "./casts.ts";
import { expressionCode } from "./expressions.ts";
import { registerTag, tracksOpenness } from "./openness-tags.ts";
import { storeCode } from "./scalars.ts";
import type { Writer } from "./writer.ts";

/** Iterations before the first look-ahead, which takes as long as many of them. */
const ITERATIONS_BEFORE = 2000;
/** Iterations before the next look-ahead after one without a result. */
const ITERATIONS_AFTER_NOTHING = 200_000;
const WIDE = integerType(128, true);

/** Counts iterations, and jumps when there were many. */
export function iterationJump(w: Writer, cfa: FunctionCfa, head: CfaNode): void {
  if (!mayJump(w)) return;
  const loops = countingLoops(cfa);
  const counting = loops.get(head);
  const first = head.leaving[0];
  if (counting === undefined || first === undefined) return;
  const { cycles, outer } = counting;
  const loop = jumpingLoop(cycles);
  const index = w.tables.loops.push(loop) - 1;
  const counter = w.counterOf(head);
  w.begin(first);
  const known = knownValues(w, loop.read);
  if (known === undefined) return;
  w.emit(`if ((${counter} = ${counter} + 1 | 0) > ${ITERATIONS_BEFORE}${known}) {`);
  const values = loop.read.map((object) => {
    const address = addressOf(object, pointerType(w.pointerBits / 8));
    const load = { kind: "load", type: typeOf(object), address } as const;
    return codeOf(expressionCode(w, { kind: "cast", type: WIDE, operand: load }));
  });
  const ahead = w.temporary();
  w.emit(`${ahead} = RUN.valuesAhead(${index}, [${values.join(", ")}]);`);
  w.emit(`if (${ahead} === undefined) ${counter} = -${ITERATIONS_AFTER_NOTHING};`);
  w.emit(`else { ${counter} = 0;`);
  // One iteration of the outer loop contains many.
  if (outer !== undefined && loops.has(outer)) {
    w.emit(`${w.counterOf(outer)} = ${ITERATIONS_BEFORE};`);
  }
  for (const [position, object] of loop.written.entries()) {
    const type = typeOf(object);
    const value = castCode(w, WIDE, type, { rep: "big", code: `${ahead}[${position}]` });
    storeCode(w, type, addressOf(object, pointerType(w.pointerBits / 8)), value);
  }
  w.emit("} }");
}

/** Whether iterations may be skipped. */
function mayJump(w: Writer): boolean {
  const { options, isThreaded } = w.context;
  return options.walksLoops !== true && !options.explores && !isThreaded;
}

/**
 * With tracking of choices of the implementation: the test that the values do not depend on them.
 * Undefined where that is unknown.
 */
function knownValues(w: Writer, objects: readonly MemoryObject[]): string | undefined {
  if (!tracksOpenness(w)) return "";
  const tags = objects.map((object) => {
    const register = w.places.register(object);
    return register && registerTag(register);
  });
  return tags.includes(undefined) ? undefined : ` && (${tags.join(" | ")}) === 0`;
}

function jumpingLoop(cycles: readonly Cycle[]): JumpingLoop {
  const read = new Set<MemoryObject>();
  const written = new Set<MemoryObject>();
  for (const { conditions, updates } of cycles) {
    for (const { sequence } of [...conditions, ...updates]) {
      for (const { objects } of sequence) for (const object of objects) read.add(object);
    }
    for (const { object } of updates) {
      read.add(object);
      written.add(object);
    }
  }
  return { cycles, read: [...read], written: [...written] };
}

function typeOf(object: MemoryObject): IntegerValueType {
  return object.scalar as IntegerValueType;
}
