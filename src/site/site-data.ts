import type { Tool } from "../model/index.ts";
import type { AppliedRule, CategoryStanding, JudgedRun } from "../scoring/index.ts";

/** Everything the pages show; plain data, so that rendering is a pure function. */
export interface SiteData {
  /** Name of the competition. */
  readonly title: string;
  /** Whose rules the scores follow, e.g. `SV-COMP 2026`. */
  readonly editionName: string;
  /** Label and text: dates, hosts, limits, hashes; shown on the first page. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** In table order. */
  readonly tools: readonly Tool[];
  /** In table order. */
  readonly standings: readonly CategoryStanding[];
  /** In task order. */
  readonly runs: readonly SiteRun[];
}

/** A judged run with what explains it. Links are relative to the site's folder. */
export interface SiteRun extends JudgedRun {
  /** Text form; absent when not known. */
  readonly expectedVerdict?: string;
  readonly log?: string;
  readonly witness?: string;
  readonly validations: readonly SiteValidation[];
  readonly trace: readonly AppliedRule[];
}

export interface SiteValidation {
  /** Name of the validator. */
  readonly tool: string;
  readonly status: string;
  readonly cpuTimeSeconds?: number;
  readonly log?: string;
}
