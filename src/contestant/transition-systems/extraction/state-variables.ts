/** The state variables of a program's transition system: the scalars that executions carry from location to location. */
import { layoutOf } from "../../analysis-core/index.ts";
import {
  type CfaNode,
  type CfaProgram,
  isTracked,
  type MemoryObject,
  sizeInMemory,
} from "../../cfa/index.ts";
import type { TermManager } from "../../smt/index.ts";
import { RESULT } from "../../symbolic/index.ts";
import { type Cell, type Context, isFunctionItself, rootOf } from "./call-context.ts";
import type { FunctionOrders } from "./function-orders.ts";
import type { SummedUp } from "./program-steps-options.ts";

/** Objects with more scalars hold anything at a location. */
const MAX_CELLS = 16;

export class StateVariables {
  readonly #program: CfaProgram;
  readonly #manager: TermManager;
  readonly #orders: FunctionOrders;
  readonly #summedUp: SummedUp | undefined;
  /** By context and object. */
  readonly #cells = new Map<Context | undefined, Map<MemoryObject, readonly Cell[]>>();

  constructor(
    program: CfaProgram,
    manager: TermManager,
    orders: FunctionOrders,
    summedUp: SummedUp | undefined,
  ) {
    this.#program = program;
    this.#manager = manager;
    this.#orders = orders;
    this.#summedUp = summedUp;
  }

  /** The variables of static storage that locations have so far. */
  get statics(): ReadonlyMap<MemoryObject, readonly Cell[]> {
    return this.#cells.get(undefined) ?? new Map();
  }

  /** The variables of a location, in the order of globals and of the call stack. */
  at(innermost: Context, head: CfaNode): Cell[] {
    const cells: Cell[] = [];
    const loop = rootOf(innermost).loop;
    for (const object of this.#program.globals) {
      const isKnown = loop === undefined || loop.objects.has(object);
      if (isKnown && !object.isReadOnly && object.kind !== "string")
        cells.push(...this.#cellsOf(undefined, object));
    }
    let node = head;
    for (let c: Context | undefined = innermost; c !== undefined; c = c.caller) {
      const live = this.#orders.livenessOf(c.stackFrame.function).liveAt(node);
      const kept = this.#keptAt(c, node);
      for (const [object] of c.stackFrame.objects) {
        if (isTracked(object) && !live.has(object) && !kept.has(object)) continue;
        if (c.loop?.objects.has(object) === false) continue;
        cells.push(...this.#cellsOf(c, object));
      }
      node = c.edge?.target ?? node;
    }
    const { function: fn } = innermost.stackFrame;
    if (isFunctionItself(innermost) && this.#summedUp?.isBlock(fn) && head === fn.exit)
      cells.push(...this.#resultOf(innermost));
    return cells;
  }

  /** The entry values that a block keeps; before it has begun, there are no copies. */
  #keptAt({ stackFrame, caller, loop }: Context, node: CfaNode): ReadonlySet<MemoryObject> {
    const fn = stackFrame.function;
    if (loop !== undefined) return new Set();
    if (this.#summedUp?.isBlock(fn) !== true) return new Set();
    const kept = [...this.#summedUp.keptOf(fn).keys()];
    if (node === fn.entry) return new Set(kept.filter((object) => fn.parameters.includes(object)));
    return new Set(caller === undefined ? kept : []);
  }

  #resultOf(owner: Context): readonly Cell[] {
    const { result, name } = owner.stackFrame.function;
    if (result === undefined || result.kind === "record") return [];
    const size = sizeInMemory(result, this.#program.machine.pointerBits);
    const term = this.#manager.freshVariable(`result of ${name}`, size * 8);
    const isSigned = result.kind === "int" ? result.signed : undefined;
    const object = { ...RESULT, size, scalar: result };
    return [
      {
        variable: { term, object, offset: 0, isSigned, isNamed: true, depth: 0 },
        size,
        owner,
        isResult: true,
      },
    ];
  }

  #cellsOf(owner: Context | undefined, object: MemoryObject): readonly Cell[] {
    const table = this.#cells.get(owner) ?? new Map<MemoryObject, readonly Cell[]>();
    this.#cells.set(owner, table);
    const known = table.get(object);
    if (known !== undefined) return known;
    const { pointerBits } = this.#program.machine;
    const layout = layoutOf(object, pointerBits).cells;
    const cells = (layout.length > MAX_CELLS ? [] : layout).flatMap(({ offset, size, type }) => {
      if (type.kind === "pointer" || (type.kind === "float" && type.format === "ldouble"))
        return [];
      const name = offset === 0 ? object.name : `${object.name}+${offset}`;
      const term = this.#manager.freshVariable(name, size * 8);
      const isSigned = type.kind === "int" ? type.signed : undefined;
      const variable = { term, object, offset, isSigned, isNamed: true, depth: owner && 0 };
      return [{ variable, size, owner }];
    });
    table.set(object, cells);
    return cells;
  }
}
