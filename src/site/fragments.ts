import type { ResultCategory } from "../model/index.ts";
import type { CategoryStanding, ToolScore } from "../scoring/index.ts";
import { formatScore, formatSeconds, type Medal, medalOf } from "../tables/index.ts";
import { type Html, html } from "../util/html.ts";
import { baseNameOf, folderOf } from "../util/path.ts";
import type { Rational } from "../util/rational.ts";

/** Shapes beside the colours, for those who see no difference between red and green. */
const SHAPES: Readonly<Record<ResultCategory, string>> = {
  correct: "✓",
  "correct-unconfirmed": "~",
  wrong: "✗",
  unknown: "?",
  error: "!",
  missing: "·",
};

/** A result category as a coloured word with a shape; `text` replaces the word. */
export function chip(category: ResultCategory, text: string = category): Html {
  return html`<span class="chip ${category}" title="${text} – ${category}">${SHAPES[category]} ${text}</span>`;
}

export function medal(kind: Medal): Html {
  return html`<span class="medal ${kind}">${kind}</span>`;
}

/** The medal of a tool in a category, if it has one. */
export function medalIn(standing: CategoryStanding, score: ToolScore): Medal | undefined {
  return standing.hasMedals ? medalOf(score.rank, score.score) : undefined;
}

/** Points of the maximum as a bar; nothing for scores that are not positive. */
export function scoreBar(score: Rational, maximum: Rational): Html | undefined {
  if (score.numerator <= 0n || maximum.numerator <= 0n) return undefined;
  const percent = Math.min(100, score.dividedBy(maximum).toNumber() * 100).toFixed(1);
  return html`<svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="3"/><rect width="${percent}" height="3"/></svg>`;
}

/** What a reader should not overlook: wrong and unconfirmed results. */
export function flags({ tally }: ToolScore): Html | undefined {
  const wrong = tally.wrongTrue + tally.wrongFalse;
  const unconfirmed = tally.unconfirmedTrue + tally.unconfirmedFalse;
  if (wrong + unconfirmed === 0) return undefined;
  return html`<span class="flags">${wrong > 0 && html`<span class="bad">${wrong} wrong</span>`}${
    wrong > 0 && unconfirmed > 0 && " · "
  }${unconfirmed > 0 && html`<span class="weak">${unconfirmed} unconfirmed</span>`}</span>`;
}

/** Points over CPU time, as the competition prints them. */
export function pointsAndTime(score: ToolScore): Html {
  return html`<span class="points">${formatScore(score.score)}</span><span class="time">${formatSeconds(score.tally.cpuTimeOfCorrectSeconds)}</span>`;
}

/** Words for the cell of a tool without score. */
export const STATE_WORDS: Readonly<Record<Exclude<ToolScore["state"], "scored">, string>> = {
  "opted-out": "opted out",
  "not-listed": "does not take part",
  incomplete: "no complete results",
};

/** A task by the file name of its definition, the folder below; the page says which property it is. */
export function taskName(task: string): Html {
  const hash = task.lastIndexOf("#");
  const file = hash < 0 ? task : task.slice(0, hash);
  const folder = folderOf(file);
  return html`${baseNameOf(file)}${folder !== "." && html`<span class="note">${folder}</span>`}`;
}

/** A table inside a box that scrolls sideways on narrow screens. */
export function scrollBox(label: string, table: Html): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`;
}

/** A number with its label. */
export function tile(value: Html | string | number, label: string): Html {
  return html`<li class="card tile"><b>${value}</b><span>${label}</span></li>`;
}
