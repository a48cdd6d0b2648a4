import type { MachineModel, ParsedUnit } from "../cfront/index.ts";
import type { AutomataOptions } from "./job.ts";
import type { Positions } from "./positions.ts";

/** The input of every stage. */
export interface StageContext {
  readonly unit: ParsedUnit;
  readonly machine: MachineModel;
  readonly positions: Positions;
  readonly automata: AutomataOptions;
  readonly withHeaders: boolean;
}

/** On one line: trees may be so deep that indentation would take quadratic space. */
export function formatJson(content: object): string {
  return `${JSON.stringify({ version: 1, ...content })}\n`;
}
