/**
 * Runs the validator on every labelled witness of the shared corpus, each as a process of its own,
 * and prints a table by kind with the numbers of confirmed ones and the CPU times. Exit code 1 when
 * an invalid witness is confirmed.
 *
 * Usage: npx tsx bench/witnesses/witnesses.ts [--all] [--verbose] [--limit=SECONDS] [--part=K/N]
 *     [--log=FILE] [--agon=MAIN.js] [NAME…]
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../../shared/witnesses");
const TIME_LIMIT = { violation: "90s", correctness: "300s" } as const;

if (!existsSync(ROOT)) {
  console.error(`the witnesses are not there: ${ROOT}`);
  process.exit(3);
}
const words = process.argv.slice(2);
const option = (name: string): string | undefined =>
  words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const AGON = resolve(option("agon") ?? join(import.meta.dirname, "../../dist/faces/cli/main.js"));
const isVerbose = words.includes("--verbose");
/** CPU time of every run instead of the limits of SV-COMP, such as 10. */
const limit = option("limit");
/** Every N-th witness from the K-th. */
const [part = 1, parts = 1] = option("part")?.split("/").map(Number) ?? [];
/** Answers are appended here; stored ones are counted and not run again. */
const log = option("log");
const names = words.filter((word) => !word.startsWith("--"));

interface Row {
  readonly witness: string;
  readonly program: string;
  readonly format: string;
  readonly version: string;
  readonly type: string;
  readonly specification: string;
  readonly data_model: string;
  readonly expected: string;
}

/** Fields may be quoted; no field has a line break. */
function parseRow(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

const [header = "", ...lines] = readFileSync(join(ROOT, "WITNESSES.csv"), "utf8")
  .trim()
  .split(/\r?\n/);
const columns = parseRow(header);
const rows = lines.map(
  (line) =>
    Object.fromEntries(
      parseRow(line).map((field, index) => [columns[index] ?? "", field]),
    ) as unknown as Row,
);

const folder = mkdtempSync(join(tmpdir(), "agon-witnesses-"));

/** The corpus abbreviates properties; a missing one is taken from the kind of witness. */
function propertyFile({ specification, type }: Row): string {
  const text = /CHECK/.test(specification)
    ? specification
    : /overflow/.test(specification)
      ? "CHECK( init(main()), LTL(G ! overflow) )"
      : /data-race/.test(specification)
        ? "CHECK( init(main()), LTL(G ! data-race) )"
        : /TERMINATION/.test(specification)
          ? "CHECK( init(main()), LTL(F end) )"
          : /__VERIFIER_error/.test(specification)
            ? "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )"
            : "CHECK( init(main()), LTL(G ! call(reach_error())) )";
  const path = join(folder, `${type}-${Buffer.from(text).toString("hex").slice(30, 80)}.prp`);
  writeFileSync(path, `${text}\n`);
  return path;
}

/** The answer of the validator about one witness; one line of the log. */
interface Answer {
  readonly witness: string;
  readonly text: string;
  /** CPU time in seconds. */
  readonly seconds: number;
}

function validate(row: Row): Answer {
  const dataModel = /ILP32|32bit/.test(row.data_model) ? "ILP32" : "LP64";
  const run = spawnSync(
    "bash",
    [
      "-c",
      'TIMEFORMAT="%U %S"; time "$@"',
      "bash",
      process.execPath,
      AGON,
      "validate",
      join(ROOT, row.witness),
      join(ROOT, row.program),
      "--property",
      propertyFile(row),
      "--data-model",
      dataModel,
      "--time-limit",
      limit === undefined ? TIME_LIMIT[kindOf(row)] : `${limit}s`,
      // Sources were edited after the witnesses were written.
      "--any-hash",
    ],
    { encoding: "utf8" },
  );
  const times = run.stderr.trim().split("\n").at(-1) ?? "";
  const seconds = times.split(" ").reduce((sum, time) => sum + Number(time), 0);
  return { witness: row.witness, text: run.stdout.trim().split("\n").at(-1) ?? "", seconds };
}

const kindOf = ({ type }: Row): "violation" | "correctness" =>
  type === "violation" ? "violation" : "correctness";

interface Tally {
  all: number;
  confirmed: number;
  refuted: number;
  seconds: number;
  longest: number;
}
const known = new Map<string, Answer>(
  (log !== undefined && existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []).map(
    (line) => {
      const answer = JSON.parse(line) as Answer;
      return [answer.witness, answer];
    },
  ),
);
const table = new Map<string, Tally>();
let wrong = 0;
for (const [index, row] of rows.entries()) {
  if (row.expected === "unknown" && !words.includes("--all")) continue;
  if (names.length > 0 && !names.some((name) => row.witness.includes(name))) continue;
  if (row.program === "" || !existsSync(join(ROOT, row.program))) continue;
  let answer = known.get(row.witness);
  if (answer === undefined) {
    if (index % parts !== part - 1) continue;
    answer = validate(row);
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(answer)}\n`);
  }
  const { text, seconds } = answer;
  const kind = kindOf(row);
  const isConfirmed = kind === "violation" ? text.startsWith("FALSE") : text === "TRUE";
  const isRefuted = kind === "violation" ? text === "TRUE" : text.startsWith("FALSE");
  const key = `${row.expected} ${row.format} ${row.version} ${kind}`;
  const tally = table.get(key) ?? { all: 0, confirmed: 0, refuted: 0, seconds: 0, longest: 0 };
  table.set(key, tally);
  tally.all++;
  tally.seconds += seconds;
  tally.longest = Math.max(tally.longest, seconds);
  if (isConfirmed) tally.confirmed++;
  if (isRefuted) tally.refuted++;
  if (isConfirmed && row.expected === "invalid") wrong++;
  const isGood = row.expected === "valid" ? isConfirmed : !isConfirmed;
  if (isVerbose || !isGood)
    console.log(`${row.expected} ${row.witness}: ${text} [${seconds.toFixed(1)} s]`);
}
console.log("\nwitnesses                          all  confirmed  refuted   CPU s  longest");
for (const [key, { all, confirmed, refuted, seconds, longest }] of [...table].sort()) {
  const figures = [
    String(all).padStart(5),
    String(confirmed).padStart(9),
    String(refuted).padStart(7),
    seconds.toFixed(0).padStart(6),
    longest.toFixed(1).padStart(7),
  ];
  console.log(`${key.padEnd(32)} ${figures.join("  ")}`);
}
for (const label of ["valid", "invalid", "unknown"]) {
  const rowsOf = [...table].filter(([key]) => key.startsWith(`${label} `));
  const all = rowsOf.reduce((sum, [, tally]) => sum + tally.all, 0);
  const confirmed = rowsOf.reduce((sum, [, tally]) => sum + tally.confirmed, 0);
  if (all > 0) console.log(`${label}: ${confirmed} of ${all} confirmed`);
}
process.exitCode = wrong > 0 ? 1 : 0;
