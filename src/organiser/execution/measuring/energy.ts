/**
 * Energy of the processor packages that a run keeps busy, from the counters of Linux's powercap
 * (Intel RAPL, also AMD). They count whole packages, so the figure exists only for a run that
 * shared its packages with no other run of Agon; it includes what idle cores of them used.
 */
import { readdirSync } from "node:fs";
import { readText } from "../system/proc-fs.ts";

/** The counter of one package. */
export interface PowerZone {
  /** Physical package, numbered as in the topology of the cores. */
  readonly package: number;
  /** Holds microjoules since some moment; only root may read it on most kernels. */
  readonly file: string;
  /** The counter restarts from 0 at this number of microjoules. */
  readonly range: number;
}

/** The packages whose energy can be read; none on many machines, especially virtual ones. */
export function readPowerZones(root = ""): PowerZone[] {
  const folder = `${root}/sys/class/powercap`;
  return names(folder).flatMap((name) => {
    const zone = /^package-(\d+)/.exec(readText(`${folder}/${name}/name`) ?? "")?.[1];
    const file = `${folder}/${name}/energy_uj`;
    if (zone === undefined || readText(file) === undefined) return [];
    const range = Number(readText(`${folder}/${name}/max_energy_range_uj`) ?? Number.NaN);
    return [{ package: Number(zone), file, range }];
  });
}

/** The packages that logical cores belong to. */
export function packagesOf(cores: readonly number[], root = ""): ReadonlySet<number> {
  const file = (core: number): string =>
    `${root}/sys/devices/system/cpu/cpu${core}/topology/physical_package_id`;
  return new Set(cores.map((core) => Number(readText(file(core)) ?? 0)));
}

/** A counter restarts after minutes of full load, so it is read more often. */
const PERIOD_MS = 10_000;

/** Meters that are counting. */
const active = new Set<EnergyMeter>();

export class EnergyMeter {
  readonly #zones: readonly PowerZone[];
  readonly #last: number[];
  #microjoules = 0;
  #isShared = false;
  #nextLook = 0;

  /** Starts counting the zones, which are those of the run's packages. */
  constructor(zones: readonly PowerZone[]) {
    this.#zones = zones;
    this.#last = zones.map(readCounter);
    for (const other of active) {
      if (!other.#zones.some(({ file }) => zones.some((zone) => zone.file === file))) continue;
      other.#isShared = true;
      this.#isShared = true;
    }
    active.add(this);
  }

  /** Reads the counters; to be called regularly. */
  look(now: number = performance.now()): void {
    if (now < this.#nextLook) return;
    this.#nextLook = now + PERIOD_MS;
    for (const [index, zone] of this.#zones.entries()) {
      const value = readCounter(zone);
      const before = this.#last[index] as number;
      this.#microjoules += value >= before ? value - before : value - before + zone.range;
      this.#last[index] = value;
    }
  }

  /**
   * Ends the counting. Undefined: the machine does not report energy, or another run used the
   * package.
   */
  finish(): number | undefined {
    this.look(Number.POSITIVE_INFINITY);
    active.delete(this);
    const isKnown = this.#zones.length > 0 && !this.#isShared && !Number.isNaN(this.#microjoules);
    return isKnown ? this.#microjoules / 1e6 : undefined;
  }
}

function readCounter({ file }: PowerZone): number {
  return Number(readText(file) ?? Number.NaN);
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
