/**
 * Blocks of malloc, calloc and alloca as objects of the value domain: for each allocating call, the newest block
 * and a summary of all older ones (recency abstraction: Balakrishnan, Reps: "Recency-abstraction for heap-allocated
 * storage", SAS 2006). A write to the newest one is a strong update; a write to the older ones is a weak one. The
 * scalars of a block are a guess from the types of the program, on which no result depends: accesses of another
 * form are unknown.
 */

import { layoutOf, type ObjectLayout } from "../../../analysis-core/index.ts";
import {
  type CallEdge,
  type CfaProgram,
  expressionsOf,
  type FunctionCfa,
  forEachSubexpression,
  intrinsicOf,
  type MemoryObject,
} from "../../../cfa/index.ts";
import { type CType, sizeOf } from "../../../cfront/index.ts";

/** Whether a pointer points to the newest block of a site, to one of the older ones, or to one of both. */
export type Recency = "newest" | "older" | "either";

/** Represents the blocks of a site that a pointer may point to. */
export interface BlockObject extends MemoryObject {
  readonly recency: Recency;
  readonly site: AllocationSite;
}

export class AllocationSite {
  readonly edge: CallEdge;
  readonly fn: FunctionCfa;
  readonly isAutomatic: boolean;
  /**
   * Whether several threads may access the block, which is then unique in every execution; other blocks are local
   * to their thread.
   */
  readonly isShared: boolean;
  readonly layout: ObjectLayout;
  /**
   * First slots of the newest block and of the older ones; behind their cells there is one more slot for the size.
   */
  readonly slots: { readonly newest: number; readonly older: number };
  readonly objects: Readonly<Record<Recency, BlockObject>>;

  constructor(
    slot: number,
    { edge, fn, kind, number, size, type, owner }: SiteParts,
    pointerBits: number,
  ) {
    const of = (recency: Recency, index: number): BlockObject => ({
      // Objects of programs have other numbers.
      id: -1 - (3 * number + index),
      kind: "global",
      name: `block of ${kind}`,
      size,
      align: 1,
      type: type ?? { kind: "void" },
      scalar: undefined,
      variable: undefined,
      isAddressTaken: true,
      isReadOnly: false,
      initial: [],
      recency,
      site: this,
    });
    this.edge = edge;
    this.fn = fn;
    this.isAutomatic = kind === "alloca";
    this.isShared = owner === "shared";
    this.objects = { newest: of("newest", 0), older: of("older", 1), either: of("either", 2) };
    // Mutexes are unions.
    this.layout = layoutOf(this.objects.newest, pointerBits, owner !== undefined);
    this.slots = { newest: slot, older: slot + this.width };
  }

  /** Slots of a block, including the one for its size. */
  get width(): number {
    return this.layout.cells.length + 1;
  }

  /** The slot of the size of the newest block, or of the older ones. */
  sizeSlot(recency: "newest" | "older"): number {
    return this.slots[recency] + this.layout.cells.length;
  }
}

const MAX_SITES = 60;
/** Total number of slots of all sites; further blocks have only a size. */
const MAX_SLOTS = 2000;

export function isBlock(object: MemoryObject): object is BlockObject {
  return "recency" in object;
}

/** Whether pointers to the object may point to different blocks. */
export function isSummary(object: MemoryObject): boolean {
  return isBlock(object) && object.recency !== "newest";
}

/** Whether two pointers to such objects may point to one block, and to different ones as well. */
export function mayBeOneBlock(a: MemoryObject, b: MemoryObject): boolean {
  if (!isBlock(a) || !isBlock(b) || a.site !== b.site) return false;
  return a.recency === b.recency ? isSummary(a) : a.recency === "either" || b.recency === "either";
}

/**
 * In programs with threads: the owner of the blocks that a call allocates; undefined for those that are not
 * tracked.
 */
export type BlockOwners = (edge: CallEdge) => "thread" | "shared" | undefined;

/**
 * @param slot - the first one available to sites
 * @param ownerOf - in programs with threads
 */
