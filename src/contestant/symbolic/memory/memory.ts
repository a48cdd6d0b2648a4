/**
 * Pointers and addresses over separated regions. The numeric address of a region is a variable that is constrained
 * only by what holds on GNU/Linux for x86: not null, aligned, within user space, and the region does not wrap
 * around. Two regions may overlap numerically: that only adds behaviour, so proofs stay valid, and counterexamples
 * are replayed anyway.
 */

import { InvariantError } from "../../../ground/util/errors.ts";
import type { FunctionSymbol } from "../../cfront/index.ts";
import type { Term, TermManager } from "../../smt/index.ts";
import type { ValueCodec } from "./content-base.ts";
import { Region, type RegionKind } from "./region.ts";
import { Pointer, type PointerTarget, pointerTo, selectPointer } from "./value.ts";

export class SymbolicMemory implements ValueCodec {
  readonly manager: TermManager;
  readonly pointerBits: number;
  readonly nullRegion: Region;
  readonly wildRegion: Region;
  /** Facts about numeric addresses that were used, and about elements of arrays. */
  readonly axioms: Term[] = [];
  readonly #regionOfBase = new Map<Term, Region>();
  readonly #functions = new Map<FunctionSymbol, Region>();
  readonly #resolved = new Map<Term, Pointer>();
  #regionCount = 0;

  constructor(manager: TermManager, pointerBits: number) {
    this.manager = manager;
    this.pointerBits = pointerBits;
    this.nullRegion = this.newRegion("null", "NULL", { size: 0 });
    this.wildRegion = this.newRegion("wild", "unknown memory", { size: 0 });
  }

  newRegion(
    kind: RegionKind,
    name: string,
    options: ConstructorParameters<typeof Region>[3],
  ): Region {
    return new Region(this.#regionCount++, kind, name, options);
  }

  functionRegion(symbol: FunctionSymbol): Region {
    let region = this.#functions.get(symbol);
    if (region === undefined) {
      region = this.newRegion("function", symbol.name, { size: 1, function: symbol });
      this.#functions.set(symbol, region);
    }
    return region;
  }

  constantOffset(value: number | bigint): Term {
    return this.manager.constant(this.pointerBits, BigInt.asUintN(this.pointerBits, BigInt(value)));
  }

  nullPointer(): Pointer {
    return pointerTo(this.manager, this.nullRegion, this.constantOffset(0));
  }

  assume(axiom: Term): void {
    if (axiom !== this.manager.true) this.axioms.push(axiom);
  }

  #base(region: Region): Term {
    if (region.base !== undefined) return region.base;
    const { manager, pointerBits } = this;
    if (region.kind === "null" || region.kind === "wild") {
      region.base = this.constantOffset(0);
      return region.base;
    }
    const base = manager.freshVariable(`&${region.name}`, pointerBits);
    region.base = base;
    this.#regionOfBase.set(base, region);
    const lowest = 4096n;
    const highest = pointerBits === 32 ? 0xfffff000n : 0x7ffffffff000n;
    const size = BigInt(region.size ?? 0x10000);
    this.axioms.push(manager.ule(this.constantOffset(lowest), base));
    // A block that fits nowhere may exist only on paths that are never taken: no fact is assumed about it.
    if (highest - size >= 2n * lowest) {
      this.axioms.push(manager.ule(base, this.constantOffset(highest - size)));
    }
    if (region.align > 1 && (region.align & (region.align - 1)) === 0) {
      const bits = Math.log2(region.align);
      this.axioms.push(manager.eq(manager.extract(base, bits - 1, 0), manager.constant(bits, 0n)));
    }
    return base;
  }

  /**
   * Removes the numeric address, if there is one, from a region that is about to represent another block: the
   * number points nowhere until it is given back.
   */
  takeAddress(region: Region): Term | undefined {
    const { base } = region;
    if (base === undefined) return undefined;
    region.base = undefined;
    this.#regionOfBase.delete(base);
    this.#resolved.clear();
    return base;
  }

  giveAddress(region: Region, base: Term): void {
    region.base = base;
    this.#regionOfBase.set(base, region);
    this.#resolved.clear();
  }

  /** The numeric value of a pointer. */
  addressOf(pointer: Pointer): Term {
    const { manager } = this;
    let result: Term | undefined;
    for (const { guard, region, offset } of pointer.targets) {
      const address = manager.add(this.#base(region), offset);
      result = result === undefined ? address : manager.ite(guard, address, result);
    }
    if (result === undefined) throw new InvariantError("a pointer without targets");
    return result;
  }

  /** The pointer with a numeric value: looks through the arithmetic for the regions it came from. */
  pointerOf(address: Term): Pointer {
    const known = this.#resolved.get(address);
    if (known !== undefined) return known;
    const pointer = this.#resolve(address, 0) ?? pointerTo(this.manager, this.wildRegion, address);
    this.#resolved.set(address, pointer);
    return pointer;
  }

  #resolve(address: Term, depth: number): Pointer | undefined {
    const { manager } = this;
    if (depth > 200) return undefined;
    const region = this.#regionOfBase.get(address);
    if (region !== undefined) return pointerTo(manager, region, this.constantOffset(0));
    if (address.op === "constant") {
      const target = address.value === 0n ? this.nullRegion : this.wildRegion;
      return pointerTo(manager, target, address);
    }
    if (address.op === "ite") {
      const [condition, a, b] = address.args as [Term, Term, Term];
      return selectPointer(manager, condition, this.pointerOf(a), this.pointerOf(b));
    }
    if (address.op === "add") {
      let found: Pointer | undefined;
      let rest = this.constantOffset(0);
      for (const argument of address.args) {
        const pointer = this.#resolve(argument, depth + 1);
        const isObject =
          pointer?.targets.every(
            ({ region }) => region !== this.nullRegion && region !== this.wildRegion,
          ) ?? false;
        if (!isObject) rest = manager.add(rest, argument);
        else if (found === undefined) found = pointer;
        else return undefined;
      }
      return found === undefined ? undefined : this.offset(found, rest);
    }
    return undefined;
  }

