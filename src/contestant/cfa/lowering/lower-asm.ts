/**
 * Lowers inline assembly (GCC manual, "Extended Asm"). Programs write an empty text to hide values
 * from the compiler: the operands are evaluated; registers and memory keep their contents. So an
 * output has a new value only where an input is tied to it. Other outputs are not modelled.
 *
 * The effect of a text is not modelled either. It changes outputs and memory only, and does not
 * jump unless it declares that; after a mark, outputs get any value.
 */
import {
  type AsmOperand,
  type AsmStatement,
  type Expression as Ast,
  walkAst,
} from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { addressOf, cast } from "../model/expressions.ts";
import { INLINE_ASSEMBLY } from "../model/inline-assembly.ts";
import { INTERNAL_NAMES } from "../model/intrinsics.ts";
import { isInMemory, sameValueType, valueTypeOf } from "../model/value-types.ts";
import { emitInternalCall } from "./internal-call.ts";
import type { Lowering, Place } from "./lowering.ts";

export function lowerAsm(lower: Lowering, statement: AsmStatement): void {
  const { text, outputs, inputs } = statement;
  const isKnown = text.trim() === "";
  if (!isKnown) {
    const isContained = changesOutputsOnly(lower, statement);
    const reason = isContained
      ? INLINE_ASSEMBLY
      : "inline assembly that may do more than to compute";
    lower.graph.emit({ kind: "unsupported", reason });
    if (!isContained) return;
  }
  const operands = [...outputs, ...inputs];
  lower.checkOrder(
    operands.map((operand, index) => ({
      ast: operand.value,
      isPlace: index < outputs.length || isMemoryOnly(operand),
    })),
  );
  const places = new Map<Ast, Place>();
  const values = lower.sequence(
    operands.map(({ value }) => value),
    (ast) => {
      const index = operands.findIndex(({ value }) => value === ast);
      const operand = operands[index] as AsmOperand;
      const isRead = index >= outputs.length && !isMemoryOnly(operand);
      if (isRead && valueTypeOf(ast.type) !== undefined) return lower.value(ast);
      const place = lower.place(ast);
      places.set(ast, place);
      return place.address;
    },
  );
  const stores = outputs.map((output, index) => {
    const place = { ...places.get(output.value), address: values[index] as Expression };
    const value = isKnown
      ? outputValue(lower, { outputs, inputs }, index, values, place)
      : anyValue(lower, output.value);
    return { place, value };
  });
  if (!isKnown) {
    // Old programs change operands that they declare as inputs only.
    inputs.forEach((input, index) => {
      if (!isMemoryOnly(input)) return;
      const address = values[outputs.length + index] as Expression;
      stores.push({
        place: { ...places.get(input.value), address },
        value: anyValue(lower, input.value),
      });
    });
  }
  inputs.forEach(({ value: ast }, index) => {
    const value = values[outputs.length + index] as Expression;
    const isRecord = places.has(ast) && isInMemory(ast.type) && !isMemoryOnly(inputs[index]);
    if (isRecord) lower.evaluateRecord(value, ast.type);
    else lower.evaluate(value);
  });
  // All inputs are read before the first output is written.
  const kept = stores.map(({ place, value }) => ({ place, value: value && lower.save(value) }));
  for (const { place, value } of kept) {
    if (value === undefined) lower.evaluate(place.address);
    else lower.graph.emit({ kind: "assign", ...place, value });
  }
}

/**
 * Whether a text neither jumps, nor names entities of the program, nor gets functions that it may
 * call.
 */
function changesOutputsOnly(
  { names }: Lowering,
  { text, outputs, inputs, mayJump }: AsmStatement,
): boolean {
  if (mayJump || symbolsIn(text).some((symbol) => names.isDeclared(symbol))) return false;
  return ![...outputs, ...inputs].some(({ value }) => concernsFunctions(value));
}

/** Names in operands; instructions, which inline functions are often named after, may have any name. */
function symbolsIn(text: string): string[] {
  return text.split(/[\n;]/).flatMap((line) => {
    const operands = line.replace(/^\s*(\w+:\s*)*[.\w]+/, "");
    return operands.match(/[A-Za-z_]\w*/g) ?? [];
  });
}

function concernsFunctions(operand: Ast): boolean {
  if (operand.type.kind === "pointer" && operand.type.target.kind === "function") return true;
  let found = false;
  walkAst(operand, (part) => {
    if (part.kind === "function") found = true;
    return undefined;
  });
  return found;
}

/** Undefined for records: memory that pointers may lead to. */
function anyValue(lower: Lowering, { type }: Ast): Expression | undefined {
  const scalar = valueTypeOf(type);
  if (scalar === undefined) return undefined;
  const address = addressOf(lower.names.newTemporary(type), lower.pointer);
  const symbol = lower.names.internalFunction(INTERNAL_NAMES.nondet, type, []);
  emitInternalCall(lower, symbol, [], { address, scalar });
  return { kind: "load", type: scalar, address };
}

/**
 * Returns the new value of an output; undefined where it keeps its value, or the meaning is
 * unknown.
 */
function outputValue(
  lower: Lowering,
  { outputs, inputs }: Pick<AsmStatement, "outputs" | "inputs">,
  index: number,
  values: readonly Expression[],
  place: Place,
): Expression | undefined {
  const output = outputs[index] as AsmOperand;
  const type = valueTypeOf(output.value.type);
  if (output.constraint.includes("+")) {
    if (isMemoryOnly(output)) return undefined;
    if (type !== undefined) return { kind: "load", type, ...place };
  }
  const tied = inputs.findIndex((input) => isTied(input, index, output));
  const given = tied < 0 ? undefined : values[outputs.length + tied];
  const from = tied < 0 ? undefined : valueTypeOf((inputs[tied] as AsmOperand).value.type);
  if (given !== undefined && from !== undefined && type !== undefined) {
    if (sameValueType(from, type)) return given;
    const isRegister = from.kind !== "float" && type.kind !== "float";
    if (isRegister && from.bits === type.bits) return cast(type, given);
  }
  lower.graph.emit({
    kind: "unsupported",
    reason: "an output of inline assembly into which no input of its type was put",
  });
  return undefined;
}

/** Whether all alternatives of the constraint leave the operand in memory. */
function isMemoryOnly(operand: AsmOperand | undefined): boolean {
  return operand !== undefined && /^[=+&%]*[moV]+(,[&%]*[moV]+)*$/.test(operand.constraint);
}

function isTied({ constraint }: AsmOperand, index: number, output: AsmOperand): boolean {
  const names = [String(index)];
  if (output.name !== undefined) names.push(`[${output.name}]`);
  return constraint.split(",").every((choice) => names.includes(choice.replace(/^%/, "")));
}
