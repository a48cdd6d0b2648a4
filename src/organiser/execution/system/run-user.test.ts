import { expect, test } from "vitest";
import { accountsOf, findFirst, firstRunUser, NOBODY, takeRunUser } from "./run-user.ts";

const ALL = "         0          0 4294967295\n";

test.each([
  [undefined, ALL, 0x7000_0000],
  ["100000", ALL, 100_000],
  ["none", ALL, undefined],
  // A container with the users of one range only.
  [undefined, "0 100000 65536\n", undefined],
  ["65536", "0 100000 65536\n65536 200000 100000000\n", 65_536],
  ["65537", "0 100000 65536\n65536 200000 67108864\n", undefined],
  [undefined, "", undefined],
])("first user with %j and map %j: %j", (wish, map, expected) => {
  expect(findFirst(wish, map)).toBe(expected);
});

test("runs at a time have different users, and give them back", () => {
  const users = Array.from({ length: 20 }, takeRunUser);
  const own = users.map(({ id }) => id).filter((id) => id !== NOBODY);
  expect(new Set(own).size).toBe(own.length);
  expect(own).toHaveLength(firstRunUser() === undefined ? 0 : 16);
  for (const user of users) user.release();
  const again = takeRunUser();
  expect(again.id).toBe(users[0]?.id);
  again.release();
});

test("the user of a run has a name", () => {
  expect(accountsOf("passwd", 77)).toMatch(/^nobody:x:77:77:/);
  expect(accountsOf("passwd", 77)).toContain("\nroot:");
  expect(accountsOf("passwd", 77).match(/^nobody:/gm)).toHaveLength(1);
  expect(accountsOf("group", 77)).toMatch(/^nogroup:x:77:\n/);
});
