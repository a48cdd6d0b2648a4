/** The carrier sets of the symbolic engine. */
import type { MemoryObject } from "../../cfa/index.ts";
import type { Carriers } from "../../semantics/index.ts";
import type { Term } from "../../smt/index.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import type { Pointer, Value } from "../memory/value.ts";

/** The locations of the objects of the current stack frame. */
export interface SymbolicFrame {
  regionOf(object: MemoryObject): Region;
  /** Where the function stores its result. */
  readonly result: Region;
  /** Blocks whose lifetime ends with the stack frame. */
  readonly allocas: Region[];
  /** The region of an object when its declaration is reached. */
  declare(object: MemoryObject, state: State, access: MemoryAccess): Region;
  endObject(object: MemoryObject, state: State): void;
}

export interface SymbolicCarriers extends Carriers {
  readonly state: State;
  readonly frame: SymbolicFrame;
  readonly value: Value;
  /** A condition. */
  readonly truth: Term;
  readonly place: Pointer;
}
