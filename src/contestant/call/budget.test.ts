import { expect, test } from "vitest";
import { Budget } from "./budget.ts";
import { CpuClock } from "./cpu-clock.ts";

/** Keeps the processor busy until a clock has advanced by so many seconds. */
function work(clock: CpuClock, seconds: number): void {
  const end = clock.usedSeconds() + seconds;
  while (clock.usedSeconds() < end);
}

test("a budget begins with its clock, independent of earlier use by the process", () => {
  work(new CpuClock(), 0.1);
  const clock = CpuClock.fromNow();
  const budget = new Budget(0.05, clock);
  expect(budget.isExhausted).toBe(false);
  expect(budget.usedSeconds()).toBeLessThan(0.05);
  work(clock, 0.1);
  expect(budget.isExhausted).toBe(true);
  expect(new Budget(0.05).isExhausted).toBe(false);
});

test("what other processes use is charged to one call only", () => {
  const [one, other] = [new Budget(1000), new Budget(1000)];
  one.charge(999);
  expect(one.remainingSeconds()).toBeLessThan(1.001);
  expect(other.remainingSeconds()).toBeGreaterThan(900);
});

test("parts share the time of the call", () => {
  const budget = new Budget(1000);
  const part = budget.part(100);
  part.charge(60);
  expect(part.remainingSeconds()).toBeLessThanOrEqual(40);
  expect(budget.remainingSeconds()).toBeLessThanOrEqual(940);
  // A later part is not charged for earlier use, and gets no more than is left.
  expect(budget.part(2000).remainingSeconds()).toBeGreaterThan(900);
  expect(budget.part(2000).remainingSeconds()).toBeLessThanOrEqual(940);
  expect(part.part(100).remainingSeconds()).toBeLessThanOrEqual(40);
});

test("a limit may be raised while the time runs", () => {
  let limit = 1;
  const budget = new Budget(() => limit, CpuClock.fromNow());
  budget.charge(2);
  expect(budget.isExhausted).toBe(true);
  limit = 100;
  expect(budget.isExhausted).toBe(false);
});
