import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasTurboBoost, processorHertz } from "./processor-facts.ts";

function kernel(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "agon-kernel-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { cpu: join(folder, "cpu"), cpuInfo: join(folder, "cpuinfo") };
}

const CPU_INFO = "processor\t: 0\ncpu MHz\t\t: 2596.140\n\nprocessor\t: 1\ncpu MHz\t\t: 2596.140\n";

test("the frequency is the kernel's limit, or else the processor's nominal one", () => {
  const limited = kernel({ cpuinfo: CPU_INFO, "cpu/cpu0/cpufreq/scaling_max_freq": "3400000\n" });
  expect(processorHertz(limited)).toBe(3_400_000_000);
  expect(processorHertz(kernel({ cpuinfo: CPU_INFO }))).toBe(2_596_140_000);
  expect(processorHertz(kernel({ cpuinfo: "processor\t: 0\n" }))).toBeUndefined();
});

test("turbo boost as either driver of the kernel reports it", () => {
  expect(hasTurboBoost(kernel({ "cpu/cpufreq/boost": "1\n" }))).toBe(true);
  expect(hasTurboBoost(kernel({ "cpu/intel_pstate/no_turbo": "1\n" }))).toBe(false);
  expect(hasTurboBoost(kernel({}))).toBeUndefined();
});
