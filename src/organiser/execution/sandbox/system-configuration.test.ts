import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { singleFiles, systemConfiguration } from "./system-configuration.ts";

test("the first run gets single entries, later ones a prepared folder with the same names", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-test-"));
  try {
    const user = 0x7000_0001;
    const single = systemConfiguration(user, join(folder, "first"));
    expect(typeof single).toBe("object");
    const whole = systemConfiguration(user, join(folder, "second"));
    if (typeof single === "string" || typeof whole !== "string") throw new Error("wrong kinds");
    expect(readdirSync(whole).sort()).toEqual(single.map(({ target }) => target.slice(5)).sort());
    expect(readFileSync(join(whole, "passwd"), "utf8")).toContain(`nobody:x:${user}:${user}:`);
    expect(statSync(whole).mode & 0o777).toBe(0o755);
    expect(systemConfiguration(user, join(folder, "third"))).toBe(whole);
    expect(systemConfiguration(user + 1, join(folder, "fourth"))).not.toBe(whole);
    expect(existsSync(join(folder, "third.passwd"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("nothing private is among it", () => {
  const names = singleFiles(undefined, "/nowhere").map(({ source }) => source);
  expect(names).toContain("/etc/passwd");
  for (const name of ["shadow", "ssh", "sudoers", "hostname", "hosts"]) {
    expect(names).not.toContain(`/etc/${name}`);
  }
});
