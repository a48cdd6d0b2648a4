import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ILP32, LP64, parseC } from "../cfront/index.ts";
import { buildCfa } from "./lowering/program-builder.ts";
import type { CfaProgram } from "./model/cfa.ts";

const CORPUS = "../shared/corpus/c";

/** The C file of a task definition and its data model. */
function programOf(task: string): CfaProgram {
  const text = readFileSync(task, "utf8");
  const input = /input_files:\s*['"]?([^'"\s]+)/.exec(text)?.[1] ?? "";
  const machine = /data_model:\s*LP64/.test(text) ? LP64 : ILP32;
  const file = join(dirname(task), input);
  return buildCfa(parseC(file, readFileSync(file, "utf8"), machine), machine);
}

/**
 * Models of library functions, linked in where called, which refuse rare cases: wide characters …
 */
const MODELS: ReadonlySet<string> = new Set([
  "vsnprintf",
  "vfscanf",
  "__agon_directive",
  "__agon_set_end",
  "fgets",
  "rand",
  "__agon_next_random",
  "__agon_opened",
  "__agon_ignores_pushed",
]);

/** Reasons of the unsupported edges of a program, and invalid shapes of its graph. */
function findings(program: CfaProgram): Set<string> {
  const found = new Set<string>();
  for (const [name, { nodes, exit }] of program.functions) {
    const isModel = MODELS.has(name);
    for (const node of nodes) {
      const tests = node.leaving.filter(({ kind }) => kind === "assume");
      const isPair = tests.length === 2 && node.leaving.length === 2;
      if (node.leaving.length > 1 && !isPair) found.add("branching without a pair of tests");
      const isRefused = isModel && node.entering.every(({ kind }) => kind === "unsupported");
      if (node.leaving.length === 0 && node !== exit && !isRefused)
        found.add("node without a way on");
      for (const edge of node.leaving) {
        if (edge.kind === "unsupported" && !isModel) found.add(edge.reason);
      }
    }
  }
  return found;
}

// The corpus is not part of the repository.
describe.skipIf(!existsSync(CORPUS))(`programs of ${CORPUS}`, () => {
  it("become automata in which little is unsupported", { timeout: 600_000 }, () => {
    const counts: Record<string, number> = {};
    const files = readdirSync(CORPUS, { recursive: true, encoding: "utf8" });
    for (const task of files.filter((file) => file.endsWith(".yml"))) {
      for (const finding of findings(programOf(join(CORPUS, task)))) {
        counts[finding] = (counts[finding] ?? 0) + 1;
      }
    }
    expect(counts).toEqual({
      "inline assembly": 2,
      // `rec(++x) + rec(--x)`
      "unsequenced side effects on 'x' (C11 6.5p2)": 1,
    });
  });
});