  /** `pointer + bytes`. */
  offset(pointer: Pointer, bytes: Term): Pointer {
    return new Pointer(
      pointer.targets.map((target) => ({
        ...target,
        offset: this.manager.add(target.offset, bytes),
      })),
    );
  }

  /** Combines pairs of targets with `combine`; pairs in different regions are given to `otherwise`. */
  #pairwise(
    a: Pointer,
    b: Pointer,
    combine: (x: PointerTarget, y: PointerTarget) => Term,
    seed: Term,
  ): Term {
    const { manager } = this;
    let result = seed;
    for (const x of a.targets) {
      for (const y of b.targets) {
        const guard = manager.and(x.guard, y.guard);
        if (guard === manager.false) continue;
        result = manager.ite(guard, combine(x, y), result);
      }
    }
    return result;
  }

  /**
   * `a == b` as a Boolean. Distinct live objects never compare equal, except for one past the end (C11 6.5.9p6) and
   * string literals (6.4.5p7), which are unspecified: there, and for dangling pointers, unknown addresses decide.
   * @param isDead - the executions on which the object of a region is dead
   */
  equal(a: Pointer, b: Pointer, isDead: (region: Region) => Term): Term {
    const { manager } = this;
    const terms: Term[] = [];
    for (const x of a.targets) {
      for (const y of b.targets) {
        const guard = manager.and(x.guard, y.guard);
        if (guard === manager.false) continue;
        terms.push(manager.and(guard, this.#targetsEqual(x, y, isDead)));
      }
    }
    return manager.or(...terms);
  }

  #targetsEqual(x: PointerTarget, y: PointerTarget, isDead: (region: Region) => Term): Term {
    const { manager } = this;
    if (x.region === y.region) return manager.eq(x.offset, y.offset);
    const numeric = (target: PointerTarget): boolean =>
      target.region === this.wildRegion || target.region === this.nullRegion;
    const sameAddress = (): Term =>
      manager.eq(
        manager.add(this.#base(x.region), x.offset),
        manager.add(this.#base(y.region), y.offset),
      );
    if (!numeric(x) && !numeric(y)) {
      if (x.region.function !== undefined && y.region.function !== undefined) return manager.false;
      const outside =
        x.region.isLiteral && y.region.isLiteral
          ? manager.true
          : manager.or(isDead(x.region), isDead(y.region), this.#isOutside(x), this.#isOutside(y));
      return outside === manager.false ? outside : manager.and(outside, sameAddress());
    }
    const isPlainNull = (target: PointerTarget): boolean =>
      target.region === this.nullRegion &&
      target.offset.op === "constant" &&
      target.offset.value === 0n;
    // A pointer into an object is not null (6.3.2.3p3), regardless of its offset: otherwise it was invalid before.
    if ((isPlainNull(x) && !numeric(y)) || (isPlainNull(y) && !numeric(x))) return manager.false;
    return sameAddress();
  }

  /** The target is outside its object. */
  #isOutside({ region, offset }: PointerTarget): Term {
    const size = region.symbolicSize ?? this.constantOffset(region.size ?? 0);
    return this.manager.ule(size, offset);
  }

  /** `a < b` or `a <= b` as a Boolean; across regions it compares numeric addresses (undefined by 6.5.8p5, real on gcc). */
  less(a: Pointer, b: Pointer, orEqual: boolean): Term {
    const { manager } = this;
    return this.#pairwise(
      a,
      b,
      (x, y) => {
        // Within a region offsets are signed; numeric addresses are not.
        if (x.region === y.region) {
          return orEqual ? manager.sle(x.offset, y.offset) : manager.slt(x.offset, y.offset);
        }
        const left = manager.add(this.#base(x.region), x.offset);
        const right = manager.add(this.#base(y.region), y.offset);
        return orEqual ? manager.ule(left, right) : manager.ult(left, right);
      },
      manager.false,
    );
  }

  /** `a - b` in bytes. */
  difference(a: Pointer, b: Pointer): Term {
    const { manager } = this;
    return this.#pairwise(
      a,
      b,
      (x, y) =>
        x.region === y.region
          ? manager.sub(x.offset, y.offset)
          : manager.sub(
              manager.add(this.#base(x.region), x.offset),
              manager.add(this.#base(y.region), y.offset),
            ),
      this.constantOffset(0),
    );
  }

  /** The pointer is not null. */
  isNonNull(pointer: Pointer): Term {
    return this.manager.not(this.equal(pointer, this.nullPointer(), () => this.manager.false));
  }
}
