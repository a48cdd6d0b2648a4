import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { EnergyMeter, packagesOf, readPowerZones } from "./energy.ts";

let root: string;

function write(name: string, text: string | number): void {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

const ZONE = "sys/class/powercap/intel-rapl";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "agon-energy-"));
  for (const index of [0, 1]) {
    write(`${ZONE}:${index}/name`, `package-${index}`);
    write(`${ZONE}:${index}/energy_uj`, 1_000_000);
    write(`${ZONE}:${index}/max_energy_range_uj`, 5_000_000);
  }
  write(`${ZONE}:0:0/name`, "core");
  write(`${ZONE}:0:0/energy_uj`, 7);
});

test("zones are packages; a machine without counters has none", () => {
  expect(readPowerZones(root).map((zone) => zone.package)).toEqual([0, 1]);
  expect(readPowerZones("/nowhere")).toEqual([]);
  expect(new EnergyMeter([]).finish()).toBeUndefined();
  write("sys/devices/system/cpu/cpu7/topology/physical_package_id", 1);
  expect(packagesOf([7, 8], root)).toEqual(new Set([1, 0]));
});

test("energy of all packages, also when a counter starts again", () => {
  const meter = new EnergyMeter(readPowerZones(root));
  write(`${ZONE}:0/energy_uj`, 4_500_000);
  meter.look(0);
  write(`${ZONE}:0/energy_uj`, 500_000); // 1 J later, past the end of the range.
  write(`${ZONE}:1/energy_uj`, 1_250_000);
  meter.look(1); // Too early: the meter is not read.
  expect(meter.finish()).toBe(3.5 + 1 + 0.25);
});

test("runs that share a package get no figure, others do", () => {
  const [first, second] = readPowerZones(root);
  const a = new EnergyMeter([first as never]);
  const b = new EnergyMeter([second as never]);
  const c = new EnergyMeter([first as never]);
  write(`${ZONE}:1/energy_uj`, 3_000_000);
  expect(a.finish()).toBeUndefined();
  expect(c.finish()).toBeUndefined();
  expect(b.finish()).toBe(2);
  expect(new EnergyMeter([first as never]).finish()).toBe(0);
});
