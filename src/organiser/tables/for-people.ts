/**
 * Quantities as pages display them; files and terminals have them without spaces between digits.
 */

import type { Rational } from "../../ground/util/rational.ts";
import type { TaskCounts } from "../scoring/index.ts";
import { formatScore, formatSeconds } from "./quantities.ts";
import { describeTasks } from "./score-table.ts";

/**
 * `36402 tasks` → `36 402 tasks`: narrow no-break spaces, as in the reports. Digits after a point
 * are not grouped.
 */
export function grouped(text: string): string {
  return text.replace(/(?<![\d.])\d{4,}/g, (digits) =>
    digits.replace(/\B(?=(\d{3})+$)/g, "\u202f"),
  );
}

export function scoreForPeople(score: Rational): string {
  return grouped(formatScore(score));
}

export function secondsForPeople(seconds: number | undefined): string {
  return grouped(formatSeconds(seconds));
}

export function tasksForPeople(counts: TaskCounts): string {
  return grouped(describeTasks(counts));
}
