import { expect, test } from "vitest";
import { Accesses, ExpectedAccesses } from "./expected-accesses.ts";
import { chooseFirst, persistentSet, relyOn, type Standings } from "./persistent-sets.ts";

const [READ, WRITE] = [0, 1];
const access = (address: number, mode: number): Accesses =>
  Accesses.of([address, address + 4, mode]);

/** Threads at places of their own, with the accesses of their next step and later ones. */
function standing(
  expected: ExpectedAccesses,
  steps: readonly (readonly [next: Accesses, later: Accesses])[],
): Standings {
  return steps.map(([next, later], thread) => {
    const [stance, behind] = [expected.at(thread, 0), expected.at(thread, 1)];
    expected.noteStep(stance, next, [behind]);
    expected.noteStep(behind, later, []);
    return { stance, near: { step: next, last: new Accesses() }, last: [] };
  });
}

test("a set contains the threads that conflict now or later, and those that conflict with these", () => {
  const expected = new ExpectedAccesses();
  const all = standing(expected, [
    [access(0x100, WRITE), access(0x200, READ)],
    [access(0x300, WRITE), access(0x100, READ)],
    [access(0x400, READ), access(0x300, WRITE)],
    [access(0x400, READ), access(0x500, WRITE)],
  ]);
  expect(persistentSet(0, all)).toEqual(new Set([0, 1, 2]));
  expect(persistentSet(3, all)).toEqual(new Set([3]));
  const options = [0, 1, 2, 3];
  chooseFirst(options, all);
  expect(options[0]).toBe(2);
});

test("who does later what was relied upon not to happen refutes the set", () => {
  const expected = new ExpectedAccesses();
  const all = standing(expected, [
    [access(0x100, WRITE), access(0x200, READ)],
    [access(0x300, WRITE), access(0x300, WRITE)],
  ]);
  relyOn(persistentSet(0, all), all);
  expected.noteStep(expected.at(1, 7), access(0x200, WRITE), []);
  expected.noteStep(expected.at(1, 1), access(0x400, WRITE), [expected.at(1, 7)]);
  expect(expected.isRefuted).toBe(false);
  expected.noteStep(expected.at(1, 7), access(0x100, READ), []);
  expect(expected.isRefuted).toBe(true);
  expected.beginAgain();
  expect(expected.isRefuted).toBe(false);
  expect(persistentSet(0, all)).toEqual(new Set([0, 1]));
});

test("reads and other words do not conflict, and the end of the program conflicts with all", () => {
  expect(access(0x100, READ).conflictsWith(access(0x100, READ))).toBe(false);
  expect(access(0x100, WRITE).conflictsWith(access(0x104, WRITE))).toBe(false);
  expect(access(0x100, WRITE).conflictsWith(access(0x102, READ))).toBe(true);
  expect(access(0x100, WRITE).withoutWrites([0x40]).conflictsWith(access(0x100, READ))).toBe(false);
  expect(access(0x100, WRITE).withoutWrites([0x40]).conflictsWith(access(0x100, WRITE))).toBe(true);
  expect(Accesses.everything().conflictsWith(access(0x100, READ))).toBe(true);
  expect(Accesses.everything().conflictsWith(new Accesses())).toBe(false);
});

test("visible accesses may stand next to each other unless they race", () => {
  const [VISIBLE, ATOMIC] = [4, 2];
  const program = (modes: number, findsRaces: boolean): Accesses =>
    Accesses.ofProgram([0x100, 0x104, modes, 0, 0], findsRaces);
  const write = WRITE | VISIBLE;
  expect(program(write, false).clashesWith(program(write, false))).toBe(false);
  expect(program(write, false).clashesWith(program(WRITE, false))).toBe(true);
  expect(program(WRITE, false).clashesWith(program(write, false))).toBe(true);
  expect(program(write, true).clashesWith(program(write, true))).toBe(true);
  expect(program(write | ATOMIC, true).clashesWith(program(write | ATOMIC, true))).toBe(false);
  expect(program(READ, true).clashesWith(program(READ, true))).toBe(false);
});
