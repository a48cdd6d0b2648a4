/**
 * The values of variables at a step of an execution: those of the current function, and the global
 * ones.
 */
import { type CfaProgram, type MemoryObject, type ValueType, valueTypeOf } from "../cfa/index.ts";
import type { CType } from "../cfront/index.ts";
import type { View } from "../interpreter/index.ts";
import { valueForPeople } from "./value-text.ts";

export interface VariableValue {
  readonly name: string;
  /** `3`, `NULL`, `&x`, `{1, 2, 3, …}`. */
  readonly value: string;
}

const MAX_VARIABLES = 60;
const MAX_ELEMENTS = 16;
const MAX_DEPTH = 3;

export class StepValues {
  readonly #program: CfaProgram;
  readonly #shared: readonly MemoryObject[];
  readonly #own = new Map<string, readonly MemoryObject[]>();

  constructor(program: CfaProgram) {
    this.#program = program;
    this.#shared = program.globals.filter((object) => this.#isShown(object));
  }

  /** Variables without a value, such as those whose block was not entered yet, are left out. */
  at(view: View): readonly VariableValue[] {
    const objects = [...this.#ownOf(view.functionName), ...this.#shared].slice(0, MAX_VARIABLES);
    const counts = new Map<string, number>();
    return objects.flatMap((object) => {
      // Variables of different blocks may share a name.
      const count = (counts.get(object.name) ?? 0) + 1;
      counts.set(object.name, count);
      const value = this.#text(object, object.type, 0, view, 0);
      const name = count === 1 ? object.name : `${object.name} (${count})`;
      return value === undefined ? [] : [{ name, value }];
    });
  }

  #ownOf(functionName: string): readonly MemoryObject[] {
    let own = this.#own.get(functionName);
    if (own === undefined) {
      const locals = this.#program.functions.get(functionName)?.locals ?? [];
      own = locals.filter((object) => this.#isShown(object));
      this.#own.set(functionName, own);
    }
    return own;
  }

  /**
   * Whether it is a variable of the program's text, not of the library, a temporary or a literal.
   */
  #isShown({ variable, kind, name }: MemoryObject): boolean {
    return variable !== undefined && kind !== "temporary" && !name.startsWith("__agon");
  }

  /** Returns the text of the value at an offset in an object; undefined where it cannot be read. */
  #text(
    object: MemoryObject,
    type: CType,
    offset: number,
    view: View,
    depth: number,
  ): string | undefined {
    if (type.kind === "array") return this.#elements(object, type, offset, view, depth);
    if (type.kind === "struct") return this.#members(object, type, offset, view, depth);
    const scalar = valueTypeOf(type);
    const bits = scalar === undefined ? undefined : this.#load(object, scalar, offset, view);
    if (scalar === undefined || bits === undefined) return undefined;
    return scalar.kind === "pointer" ? pointerText(bits, view) : valueForPeople(bits, scalar);
  }

  #elements(
    object: MemoryObject,
    { element, length }: Extract<CType, { kind: "array" }>,
    offset: number,
    view: View,
    depth: number,
  ): string | undefined {
    if (length === undefined || length === 0 || depth === MAX_DEPTH) return undefined;
    const size = object.size - offset;
    const step = depth === 0 ? size / length : sizeIn(element);
    if (step === undefined || !Number.isInteger(step)) return undefined;
    const texts: string[] = [];
    for (let index = 0; index < Math.min(length, MAX_ELEMENTS); index++) {
      texts.push(this.#text(object, element, offset + index * step, view, depth + 1) ?? "?");
    }
    if (texts.every((text) => text === "?")) return undefined;
    return `{${texts.join(", ")}${length > MAX_ELEMENTS ? ", …" : ""}}`;
  }

  #members(
    object: MemoryObject,
    { definition }: Extract<CType, { kind: "struct" | "union" }>,
    offset: number,
    view: View,
    depth: number,
  ): string | undefined {
    if (depth === MAX_DEPTH) return undefined;
    const texts = (definition.fields ?? []).flatMap((field) => {
      if (field.name === undefined || field.bitWidth !== undefined) return [];
      const text = this.#text(object, field.type, offset + field.offset, view, depth + 1);
      return text === undefined ? [] : [`${field.name} = ${text}`];
    });
    return texts.length === 0 ? undefined : `{${texts.slice(0, MAX_ELEMENTS).join(", ")}}`;
  }

  #load(object: MemoryObject, type: ValueType, offset: number, view: View): bigint | undefined {
    const pointer = { kind: "pointer", bits: this.#program.machine.pointerBits } as const;
    const start = { kind: "address", type: pointer, target: object } as const;
    const distance = { kind: "integer", type: pointer, value: BigInt(offset) } as const;
    const address =
      offset === 0
        ? start
        : ({
            kind: "binary",
            operator: "add",
            type: pointer,
            left: start,
            right: distance,
          } as const);
    try {
      return view.evaluate({ kind: "load", type, address });
    } catch {
      return undefined;
    }
  }
}

function sizeIn(type: CType): number | undefined {
  switch (type.kind) {
    case "integer":
    case "float":
    case "pointer":
      return type.size;
    case "struct":
      return type.definition.size;
    default:
      return undefined;
  }
}

/** `&x`, `&x + 4` (bytes), or the number. */
function pointerText(bits: bigint, view: View): string {
  if (bits === 0n) return "NULL";
  const near = view.objectNear(Number(bits));
  if (near === undefined || bits >= BigInt(near.base + Math.max(near.object.size, 1))) {
    return `0x${bits.toString(16)}`;
  }
  const distance = Number(bits) - near.base;
  const name = near.object.kind === "string" ? "a string" : `&${near.object.name}`;
  return distance === 0 ? name : `${name} + ${distance}`;
}
