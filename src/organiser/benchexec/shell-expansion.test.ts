import { afterEach, expect, test, vi } from "vitest";
import { expandPattern, expandWord } from "./shell-expansion.ts";

afterEach(() => vi.unstubAllEnvs());

test("words of a command line: variables, then the home folder; patterns the other way round", () => {
  vi.stubEnv("HOME", "/home/user/");
  vi.stubEnv("AGON_TEST_PLACE", "~/x");
  expect(expandWord("$AGON_TEST_PLACE/y")).toBe("/home/user/x/y");
  expect(expandPattern("$AGON_TEST_PLACE/y")).toBe("~/x/y");
  expect(expandWord("--at=$AGON_TEST_PLACE")).toBe("--at=~/x");
});

test("unknown names are not replaced", () => {
  vi.stubEnv("AGON_TEST_PLACE", undefined);
  for (const word of ["$AGON_TEST_PLACE", `\${AGON_TEST_PLACE}x`, "$", "~no-such-user/x", "a~"]) {
    expect(expandWord(word)).toBe(word);
  }
  expect(expandWord("~root/x")).toBe("/root/x");
});
