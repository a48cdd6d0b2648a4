/**
 * Programs with their labels: those of the task definitions of a corpus, or those in first lines
 * (`test/regression`).
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";

export interface LabelledProgram {
  readonly file: string;
  readonly dataModel: "ILP32" | "LP64";
  /** By property: the label, undefined when there is none. */
  readonly labels: ReadonlyMap<string, string | undefined>;
}

/** Larger programs take too long for so many attempts. */
const MAX_BYTES = 200_000;
const PROPERTIES = ["unreach-call", "no-overflow"] as const;

/** @param seed - decides their order, deterministically */
export function labelledPrograms(folder: string, seed: number): readonly LabelledProgram[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  const definitions = files.filter((name) => name.endsWith(".yml"));
  const programs =
    definitions.length > 0
      ? definitions.flatMap((name) => ofDefinition(join(folder, name)))
      : files.filter((name) => name.endsWith(".c")).map((name) => ofFirstLine(join(folder, name)));
  return shuffled(programs, seed);
}

/** Programs of a task definition in the corpus's form; none when it is about other properties. */
function ofDefinition(definition: string): LabelledProgram[] {
  const text = readFileSync(definition, "utf8");
  const [, input] = /input_files: *['"]?([^'"\n]+)/.exec(text) ?? [];
  if (input === undefined) return [];
  const file = join(dirname(definition), input);
  const labels = new Map(
    PROPERTIES.map((property) => {
      const label = new RegExp(`${property}\\.prp\\s+expected_verdict: *(true|false)`).exec(text);
      return [property, label?.[1]];
    }),
  );
  const isLabelled = [...labels.values()].some((label) => label !== undefined);
  if (!isLabelled || statSync(file).size > MAX_BYTES) return [];
  return [{ file, dataModel: /data_model: *LP64/.test(text) ? "LP64" : "ILP32", labels }];
}

/** A program whose first line says whether its error is reached; overflow has no label. */
function ofFirstLine(file: string): LabelledProgram {
  const [first = ""] = readFileSync(file, "utf8").split("\n", 1);
  const [, verdict] = /^\/\/ (TRUE|FALSE|UNKNOWN)\b/.exec(first) ?? [];
  return {
    file,
    dataModel: first.includes("ILP32") ? "ILP32" : "LP64",
    labels: new Map([
      ["unreach-call", verdict?.toLowerCase()],
      ["no-overflow", undefined],
    ]),
  };
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = new RandomGenerator(seed);
  const rest = [...items];
  const result: T[] = [];
  while (rest.length > 0) result.push(...rest.splice(random.below(rest.length), 1));
  return result;
}
