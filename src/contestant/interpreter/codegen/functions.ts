import { isAtomicFunction, type MemoryObject, paddingOf } from "../../cfa/index.ts";

import { BASE_ALIGNMENT } from "../address-space.ts";
import { functionName } from "./calls.ts";
import { controlCode } from "./control.ts";
import { enterFrameCode, leaveCode, moveCode, paddingCode } from "./edges.ts";
import { expressionCode } from "./expressions.ts";
import { openParameter } from "./openness.ts";
import { registerTag, tracksOpenness } from "./openness-tags.ts";
import type { FunctionPlan } from "./plan.ts";
import { NO_ORIGIN, passedOrigin, storeOrigin } from "./provenance.ts";
import { type Code, representationOf } from "./representation.ts";
import { markWrite, writeMemory } from "./scalars.ts";
import { resolvePlaces } from "./suspension.ts";
import { atomicMark } from "./thread-intrinsics.ts";
import { type Places, type ProgramContext, Writer } from "./writer.ts";

/** JavaScript source of one function. */
export function functionCode(context: ProgramContext, plan: FunctionPlan, outer: Places): string {
  const { cfa } = plan;
  const places: Places = {
    register: (object) => plan.registers.get(object) ?? outer.register(object),
    address: (object) => {
      const offset = plan.frame.offsets.get(object);
      if (offset === undefined) return outer.address(object);
      if (plan.renewed.has(object)) return `b${object.id}`;
      return offset === 0 ? "fp" : `(fp + ${offset})`;
    },
    functionAddress: outer.functionAddress,
  };
  const w = new Writer(context, cfa, places, expressionCode);
  const start = cfa.entry.leaving[0];
  if (start !== undefined) w.begin(start);
  enterCode(w, plan);
  if (context.unwinds) w.emit("try {");
  controlCode(w, plan, cfa);
  if (context.unwinds) {
    w.emit("} catch (e) { if (e instanceof UNWINDING) {");
    leaveCode(w, plan, undefined);
    w.emit("} throw e; }");
  }
  const body = w.takeLines();
  // One step is counted at the entry, so that recursion without end meets the limit too.
  const declarations = ["var n = -1;"];
  if (w.temporaries.length > 0) declarations.push(`var ${w.temporaries.join(", ")};`);
  for (const counter of w.counters) declarations.push(`var ${counter} = 0;`);
  for (const [object, register] of plan.registers) {
    if (cfa.parameters.includes(object)) continue;
    const declaration = registerDeclaration(object, register);
    declarations.push(plan.exposed.has(object) ? declaration.replace("var ", "") : declaration);
    if (tracksOpenness(w)) declarations.push(`var ${registerTag(register)} = 1;`);
  }
  const code = [
    `function${context.isThreaded ? "*" : ""} ${functionName(plan.index)}(${parameterNames(plan).join(", ")}) {`,
    ...declarations,
    ...body,
    "}",
  ].join("\n");
  if (!w.tellsPlaces) return code;
  return resolvePlaces(code, [
    ...(cfa.result?.kind === "record" ? ["ret"] : []),
    ...(plan.usesAlloca ? ["allocas"] : []),
  ]);
}

/** Declares a register with the value zero. */
export function registerDeclaration(object: MemoryObject, register: string): string {
  const rep = object.scalar === undefined ? "word" : representationOf(object.scalar);
  if (rep === "pair") return `var ${register}l = 0, ${register}h = 0;`;
  return `var ${register} = ${rep === "big" ? "0n" : "0"};`;
}

/** Registers arrive under their own names, other parameters under `p` and their number. */
function parameterName(plan: FunctionPlan, object: MemoryObject): string {
  return plan.registers.get(object) ?? `p${object.id}`;
}

function parameterNames(plan: FunctionPlan): string[] {
  return plan.cfa.parameters.flatMap((object) => {
    const name = parameterName(plan, object);
    const isPair = object.scalar !== undefined && representationOf(object.scalar) === "pair";
    return isPair ? [`${name}l`, `${name}h`] : [name];
  });
}

function enterCode(w: Writer, plan: FunctionPlan): void {
  const { cfa, frame } = plan;
  if (cfa.result?.kind === "record") w.emit("var ret = RESULT[0];");
  if (w.context.isThreaded && isAtomicFunction(cfa)) atomicMark(w, true, []);
  if (w.context.options.explores) w.emit("var sp = STACK[0];");
  if (plan.setsJumps) w.emit("var jumps = RUN.beginJumps();");
  if (plan.usesAlloca) w.emit("var allocas = LIBRARY.allocaDepth;");
  if (frame.offsets.size > 0) {
    const take = `fp = RUN.takeFrame(${frame.size}, ${frame.align});`;
    if (frame.align > BASE_ALIGNMENT) w.emit(`var ${take}`);
    else if (w.context.options.implementation === "other") {
      w.emit(`var fp = STACK[1] - ${frame.size}; if (fp >= STACK[0]) STACK[1] = fp; else ${take}`);
    } else {
      w.emit("var fp = STACK[0];");
      w.emit(`if (fp + ${frame.size} <= STACK[1]) STACK[0] = fp + ${frame.size}; else ${take}`);
    }
  }
  for (const object of plan.renewed) {
    w.emit(`var b${object.id} = fp + ${frame.offsets.get(object) as number};`);
  }
  enterFrameCode(w, plan);
  if (w.context.options.isObserved || w.context.options.explores) {
    w.emit(`RUN.enter(${plan.index}, ${frame.offsets.size > 0 ? "fp" : "0"});`);
  }
  for (const object of cfa.parameters) {
    if (!plan.registers.has(object)) storeParameter(w, plan, object);
    openParameter(w, plan, object, parameterName(plan, object));
  }
}

function storeParameter(w: Writer, plan: FunctionPlan, object: MemoryObject): void {
  const name = parameterName(plan, object);
  const base = w.places.address(object);
  if (object.scalar === undefined) {
    if (object.size > 0) moveCode(w, base, name, object.size);
    paddingCode(w, base, paddingOf(object.type));
    return;
  }
  const rep = representationOf(object.scalar);
  const code: Code = rep === "pair" ? { rep, lo: `${name}l`, hi: `${name}h` } : { rep, code: name };
  const place = { index: base, align: 16 };
  writeMemory(w, object.scalar, place, code);
  const isPointer = object.scalar.kind === "pointer";
  const origin = isPointer ? passedOrigin(plan.cfa.parameters.indexOf(object)) : NO_ORIGIN;
  storeOrigin(w, object, isPointer, base, object.size, origin);
  if (!w.context.isPrivate(object)) markWrite(w, object.scalar, place, object.size, code);
}

/** Ends an activation without a value: the closing brace, or `return;`. */
export function exitCode(w: Writer, plan: FunctionPlan): string {
  const { lines } = w.capture(() => leaveCode(w, plan, "0"));
  // A missing scalar is undefined in JavaScript, too: the caller checks whether it needs it.
  return `${lines.join("\n")} return;`;
}
