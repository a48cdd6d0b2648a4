/** The sets on which the symbolic engine computes. */
import type { MemoryObject } from "../../cfa/index.ts";
import type { Carriers } from "../../semantics/index.ts";
import type { Term } from "../../smt/index.ts";
import type { MemoryAccess } from "../memory/access.ts";
import type { Region } from "../memory/region.ts";
import type { State } from "../memory/state.ts";
import type { Pointer, Value } from "../memory/value.ts";

/** Where the objects of the running stack frame live. */
export interface SymbolicFrame {
  regionOf(object: MemoryObject): Region;
  /** Where the function leaves what it returns. */
  readonly result: Region;
  /** Blocks that end with the stack frame. */
  readonly allocas: Region[];
  /** The region of an object whose declaration is reached. */
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
