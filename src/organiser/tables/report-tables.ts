/** The tables of the competition reports beside the scores, rounded as they print them. */
import type { Tool } from "../../ground/model/index.ts";
import { Rational } from "../../ground/util/rational.ts";
import {
  type AlternativeRanking,
  type CategoryStanding,
  type ConfirmationRate,
  confirmationRates,
  type Effort,
  exactRational,
  topTools,
} from "../scoring/index.ts";
import { formatPercent, formatScore, formatSignificant } from "./quantities.ts";
import { left, right, type Table } from "./table.ts";

const SECONDS_PER_HOUR = 3600;
const JOULES_PER_KILOJOULE = 1000;

/** E.g. Table 9 of the report of 2019; the last row is the worst value. */
export function alternativeRankingTable(
  ranking: AlternativeRanking,
  tools: readonly Tool[],
  last = 3,
): Table {
  const measure = (value: Rational): string =>
    ranking.unit === "E/sp" ? value.toFixed(4) : significant(value);
  const rows = ranking.rows
    .filter(({ rank }) => rank <= last)
    .map((row) => [
      String(row.rank),
      nameOf(tools, row.tool),
      formatScore(row.quality),
      scaled(row.cpuTimeSeconds, SECONDS_PER_HOUR),
      scaled(row.cpuEnergyJoules, JOULES_PER_KILOJOULE),
      String(row.solved),
      String(row.wrong),
      ranking.unit === "sp" ? formatScore(row.measure) : measure(row.measure),
    ]);
  const worst =
    ranking.worst === undefined || ranking.unit === "sp"
      ? []
      : [["", "worst", "", "", "", "", "", measure(ranking.worst)]];
  return {
    title: ranking.name,
    columns: [
      right("rank"),
      left("verifier"),
      right("quality (sp)"),
      right("CPU time (h)"),
      right("CPU energy (kJ)"),
      right("solved"),
      right("wrong"),
      right(`measure (${ranking.unit})`),
    ],
    rows: [...rows, ...worst],
  };
}

/** Confirmed and unconfirmed answers of all scored tools of a category. */
export function confirmationTable(
  { category, scores }: CategoryStanding,
  tools: readonly Tool[],
): Table {
  const cells = ({ total, confirmed, unconfirmed, rate }: ConfirmationRate): readonly string[] => [
    String(total),
    String(confirmed),
    rate === undefined ? "" : formatPercent(rate),
    String(unconfirmed),
  ];
  const columns = (answer: string): Table["columns"] =>
    ["total", "confirmed", "rate", "unconfirmed"].map((title) => right(`${answer} ${title}`));
  return {
    title: `Confirmation of witnesses in ${category.name}`,
    columns: [left("verifier"), ...columns("true"), ...columns("false")],
    rows: scores
      .filter(({ state }) => state === "scored")
      .map(({ tool, tally }) => {
        const rates = confirmationRates(tally);
        return [nameOf(tools, tool), ...cells(rates.true), ...cells(rates.false)];
      }),
  };
}

/** Average CPU time and energy of a correct answer, by answer. */
export function effortTable(
  efforts: ReadonlyMap<string, Readonly<Record<"true" | "false", Effort>>>,
  tools: readonly Tool[],
): Table {
  const cells = ({ cpuTimeSeconds, cpuEnergyJoules }: Effort): readonly string[] =>
    [cpuTimeSeconds, cpuEnergyJoules].map((mean) => (mean === undefined ? "" : significant(mean)));
  return {
    title: "Effort for results TRUE and FALSE",
    columns: [
      left("verifier"),
      right("true CPU time (s)"),
      right("true CPU energy (J)"),
      right("false CPU time (s)"),
      right("false CPU energy (J)"),
    ],
    rows: [...efforts].map(([tool, effort]) => [
      nameOf(tools, tool),
      ...cells(effort.true),
      ...cells(effort.false),
    ]),
  };
}

/** The best tools of a category; zeros are blank, as in the reports. */
export function topToolsTable(standing: CategoryStanding, tools: readonly Tool[], last = 3): Table {
  const count = (value: number): string => (value === 0 ? "" : String(value));
  return {
    title: standing.category.name,
    columns: [
      right("rank"),
      left("verifier"),
      right("score"),
      right("CPU time (h)"),
      right("CPU energy (kWh)"),
      right("solved"),
      right("unconfirmed"),
      right("false alarms"),
      right("wrong proofs"),
    ],
    rows: topTools(standing, last).map((row) => [
      String(row.rank),
      nameOf(tools, row.tool),
      formatScore(row.score),
      scaled(row.cpuTimeSeconds, SECONDS_PER_HOUR),
      scaled(row.cpuEnergyJoules, SECONDS_PER_HOUR * 1000),
      count(row.solved),
      count(row.unconfirmed),
      count(row.falseAlarms),
      count(row.wrongProofs),
    ]),
  };
}

function nameOf(tools: readonly Tool[], id: string): string {
  return tools.find((tool) => tool.id === id)?.name ?? id;
}

function significant(value: number | Rational): string {
  return formatSignificant(value, 2);
}

/** Two significant digits in a larger unit; `?` when not measured. */
function scaled(value: number | undefined, unit: number): string {
  if (value === undefined) return "?";
  return significant(exactRational(value).dividedBy(Rational.of(unit)));
}
