/** Wrong input: one clear message with its position, and the documented exit code. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { agon } from "./cli.ts";
import { STAND_IN, writeCompetition } from "./small-competition.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;

beforeEach(() => {
  folder = writeCompetition([{ name: "a", behaviour: "true", expected: true }]);
});

function edit(file: string, before: string, after: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

const run = () => agon("run", join(folder, "competition.yml"), "--spool", join(folder, "spool"));

describe("a competition", () => {
  test.each([
    [
      "an unknown edition",
      "competition.yml",
      "edition: 2026",
      "edition: soon",
      /competition\.yml:2:10: error: edition must be a year, .*svcomp-2027.*, found 'soon'/,
    ],
    [
      "a wrong type",
      "competition.yml",
      "cores: 1 }",
      "cores: many }",
      /competition\.yml:4:\d+: error: .*cores must be .*integer/,
    ],
    [
      "an unknown tool-info module",
      "competition.yml",
      "tool: agon-verifier",
      "tool: nobody",
      /competition\.yml:11:\d+: error: tool must be one of agon-verifier, .*found 'nobody'/,
    ],
    [
      "an unknown property in a category",
      "competition.yml",
      "property: unreach-call",
      "property: happiness",
      /competition\.yml:8:\d+: error: property must be one of unreach-call/,
    ],
    [
      "YAML that is none",
      "competition.yml",
      "edition: 2026",
      "edition: a: b",
      /competition\.yml:2:\d+: error: Nested mappings are not allowed/,
    ],
    [
      "a missing program",
      "tasks/a.yml",
      "a.c",
      "absent.c",
      /tasks\/a\.yml: error: no file matches 'tasks\/absent\.c'/,
    ],
    [
      "a task definition with a wrong type",
      "tasks/a.yml",
      "expected_verdict: true",
      "expected_verdict: maybe",
      /tasks\/a\.yml:5:\d+: error: expected_verdict must be true or false/,
    ],
    [
      "a property file that is none",
      "unreach-call.prp",
      "G ! call",
      "G call",
      /unreach-call\.prp:1:\d+: error: /,
    ],
  ])("%s", async (_name, file, before, after, message) => {
    edit(file, before, after);
    const { code, stderr, stdout } = await run();
    expect(stderr).toMatch(message);
    expect(code).toBe(4);
    expect(stdout).toBe("");
    expect(stderr.match(/: error: /g)).toHaveLength(1);
  });

  test("a missing task set", async () => {
    rmSync(join(folder, "all.set"));
    const { code, stderr } = await run();
    expect(stderr).toContain("all.set: error: there is no such file");
    expect(code).toBe(4);
  });

  test("a tool folder without the tool", async () => {
    edit(
      "competition.yml",
      "name: Stand-in, tool: agon-verifier, directory: ",
      "tool: agon-verifier, directory: /nowhere",
    );
    const { code, stderr } = await run();
    expect(stderr).toContain("ERR_TOOL_MISSING");
    expect(stderr).toContain("hint: the tool folder must hold 'agon' or 'bin/agon'");
    expect(code).toBe(3);
  });

  test("a tool folder that shows the tasks", async () => {
    edit("competition.yml", STAND_IN, folder);
    copyFileSync(join(STAND_IN, "agon"), join(folder, "agon"));
    const { code, stderr } = await run();
    expect(stderr).toContain("would see expected verdicts: its folder holds tasks/a.yml");
    expect(code).toBe(4);
  });

  test("a spool that cannot be written", async () => {
    writeFileSync(join(folder, "file"), "");
    const spool = join(folder, "file", "spool");
    const { code, stderr } = await agon("run", join(folder, "competition.yml"), "--spool", spool);
    expect(stderr).toMatch(/^agon: ENOTDIR.*file/);
    expect(code).toBe(3);
  });

  test("a missing definition", async () => {
    const { code, stderr } = await agon("run", join(folder, "nothing.yml"));
    expect(stderr).toContain("nothing.yml: error: there is no such file");
    expect(code).toBe(4);
  });
});

/**
 * Words that run a command where bubblewrap is replaced by a program that fails, with a message:
 * `cat` of its options.
 */
