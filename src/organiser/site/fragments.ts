import { type Html, html, Html as SafeHtml } from "../../ground/util/html.ts";
import type { Rational } from "../../ground/util/rational.ts";
import type { ToolScore } from "../scoring/index.ts";
import { grouped, type Medal, scoreForPeople, secondsForPeople } from "../tables/index.ts";

/** The start of every page of a site, up to the specific content of its `<head>`. */
export function documentStart(policy: string, title: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new SafeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>`;
}

/** The letter is for readers who cannot distinguish the colours. */
export function medal(kind: Medal): Html {
  return html`<span class="medal ${kind}">${kind}</span>`;
}

/** Points of the maximum as a bar; nothing for scores that are not positive. */
export function scoreBar(score: Rational, maximum: Rational): Html | undefined {
  if (score.numerator <= 0n || maximum.numerator <= 0n) return undefined;
  const percent = Math.min(100, score.dividedBy(maximum).toNumber() * 100).toFixed(1);
  return html`<svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="3"/><rect width="${percent}" height="3"/></svg>`;
}

/** Wrong and unconfirmed results, which a reader must not overlook. */
export function flags({ tally }: ToolScore): Html | undefined {
  const wrong = tally.wrongTrue + tally.wrongFalse;
  const unconfirmed = tally.unconfirmedTrue + tally.unconfirmedFalse;
  if (wrong + unconfirmed === 0) return undefined;
  return html`<span class="flags">${wrong > 0 && html`<span class="bad">${grouped(String(wrong))} wrong</span>`}${
    wrong > 0 && unconfirmed > 0 && " · "
  }${unconfirmed > 0 && html`<span class="weak">${grouped(String(unconfirmed))} unconfirmed</span>`}</span>`;
}

/** Points over CPU time, as the competition prints them. */
export function pointsAndTime(score: ToolScore): Html {
  return html`<span class="points">${scoreForPeople(score.score)}</span><span class="time">${secondsForPeople(score.tally.cpuTimeOfCorrectSeconds)}</span>`;
}
