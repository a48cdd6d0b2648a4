import type { Target } from "./memory-place.ts";
import { TargetSet, type Targets } from "./target-set.ts";

export interface Entry {
  readonly at: Target;
  /** Number of bytes that may hold a pointer, from the start on. */
  size: number;
  readonly targets: TargetSet;
}

/** The contents of a place, by offset. */
export class Contents {
  readonly entries: Map<string, Entry> = new Map<string, Entry>();
  /** Targets of all contents. */
  readonly all: TargetSet = new TargetSet();

  /** @returns whether the targets, or the number of bytes that hold them, are new there */
  add({ place, offset, stride }: Target, size: number, targets: Targets): boolean {
    const key = `${offset}:${stride}`;
    let entry = this.entries.get(key);
    if (entry === undefined) {
      entry = { at: { place, offset, stride }, size, targets: new TargetSet() };
      this.entries.set(key, entry);
    }
    const isLonger = size > entry.size;
    if (isLonger) entry.size = size;
    if (!entry.targets.addAll(targets)) return isLonger;
    this.all.addAll(targets);
    return true;
  }
}