export function allocationSites(
  program: CfaProgram,
  pointerBits: number,
  slot: number,
  ownerOf?: BlockOwners,
): readonly AllocationSite[] {
  const sites: AllocationSite[] = [];
  let types: readonly CType[] | undefined;
  let next = slot;
  for (const fn of program.functions.values()) {
    for (const edge of fn.nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind !== "call" || sites.length === MAX_SITES) continue;
      const kind = allocatorOf(program, edge);
      if (kind === undefined) continue;
      const owner = ownerOf?.(edge);
      if (ownerOf !== undefined && owner === undefined) continue;
      types ??= targetTypes(program);
      const size = constantSize(edge);
      if (owner === "shared" && (size === undefined || kind === "alloca")) continue;
      const type = size === undefined ? undefined : blockType(edge, size, types);
      const parts = { edge, fn, kind, number: sites.length, size: size ?? 0, type, owner };
      const site = new AllocationSite(next, parts, pointerBits);
      const fits = next + 2 * site.width - slot <= MAX_SLOTS;
      const taken = fits
        ? site
        : new AllocationSite(next, { ...parts, type: undefined }, pointerBits);
      next += 2 * taken.width;
      sites.push(taken);
    }
  }
  return sites;
}

interface SiteParts {
  readonly edge: CallEdge;
  readonly fn: FunctionCfa;
  readonly kind: string;
  readonly number: number;
  readonly size: number;
  readonly type: CType | undefined;
  readonly owner: ReturnType<BlockOwners>;
}

/** The kind of allocation that an edge calls, if it does. */
function allocatorOf(program: CfaProgram, { callee }: CallEdge): string | undefined {
  if (callee.kind !== "address" || callee.target.kind !== "function") return undefined;
  const { name } = callee.target;
  if (program.functions.has(name)) return undefined;
  const kind = intrinsicOf(name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "alloca" ? kind : undefined;
}

function constantSize({ arguments: passed }: CallEdge): number | undefined {
  let size = 1n;
  for (const argument of passed) {
    if (argument.kind !== "scalar" || argument.value.kind !== "integer") return undefined;
    size *= argument.value.value;
  }
  return size < 2n ** 31n ? Number(size) : undefined;
}

/** The target types of pointers in the program: including those of members, records first. */
function targetTypes(program: CfaProgram): readonly CType[] {
  const found = new Set<CType>();
  const visit = (type: CType, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (type.kind === "pointer") {
      if (found.has(type.target)) return;
      found.add(type.target);
      visit(type.target, depth + 1);
    } else if (type.kind === "array") visit(type.element, depth + 1);
    else if (type.kind === "struct") {
      for (const field of type.definition.fields ?? []) visit(field.type, depth + 1);
    }
  };
  const locals = [...program.functions.values()].flatMap((fn) => fn.locals);
  for (const { type } of [...program.globals, ...locals]) visit(type, 0);
  return [...found].toSorted((a, b) => Number(b.kind === "struct") - Number(a.kind === "struct"));
}

const MAX_DEPTH = 6;

/**
 * The type of a block: the target type of its pointer, or a record of its size; an array of it where it is larger.
 */
function blockType(edge: CallEdge, size: number, types: readonly CType[]): CType | undefined {
  const told = pointerTarget(edge);
  const candidates = told === undefined ? types : [told, ...types];
  const whole = candidates.find((type) => sizeIn(type) === size && type.kind !== "void");
  if (whole !== undefined) return whole;
  const element = told === undefined ? undefined : sizeIn(told);
  if (told === undefined || element === undefined || element === 0 || size % element !== 0)
    return undefined;
  return { kind: "array", element: told, length: size / element };
}

function sizeIn(type: CType): number | undefined {
  return type.kind === "void" || type.kind === "function" ? undefined : sizeOf(type);
}

/** The target type of the variable that gets the result, directly or through a temporary. */
function pointerTarget({ result, target }: CallEdge): CType | undefined {
  const first = result?.address;
  if (first?.kind !== "address" || first.target.kind === "function") return undefined;
  const object = first.target;
  const own = targetOf(object.type);
  if (own !== undefined) return own;
  const [next] = target.leaving;
  if (next === undefined) return undefined;
  let found: CType | undefined;
  for (const expression of expressionsOf(next)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "address" || part.target.kind === "function") return;
      if (part.target !== object) found ??= targetOf(part.target.type);
    });
  }
  return found;
}

function targetOf(type: CType): CType | undefined {
  return type.kind === "pointer" && type.target.kind !== "void" ? type.target : undefined;
}
