/**
 * Runs the validator on every labelled witness of the shared corpus, each as a
 * process of its own, and prints a table by kind: how many are confirmed, in which CPU time.
 * Exit code 1 when an invalid witness is confirmed.
 *
 * Usage: npx tsx bench/witnesses/witnesses.ts [--all] [--verbose] [--limit=SECONDS] [--part=K/N] [NAME…]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../../shared/witnesses");
const AGON = resolve(import.meta.dirname, "../../dist/cli/main.js");
const TIME_LIMIT = { violation: "90s", correctness: "300s" } as const;

if (!existsSync(ROOT)) {
  console.error(`the witnesses are not there: ${ROOT}`);
  process.exit(3);
}
const words = process.argv.slice(2);
const isVerbose = words.includes("--verbose");
/** CPU time of every run instead of the limits of SV-COMP, such as 10. */
const limit = words.find((word) => word.startsWith("--limit="))?.slice("--limit=".length);
/** Every N-th witness from the K-th. */
const [part = 1, parts = 1] =
  words
    .find((word) => word.startsWith("--part="))
    ?.slice("--part=".length)
    .split("/")
    .map(Number) ?? [];
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

interface Tally {
  all: number;
  confirmed: number;
  refuted: number;
  seconds: number;
}
const table = new Map<string, Tally>();
let wrong = 0;
for (const [index, row] of rows.entries()) {
  if (index % parts !== part - 1) continue;
  if (row.expected === "unknown" && !words.includes("--all")) continue;
  if (names.length > 0 && !names.some((name) => row.witness.includes(name))) continue;
  const program = join(ROOT, row.program);
  if (row.program === "" || !existsSync(program)) continue;
  const dataModel = /ILP32|32bit/.test(row.data_model) ? "ILP32" : "LP64";
  const kind = row.type === "violation" ? "violation" : "correctness";
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
      program,
      "--property",
      propertyFile(row),
      "--data-model",
      dataModel,
      "--time-limit",
      limit === undefined ? TIME_LIMIT[kind] : `${limit}s`,
      // Sources were edited after the witnesses were written.
      "--any-hash",
    ],
    { encoding: "utf8" },
  );
  const times = run.stderr.trim().split("\n").at(-1) ?? "";
  const seconds = times.split(" ").reduce((sum, time) => sum + Number(time), 0);
  const answer = run.stdout.trim().split("\n").at(-1) ?? "";
  const isConfirmed = kind === "violation" ? answer.startsWith("FALSE") : answer === "TRUE";
  const isRefuted = kind === "violation" ? answer === "TRUE" : answer.startsWith("FALSE");
  const key = `${row.expected} ${row.format} ${row.version} ${kind}`;
  const tally = table.get(key) ?? { all: 0, confirmed: 0, refuted: 0, seconds: 0 };
  table.set(key, tally);
  tally.all++;
  tally.seconds += seconds;
  if (isConfirmed) tally.confirmed++;
  if (isRefuted) tally.refuted++;
  if (isConfirmed && row.expected === "invalid") wrong++;
  const isGood = row.expected === "valid" ? isConfirmed : !isConfirmed;
  if (isVerbose || !isGood)
    console.log(`${row.expected} ${row.witness}: ${answer} [${seconds.toFixed(1)} s]`);
}
console.log("\nwitnesses                          all  confirmed  refuted   CPU s");
for (const [key, { all, confirmed, refuted, seconds }] of [...table].sort()) {
  const figures = [
    String(all).padStart(5),
    String(confirmed).padStart(9),
    String(refuted).padStart(7),
    seconds.toFixed(0).padStart(6),
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