const WITHOUT_BUBBLEWRAP = [
  ...["unshare", "--mount", "--", "/bin/sh", "-c"],
  'mount --bind "$(readlink -f "$(command -v cat)")" /usr/bin/bwrap && exec "$@"',
  "sh",
];
const canHideBubblewrap =
  existsSync("/usr/bin/bwrap") &&
  spawnSync(WITHOUT_BUBBLEWRAP[0] as string, [...WITHOUT_BUBBLEWRAP.slice(1), "true"]).status === 0;

describe.skipIf(!canHideBubblewrap)(
  "a host without bubblewrap (needs root, and bubblewrap)",
  () => {
    const without = (...words: string[]) => {
      const [program = "", ...rest] = [
        ...WITHOUT_BUBBLEWRAP,
        process.execPath,
        "dist/faces/cli/main.js",
      ];
      return spawnSync(program, [...rest, ...words], { encoding: "utf8" });
    };

    test("a competition is refused unless a weak sandbox is allowed", () => {
      const words = ["run", join(folder, "competition.yml"), "--spool", join(folder, "spool")];
      const refused = without(...words);
      expect(refused.stderr).toContain("ERR_SANDBOX_MISSING");
      expect(refused.stderr).toContain("--allow-weak-sandbox");
      expect(refused.status).toBe(3);
      const allowed = without(...words, "--allow-weak-sandbox");
      expect(allowed.stderr).toContain("isolation: unshare");
      expect(allowed.status).toBe(0);
    });

    test("a single command is run in another sandbox, and the first one's messages are not its output", () => {
      const { stdout, stderr, status } = without("exec", "--", "sh", "-c", "echo said; exit 3");
      expect({ stdout, status }).toEqual({ stdout: "said\n", status: 0 });
      expect(stderr).toMatch(/^exit code +3$/m);
      expect(stderr).toMatch(/^isolated by +unshare$/m);
      const refused = without("exec", "--require-sandbox", "--", "echo", "said");
      expect({ stdout: refused.stdout, status: refused.status }).toEqual({ stdout: "", status: 3 });
      expect(refused.stderr).toContain("ERR_SANDBOX_MISSING");
    });
  },
);

describe("the command line", () => {
  test.each([
    [["runn"], "unknown command 'runn'; did you mean 'run'?"],
    [["run"], "FILE is missing"],
    [["run", "c.yml", "--spol", "x"], "unknown option '--spol'; did you mean '--spool'?"],
    [["run", "c.yml", "--jobs", "many"], "--jobs must be an integer from 1, found 'many'"],
    [
      ["table", "x", "--format", "pdf"],
      "--format of a spool must be one of text, csv, markdown, html, found 'pdf'",
    ],
  ])("agon %j", async (words, message) => {
    const { code, stderr } = await agon(...words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test("a folder that is no spool", async () => {
    const empty = mkdtempSync(join(tmpdir(), "agon-e2e-"));
    for (const command of ["status", "score", "table"]) {
      const { code, stderr } = await agon(command, empty);
      expect(stderr).toContain("holds no competition [ERR_NO_SPOOL]");
      expect(code).toBe(3);
    }
  });

  test("help names every command, and each command explains itself", async () => {
    const { code, stdout } = await agon("help");
    expect(code).toBe(0);
    const names = [...stdout.matchAll(/^ {2}(\w+) /gm)].map((match) => match[1] as string);
    expect(names).toEqual(
      expect.arrayContaining(["demo", "run", "status", "score", "table", "tool"]),
    );
    for (const name of names) {
      const help = await agon("help", name);
      expect(help.stdout).toContain(`agon ${name}: `);
      expect(help.stdout).toContain("Examples:");
    }
    expect((await agon("help", "exit-codes")).stdout).toContain("  4  an input file is invalid");
  });

  test("the version", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    expect((await agon("--version")).stdout).toBe(`${version}\n`);
  });
});
