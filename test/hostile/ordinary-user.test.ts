/** The attacks once more with the rights of an ordinary user, who has other sandboxes than root. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Neither root nor the user of root's runs. */
const USER = 54_321;
const ATTACKS = join("test", "hostile", "hostile.test.ts");
/** Tests that depend on rights; the rest is the same code. */
const NAMES =
  /deep-folders|locked-folders|nameless-files|files-of-a-thread|emptied-folders|fork-bomb|run-away|forge-the-report|no way leads|only others|burning-daemon|stop-itself|outside|sibling|network|parent/;

test.skipIf(process.getuid?.() !== 0)("the same ends", { timeout: 300_000 }, () => {
  const home = mkdtempSync(join(tmpdir(), "agon-user-"));
  spawnSync("chown", [String(USER), home]);
  const words = [`--reuid=${USER}`, `--regid=${USER}`, "--clear-groups", "--", process.execPath];
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const options = ["run", ATTACKS, "--configLoader=runner", "--reporter=json", "-t", NAMES.source];
  const { stdout, stderr } = spawnSync("setpriv", [...words, vitest, ...options], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
    maxBuffer: 1e8,
  });
  rmSync(home, { recursive: true, force: true });
  const report = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  expect(failed, stderr).toEqual([]);
  expect(report.numPassedTests, stdout).toBeGreaterThan(10);
});
