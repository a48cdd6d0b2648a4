import { recordsToCsv, runRecords, scoreRecords, tableToMarkdown } from "../tables/index.ts";
import { REPORTS, reportTable } from "./report-table.ts";
import { scoreDocument } from "./score-document.ts";
import { findStanding, scoreStored } from "./scored-results.ts";

/**
 * All published numbers of a spool's results, by the competition's own rules: name to content. For
 * a participant: only its runs.
 */
export function publishedNumbers(spool: string, participant?: string): ReadonlyMap<string, string> {
  const results = scoreStored(spool);
  if (participant !== undefined) {
    const own = results.runs.filter(({ tool }) => tool === participant);
    return new Map([["runs.csv", recordsToCsv(runRecords(own))]]);
  }
  const files = new Map([
    ["scores.json", `${JSON.stringify(scoreDocument(results), undefined, 1)}\n`],
    ["runs.csv", recordsToCsv(runRecords(results.runs))],
    ["scores.csv", recordsToCsv(scoreRecords(results.standings))],
  ]);
  const standing = findStanding(results);
  if (standing === undefined) return files;
  for (const report of REPORTS) {
    const table = reportTable(report, results, { standing, newTools: [] });
    files.set(`${report}.md`, tableToMarkdown(table));
  }
  return files;
}

export interface Difference {
  /** File, and the position in it: a line, or a path of keys in JSON. */
  readonly place: string;
  readonly published: string;
  readonly recomputed: string;
}

/** Differences between two sets of files; `ABSENT` where one set has no value. */
export function differencesOf(
  published: ReadonlyMap<string, string>,
  recomputed: ReadonlyMap<string, string>,
): readonly Difference[] {
  const names = [...new Set([...published.keys(), ...recomputed.keys()])].sort();
  return names.flatMap((name) => {
    const before = published.get(name);
    const now = recomputed.get(name);
    if (before === now) return [];
    if (before === undefined || now === undefined) {
      return [{ place: name, published: state(before), recomputed: state(now) }];
    }
    return name.endsWith(".json")
      ? jsonDifferences(name, JSON.parse(before), JSON.parse(now))
      : lineDifferences(name, before.split("\n"), now.split("\n"));
  });
}

const ABSENT = "(absent)";

const state = (text: string | undefined): string => (text === undefined ? ABSENT : "(there)");

function lineDifferences(
  name: string,
  before: readonly string[],
  now: readonly string[],
): readonly Difference[] {
  const differences: Difference[] = [];
  for (let line = 0; line < Math.max(before.length, now.length); line++) {
    const [published = ABSENT, recomputed = ABSENT] = [before[line], now[line]];
    if (published !== recomputed) {
      differences.push({ place: `${name}:${line + 1}`, published, recomputed });
    }
  }
  return differences;
}

function jsonDifferences(place: string, before: unknown, now: unknown): readonly Difference[] {
  if (isObject(before) && isObject(now)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    return keys.flatMap((key) => jsonDifferences(`${place}/${key}`, before[key], now[key]));
  }
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 200) ?? ABSENT;
  return [{ place, published: show(before), recomputed: show(now) }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
