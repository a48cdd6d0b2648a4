/** Reachability tasks of a set of the corpus, and the points of answers to them. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import { parseTaskDefinition } from "../../src/organiser/tasks/index.ts";

export interface Task {
  readonly set: string;
  readonly task: string;
  readonly program: string;
  readonly dataModel: string;
  readonly expected: string;
}

const POINTS: Readonly<Record<string, number>> = {
  "true true": 2,
  "false false": 1,
  "false true": -32,
  "true false": -16,
};

export function tasksOf(corpus: string, set: string): readonly Task[] {
  const lines = readFileSync(join(corpus, `ReachSafety-${set}.set`), "utf8").split("\n");
  const patterns = lines.map((line) => line.trim()).filter((line) => /^[^#]/.test(line));
  return patterns.flatMap((pattern) => {
    const folder = dirname(pattern);
    const name = new RegExp(`^${basename(pattern).replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
    const names = readdirSync(join(corpus, folder)).filter((candidate) => name.test(candidate));
    return names.toSorted().flatMap((found) => taskOf(corpus, set, join(folder, found)));
  });
}

function taskOf(corpus: string, set: string, task: string): readonly Task[] {
  const file = join(corpus, task);
  const { inputFiles, properties, dataModel } = parseTaskDefinition(
    readFileSync(file, "utf8"),
    task,
  );
  const asked = properties.find(({ propertyName }) => propertyName === "unreach-call");
  const [input] = inputFiles;
  if (asked?.expectedVerdict === undefined || input === undefined) return [];
  const expected = asked.expectedVerdict.kind;
  const program = join(dirname(file), input);
  return [{ set, task, program, dataModel: dataModel ?? "ILP32", expected }];
}

/** The same for the same seed. */
export function sampled(tasks: readonly Task[], count: number, seed: number): readonly Task[] {
  const random = new RandomGenerator(seed);
  const rest = [...tasks];
  const chosen: Task[] = [];
  while (chosen.length < count && rest.length > 0) {
    chosen.push(...rest.splice(random.below(rest.length), 1));
  }
  return chosen;
}

/** Without confirmation of witnesses. */
export function pointsOf({
  verdict,
  expected,
}: Pick<Task, "expected"> & { readonly verdict: string }): number {
  return POINTS[`${verdict} ${expected}`] ?? 0;
}
