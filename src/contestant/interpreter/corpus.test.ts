import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildProgram, type DataModel } from "../../../test/support/run-c.ts";
import { InputError } from "../../ground/util/errors.ts";
import { randomIntegers } from "../../ground/util/pseudo-random.ts";
import { compileProgram } from "./index.ts";

/**
 * Every program that the front end accepts runs with random inputs, without an internal error, and
 * never to an error that its task states to be unreachable.
 */
const CORPUS = "../shared/corpus/c";

interface Task {
  readonly file: string;
  readonly model: DataModel;
  readonly isSafe: boolean;
}

function tasksIn(folder: string): Task[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yml"));
  return files.flatMap((name) => {
    const yaml = readFileSync(join(folder, name), "utf8");
    const input = /input_files:\s*['"]?([^'"\n]+)/.exec(yaml)?.[1];
    if (input === undefined || !existsSync(join(folder, input))) return [];
    const model = yaml.includes("LP64") ? "LP64" : "ILP32";
    const isSafe = /unreach-call\.prp\s*\n\s*expected_verdict:\s*true/.test(yaml);
    return [{ file: join(folder, input), model, isSafe }];
  });
}

const isPresent = existsSync(CORPUS);
const folders = isPresent
  ? readdirSync(CORPUS, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  : [];

describe.skipIf(!isPresent)("corpus (skipped unless it lies in ../shared/corpus)", () => {
  test.each(folders)("%s", { timeout: 120_000 }, (folder) => {
    for (const { file, model, isSafe } of tasksIn(join(CORPUS, folder))) {
      let program: ReturnType<typeof buildProgram>;
      try {
        program = buildProgram(readFileSync(file, "utf8"), model);
      } catch (error) {
        if (error instanceof InputError) continue;
        throw error;
      }
      const compiled = compileProgram(program, {
        errorFunctions: new Set(["reach_error"]),
        overflow: "wrap",
        maxSteps: 200_000,
      });
      const random = randomIntegers(1);
      const small = (): number => (random(4) === 0 ? random(2 ** 32) : random(5) - 1);
      for (let i = 0; i < 3; i++) {
        const outcome = compiled.run({ nondet: () => BigInt(small()), nondet32: small });
        if (isSafe) expect(`${file} ${outcome.kind}`).not.toBe(`${file} error-reached`);
      }
    }
  });
});
