/**
 * Cost and number of second opinions on TRUE: `agon verify --json` over programs, one after the
 * other.
 *
 *     npx tsx bench/verifier/second-opinion.ts --corpus ../shared/corpus/c --every 5 --limit 20
 *     npx tsx bench/verifier/second-opinion.ts --regression --every 4
 *
 * Needs a build. Shares are of the CPU time of the whole process. Exit code 1 when an opinion
 * contradicts.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    regression: { type: "boolean", default: false },
    /** One in this number of tasks. */
    every: { type: "string", default: "1" },
    /** CPU seconds per task. */
    limit: { type: "string", default: "20" },
  },
});

interface Question {
  readonly program: string;
  readonly property: "unreach-call" | "no-overflow";
  readonly dataModel: string;
}

const FORMULAS = {
  "unreach-call": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
  "no-overflow": "CHECK( init(main()), LTL(G ! overflow) )",
} as const;

function filesIn(folder: string, ending: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file))
    .sort();
}

/** Tasks whose property holds by their definitions. */
function questionsOfCorpus(folder: string): Question[] {
  return filesIn(folder, ".yml").flatMap((file): Question[] => {
    const {
      input_files: program,
      properties = [],
      options = {},
    } = parse(readFileSync(file, "utf8")) as {
      readonly input_files?: unknown;
      readonly properties?: readonly {
        readonly property_file: string;
        readonly expected_verdict?: boolean;
      }[];
      readonly options?: { readonly data_model?: string };
    };
    if (typeof program !== "string") return [];
    return properties.flatMap(({ property_file, expected_verdict }): Question[] => {
      const property = (["unreach-call", "no-overflow"] as const).find((name) =>
        property_file.includes(name),
      );
      if (property === undefined || expected_verdict !== true) return [];
      return [
        {
          program: join(dirname(file), program),
          property,
          dataModel: options.data_model ?? "ILP32",
        },
      ];
    });
  });
}

function questionsOfRegression(): Question[] {
  return filesIn(join(ROOT, "test/regression"), ".c").flatMap((program) => {
    const [first = ""] = readFileSync(program, "utf8").split("\n");
    const dataModel = first.includes("ILP32") ? "ILP32" : "LP64";
    return first.startsWith("// TRUE") ? [{ program, property: "unreach-call", dataModel }] : [];
  });
}

interface Answer {
  readonly verdict: string;
  readonly cpuSeconds: number;
  readonly techniques: readonly {
    readonly technique: string;
    readonly verdict: string;
    readonly secondOpinion?: {
      readonly kind: string;
      readonly reason?: string;
      readonly by?: string;
      readonly cpuSeconds: number;
    };
  }[];
}

const questions =
  values.corpus === undefined ? questionsOfRegression() : questionsOfCorpus(values.corpus);
const folder = mkdtempSync(join(tmpdir(), "agon-opinion-"));
const counts = new Map<string, { number: number; spent: number; all: number; most: number }>();
let contradictions = 0;
try {
  for (const [property, formula] of Object.entries(FORMULAS)) {
    writeFileSync(join(folder, `${property}.prp`), `${formula}\n`);
  }
  for (const { program, property, dataModel } of questions.filter(
    (_, i) => i % Number(values.every) === 0,
  )) {
    const words = [join(ROOT, "dist/faces/cli/main.js"), "verify", program, "--json"];
    words.push("--property", join(folder, `${property}.prp`), "--data-model", dataModel);
    words.push("--time-limit", `${values.limit}s`, "--witness", join(folder, "w.yml"));
    const { stdout, stderr } = spawnSync("node", words, { encoding: "utf8", maxBuffer: 2 ** 27 });
    if (!stdout.startsWith("{")) throw new Error(`${program}: ${stderr}`);
    const answer = JSON.parse(stdout) as Answer;
    const last = answer.techniques.findLast(({ secondOpinion }) => secondOpinion !== undefined);
    const opinion = last?.secondOpinion;
    if (opinion?.kind === "contradicted") contradictions++;
    const key =
      opinion === undefined
        ? `${answer.verdict}, no second opinion`
        : `${last?.technique}: ${opinion.kind}`;
    const count = counts.get(key) ?? { number: 0, spent: 0, all: 0, most: 0 };
    const spent = opinion?.cpuSeconds ?? 0;
    counts.set(key, {
      number: count.number + 1,
      spent: count.spent + spent,
      all: count.all + answer.cpuSeconds,
      most: Math.max(count.most, spent / answer.cpuSeconds),
    });
    console.log(
      `${program} ${key} ${spent.toFixed(2)} of ${answer.cpuSeconds.toFixed(2)} s ${opinion?.by ?? opinion?.reason ?? ""}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  "| answer | tasks | opinions, CPU s | all, CPU s | share | greatest share |\n|---|---|---|---|---|---|",
);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
for (const [key, { number, spent, all, most }] of [...counts].sort()) {
  console.log(
    `| ${key} | ${number} | ${spent.toFixed(2)} | ${all.toFixed(1)} | ${percent(spent / all)} | ${percent(most)} |`,
  );
}
process.exitCode = contradictions === 0 ? 0 : 1;
