/**
 * The files of `agon init` work: the workflow's step is run, the editor's matcher reads the output.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { readersFolder, runInShell } from "../support/manual-pages.ts";

vi.setConfig({ testTimeout: 120_000 });

interface Workflow {
  readonly name: string;
  readonly on: readonly string[];
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly "runs-on": string;
        readonly permissions: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

let folder: string;
beforeAll(async () => {
  folder = readersFolder();
  writeFileSync(join(folder, "wrong.c"), "int main(void) { int a[2]; return a[2]; }\n");
  writeFileSync(join(folder, "right.c"), "int main(void) { int a[2] = {0}; return a[1]; }\n");
  // As in the package of the registry.
  const npx = join(folder, "bin/npx");
  writeFileSync(npx, '#!/bin/sh\n[ "$1 $2" = "--yes agon" ] || exit 99\nshift 2\nexec agon "$@"\n');
  chmodSync(npx, 0o755);
  await runInShell("agon init ci && agon init vscode && git init -q . && git add '*.c'", folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the workflow has what GitHub asks for, and its step fails for the program that is wrong", async () => {
  const file = readFileSync(join(folder, ".github/workflows/agon.yml"), "utf8");
  const workflow = parse(file) as Workflow;
  expect(Object.keys(workflow).toSorted()).toEqual(["jobs", "name", "on"]);
  expect(workflow.on).toEqual(["push", "pull_request"]);
  for (const job of Object.values(workflow.jobs)) {
    expect(Object.keys(job).toSorted()).toEqual(["permissions", "runs-on", "steps"]);
    expect(job.permissions).toEqual({ contents: "read" });
    for (const { uses, run } of job.steps) {
      expect([uses, run].filter((part) => part !== undefined)).toHaveLength(1);
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@v\d+$/);
    }
  }
  const step = workflow.jobs.check?.steps.find(({ run }) => run !== undefined)?.run ?? "";
  const script = join(folder, "step.sh");
  writeFileSync(script, step);
  // Run as by GitHub's runners.
  const { stdout, code } = await runInShell(
    "bash --noprofile --norc -e -o pipefail step.sh",
    folder,
  );
  expect(stdout).toMatch(
    /^::error file=wrong\.c,line=1,col=\d+,title=Agon%3A access::`a\[2\]` reads/m,
  );
  expect(stdout).not.toContain("right.c");
  expect(code).toBe(1);
  rmSync(join(folder, "wrong.c"));
  spawnSync("git", ["rm", "-q", "--cached", "wrong.c"], { cwd: folder });
  const without = await runInShell("bash --noprofile --norc -e -o pipefail step.sh", folder);
  expect([without.stdout, without.code]).toEqual(["", 0]);
});

test("the editor's problem matcher reads what its task prints", async () => {
  mkdirSync(join(folder, "src"));
  const program = join(folder, "src/division.c");
  writeFileSync(program, "int main(int argc, char **argv) {\n  return 1 / (argc - 1);\n}\n");
  const text = readFileSync(join(folder, ".vscode/tasks.json"), "utf8");
  const [task] = (
    JSON.parse(text) as {
      tasks: {
        command: string;
        args: string[];
        problemMatcher: { pattern: Record<string, number> & { regexp: string } };
      }[];
    }
  ).tasks;
  if (task === undefined) throw new Error("no task");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor replaces it
  const words = task.args.map((word) => word.replace("${file}", program));
  const { stdout } = await runInShell([task.command, ...words].join(" "), folder);
  const { regexp, ...groups } = task.problemMatcher.pattern;
  const match = new RegExp(regexp).exec(stdout.split("\n")[0] ?? "");
  const read = Object.fromEntries(Object.entries(groups).map(([name, at]) => [name, match?.[at]]));
  expect(read).toEqual({
    file: program,
    line: "2",
    column: "3",
    severity: "error",
    message: "`1 / (argc - 1)` divides by zero when argc = 1 [division]",
  });
});
