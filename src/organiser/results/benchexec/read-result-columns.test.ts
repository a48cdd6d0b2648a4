import { expect, test } from "vitest";
import { parseResultXml } from "../../../../test/support/parse-result-xml.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { cellText } from "./cells.ts";
import { type ResultColumns, ResultColumnsReader } from "./read-result-columns.ts";

const TITLES = ["status", "cputime", "memory", "a &amp; b", "größe", "host"];

/**
 * A column as various writers may write it: mostly the usual way, so that the next one is
 * predicted.
 */
function columnText(title: string, below: (limit: number) => number): string {
  const value = ["", "1.25s", "true", "a&lt;b", "müde", "it's", "a > b", "x".repeat(below(90))];
  const written = value[below(value.length)] as string;
  switch (below(12)) {
    case 0:
      return `    <column title="${title}" value="${written}" hidden="true"/>\n`;
    case 1:
      return `    <column value='${written.replace("'", "")}'\n      title='${title}' />\n`;
    case 2:
      return `<column title="${title}" value="${written}"/>\r\n`;
    case 3:
      return `    <column title="${title}"/>\n`;
    case 4:
      return `    <column title="${title}" value="${written}"></column> <!-- more -->\n`;
    case 5:
      return `    <other><column title="${title}" value="not this"/>\n    </other>\n`;
    default:
      return `    <column title="${title}" value="${written}"/>\n`;
  }
}

/** The beginning of a run, mostly the usual one. */
function runTag(run: number, below: (limit: number) => number): string {
  const verdict = ["true", "false", "false(unreach-call)", ""][below(4)] as string;
  switch (below(12)) {
    case 0:
      return `<run name="a &amp; b/${run}.yml" properties="p" expectedVerdict="${verdict}">`;
    case 1:
      return `<run expectedVerdict='${verdict}' name='task${run}.yml'\n  properties="p">`;
    case 2:
      return `<run name="größe${run}.yml" properties="p" expectedVerdict="${verdict}">`;
    case 3:
      return `<run name="task${run}.yml" other="x" properties="p">`;
    default:
      return `<run name="task${run}.yml" properties="p" expectedVerdict="${verdict}">`;
  }
}

function resultText(below: (limit: number) => number): string {
  let text = '<result benchmarkname="b" tool="T" version="1">\n  <columns>\n  </columns>\n';
  for (let run = 0; run < 12; run++) {
    if (below(20) === 0) text += `  <run name="empty${run}"/>\n`;
    text += `  ${runTag(run, below)}\n`;
    const isUsual = below(3) > 0;
    for (const title of TITLES) {
      if (isUsual) text += `    <column title="${title}" value="${below(1000)}s"/>\n`;
      else for (let times = below(3); times > 0; times--) text += columnText(title, below);
    }
    text += "  </run>\n";
    if (below(4) === 0) text += '  <column title="status" value="a total"/>\n';
  }
  return text;
}

function read(pieces: Iterable<Uint8Array>): ResultColumns {
  const reader = new ResultColumnsReader("r.xml");
  for (const piece of pieces) reader.write(piece);
  return reader.end();
}

function* piecesOf(bytes: Uint8Array, below: (limit: number) => number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; ) {
    const next = at + 1 + below(300);
    yield bytes.subarray(at, next);
    at = next;
  }
}

/** Texts by title and run; the first of a run counts. */
function textsOf(columns: ResultColumns): Map<string, (string | undefined)[]> {
  return new Map(
    columns.columns.map(({ title, cells }) => [
      title,
      Array.from({ length: columns.runCount }, (_, run) => cellText(cells, run)),
    ]),
  );
}

test("predicted columns are read as all others", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const below = randomIntegers(seed);
    const text = `${resultText(below)}</result>\n`;
    const bytes = new TextEncoder().encode(text);
    const found = textsOf(read([bytes]));
    expect(textsOf(read(piecesOf(bytes, below))), `seed ${seed}, in pieces`).toEqual(found);
    const { runs } = parseResultXml(text, "r.xml");
    expect(runs.length).toBeGreaterThan(0);
    const { runAttributes } = read([bytes]);
    for (const attribute of ["name", "properties", "expectedVerdict"] as const) {
      const cells = runAttributes.get(attribute);
      const texts = runs.map((_, run) => cells && cellText(cells, run));
      const expected = runs.map((run) => run[attribute]);
      expect(texts, `seed ${seed}, ${attribute}`).toEqual(expected);
    }
    for (const [title, texts] of found) {
      const expected = runs.map(
        ({ columns }) => columns.find((column) => column.title === title)?.value,
      );
      expect(texts, `seed ${seed}, ${title}`).toEqual(expected);
    }
  }
});

test("faults behind such columns have their positions", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const below = randomIntegers(seed);
    const text = `${resultText(below)}  <run name="last">\n    <column value="1"/>`;
    const lines = text.split("\n").length;
    let fault: unknown;
    try {
      read(piecesOf(new TextEncoder().encode(text), below));
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(InputError);
    const [diagnostic] = (fault as InputError).diagnostics;
    expect(diagnostic, `seed ${seed}`).toMatchObject({ line: lines, column: 5 });
  }
});
