import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "./command-table.ts";
import { type CompletedCommand, completionScript } from "./completion.ts";
import { manualPage } from "./manual-page.ts";
import { optionsOfUsage } from "./usage-options.ts";

test("options start a line of the usage", () => {
  const usage = `
Usage: agon x FILE [options]

  -q, --quiet          no progress
  --config NAME        a technique
                       of the list
  -D NAME[=VALUE], -U NAME
                       macros
  checks are here`;
  expect(optionsOfUsage(usage)).toEqual([
    { names: ["--quiet", "-q"], takes: undefined, text: "no progress" },
    { names: ["--config"], takes: "NAME", text: "a technique of the list" },
    { names: ["-D"], takes: "NAME[=VALUE]", text: "macros" },
    { names: ["-U"], takes: "NAME", text: "macros" },
  ]);
});

const commands = await Promise.all(
  COMMANDS.map(async ({ name, summary, module }) => {
    const { usage, examples } = (await module()).command;
    return { name, summary, usage, examples, options: optionsOfUsage(usage) };
  }),
);

describe("every command has examples that its usage explains", () => {
  test.each(commands)("$name", ({ name, usage, examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example).toMatch(/^(?:\w+=\S+ )*agon \w+/);
      // The rest is for another command, or a command of its own.
      const isOwn = example.includes(`agon ${name} `) && !example.includes("--reference");
      const own = isOwn ? (example.split(/ -- | \| /)[0] ?? "") : "";
      for (const [option] of own.matchAll(/(?<=\s)--[a-z][\w-]*/g)) expect(usage).toContain(option);
    }
  });
});

describe("completion", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-completion-"));
  const scripted = (
    shell: "bash" | "zsh" | "fish",
    list: readonly CompletedCommand[] = commands,
  ) => {
    const path = join(folder, `agon.${shell}`);
    writeFileSync(path, completionScript(shell, list));
    return path;
  };
  const has = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

  test.skipIf(!has("bash"))("bash completes commands and their options", () => {
    const complete = (words: string, index: number): string =>
      spawnSync(
        "bash",
        [
          "-c",
          `. "$0"; COMP_WORDS=(${words}); COMP_CWORD=${index}; _agon; echo "\${COMPREPLY[@]}"`,
          scripted("bash"),
        ],
        { encoding: "utf8" },
      ).stdout.trim();
    expect(complete("agon verif", 1)).toBe("verify");
    expect(complete("agon verify --check", 2).split(" ")).toEqual(
      expect.arrayContaining(["--checks", "--check-proofs"]),
    );
    expect(complete("agon help exit", 2)).toBe("exit-codes");
    rmSync(join(folder, "agon.bash"));
  });

  test.skipIf(!has("zsh"))("zsh completes typed words", () => {
    // In a pseudo-terminal Tab is pressed twice, then Enter; without a completion there is no
    // output.
    const script = `
      zmodload zsh/zpty
      until_has() { out=; while [[ $out != *$1* ]] && zpty -r z chunk; do out+=$chunk; done }
      zpty z zsh -f -i
      zpty -w z "agon() { print ran: \\$* }; autoload -U compinit; compinit -u -D; source $1; print rea''dy"
      until_has ready
      zpty -n -w z $'agon verif\\t --check-p\\t\\n'
      until_has "ran: verify --check-proofs"
      print -r -- "$out"
      zpty -d z`;
    const { stdout } = spawnSync("zsh", ["-f", "-c", script, "zsh", scripted("zsh")], {
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(stdout).toContain("verify --check-proofs");
  });

  test.skipIf(!has("fish"))("fish offers commands and their options", () => {
    const offers = (words: string): readonly string[] =>
      spawnSync(
        "fish",
        ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", scripted("fish"), words],
        {
          encoding: "utf8",
        },
      )
        .stdout.trim()
        .split("\n")
        .map((line) => line.split("\t")[0] ?? "");
    expect(offers("agon verif")).toEqual(["verify"]);
    expect(offers("agon verify --check")).toEqual(
      expect.arrayContaining(["--check", "--checks", "--check-proofs"]),
    );
  });
});

const hasGroff = spawnSync("groff", ["--version"]).status === 0;
test.skipIf(!hasGroff)("the manual page has every command, and groff reports no error", () => {
  const page = manualPage(commands, "1.2.3");
  const { stdout, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww"], {
    input: page,
    encoding: "utf8",
  });
  expect(stderr.replaceAll(/.*(?:cannot break line|cannot adjust line).*\n/g, "")).toBe("");
  for (const { name } of commands) expect(stdout).toContain(`agon ${name}`);
});
