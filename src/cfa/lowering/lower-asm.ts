/**
 * Lowers inline assembly whose text is empty (GCC manual, "Extended Asm"):
 * programs write it to hide values from the compiler. The operands are
 * evaluated; registers keep what was put into them, memory its contents. So an
 * output has a new value only where an input is tied to it. What a text does,
 * and what an output holds that nothing was put into, is not modelled.
 */
import type { AsmOperand, AsmStatement, Expression as Ast } from "../../cfront/index.ts";
import type { Expression } from "../model/cfa.ts";
import { cast } from "../model/expressions.ts";
import { isInMemory, sameValueType, valueTypeOf } from "../model/value-types.ts";
import type { Lowering, Place } from "./lowering.ts";

export function lowerAsm(lower: Lowering, { text, outputs, inputs }: AsmStatement): void {
  if (text.trim() !== "") {
    lower.graph.emit({ kind: "unsupported", reason: "inline assembly" });
    return;
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
    return { place, value: outputValue(lower, { text, outputs, inputs }, index, values, place) };
  });
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

/** What an output is given; undefined where it keeps its value, or no meaning is known. */
function outputValue(
  lower: Lowering,
  { outputs, inputs }: Pick<AsmStatement, "text" | "outputs" | "inputs">,
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
