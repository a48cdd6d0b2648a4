import type { CadicalModule } from "cadical-wasm";

type Callback = Parameters<CadicalModule["addFunction"]>[0];

/** A function that WebAssembly can call, and its current target. */
interface Slot {
  readonly signature: string;
  callback: Callback | undefined;
}

/**
 * Emscripten compiles a module for every function that it adds to the table, which takes longer
 * than many queries to the solver: functions that were removed are reused.
 */
export function reuseFunctions(module: CadicalModule): void {
  const add = module.addFunction;
  const slots = new Map<number, Slot>();
  const free = new Map<string, number[]>();

  module.addFunction = (callback, signature) => {
    const known = free.get(signature)?.pop();
    const slot = known === undefined ? undefined : slots.get(known);
    if (known !== undefined && slot !== undefined) {
      slot.callback = callback;
      return known;
    }
    const added: Slot = { signature, callback };
    const pointer = add((...values) => added.callback?.(...values), signature);
    slots.set(pointer, added);
    return pointer;
  };

  module.removeFunction = (pointer) => {
    const slot = slots.get(pointer);
    if (slot?.callback === undefined) return;
    slot.callback = undefined;
    const pointers = free.get(slot.signature) ?? [];
    pointers.push(pointer);
    free.set(slot.signature, pointers);
  };
}
