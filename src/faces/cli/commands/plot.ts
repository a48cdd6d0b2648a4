import { basename } from "node:path";
import type { Tool } from "../../../ground/model/index.ts";
import { defined } from "../../../ground/util/defined.ts";
import {
  type NamedQuantiles,
  PAPER_SIZES,
  type PgfplotsOptions,
  type Plot,
  pairRuns,
  plainQuantilePlot,
  plotToCsv,
  plotToDat,
  renderPdf,
  renderPgfplots,
  renderSvg,
  scatterPlot,
  scoreQuantilePlot,
} from "../../../organiser/plots/index.ts";
import type { ScoredResults, ScoredRun } from "../../../organiser/reports/index.ts";
import {
  answerOf,
  type CategoryStanding,
  categoryWeights,
  plainQuantiles,
  type QuantileMeasure,
  scoreQuantiles,
} from "../../../organiser/scoring/index.ts";
import { figureFromLink } from "../../../organiser/site/index.ts";
import type { Arguments } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { earlierOption } from "../earlier-option.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { parseWordsAndMore } from "../more-words.ts";
import {
  chosenStanding,
  RESULTS_OPTIONS,
  RESULTS_USAGE,
  readScoredResults,
} from "../results-option.ts";
import { writeOutput } from "../write-output.ts";

const KINDS = ["score-quantile", "quantile", "scatter"] as const;

const FORMATS = ["svg", "pdf", "pgfplots", "csv", "dat"] as const;

const PRINTERS: Readonly<
  Record<(typeof FORMATS)[number], (plot: Plot, options: PgfplotsOptions) => string>
> = {
  svg: (plot, { paper }) => renderSvg(plot, defined({ paper })),
  pdf: (plot, { paper }) => renderPdf(plot, defined({ paper })),
  pgfplots: renderPgfplots,
  csv: plotToCsv,
  dat: plotToDat,
};

const MEASURE_NAMES: Readonly<Record<string, QuantileMeasure>> = {
  cputime: "cpuTimeSeconds",
  walltime: "wallTimeSeconds",
  cpuenergy: "cpuEnergyJoules",
  memory: "memoryBytes",
};

export const command: Command = {
  usage: `
Usage: agon plot SPOOL [--kind KIND] [--category C] [--tools A,B] [--format FORMAT] [-o FILE]
       agon plot --edition E FILE.xml[.gz|.bz2]… [the same options]
       agon plot SPOOL or FILES --from-link LINK [--format FORMAT] [-o FILE]

  --kind KIND       score-quantile (default): the score within a time, from the
                    penalties to the score; in meta categories normalised as the score is
                    quantile: the number of correct results within a time
                    scatter: two tools (--tools A,B), a mark per task
  --category C      base or meta category (default: Overall, or the only one)
  --tools A,B       ids of tools (default: all that are scored in the category)
  --measure M       ${Object.keys(MEASURE_NAMES).join(", ")} (default: cputime)
  --format FORMAT   ${FORMATS.join(", ")} (default: svg)
  --size S          ${Object.keys(PAPER_SIZES).join(", ")}: size of the figure and of its letters
                    in print (default: svg: for the screen, pgfplots: as
                    wide as the text)
  --standalone      pgfplots: a whole LaTeX document instead of the picture
  --data FILE       pgfplots: reads its points from a file beside it, which is written, too
                    (--format dat: only that)
  --from-link LINK  the figure that the result pages export at this address ('#/plot/…'),
                    byte for byte; pgfplots is a whole document then
  --earlier RESULTS with --from-link: as for 'agon site', for verifiers of other years and
                    for the colours of verifiers, which stay over the years
  -o, --output FILE written as a whole or not at all (default: standard output)
  ${RESULTS_USAGE}`,
  examples: [
    "agon plot agon-demo -o overall.svg",
    "agon plot agon-demo --format pdf --size lncs -o overall.pdf",
    "agon plot agon-demo --kind scatter --tools agon-bmc,agon-k-induction --format pgfplots",
    "agon plot --edition svcomp-2025 --category ReachSafety *.results.SV-COMP25_unreach-call.*.xml.bz2 -o reach.svg",
  ],
  run: async (words) => {
    const { args, more } = parseWordsAndMore(words, ["SPOOL"], {
      ...RESULTS_OPTIONS,
      format: { type: "string" },
      "from-link": { type: "string" },
      kind: { type: "string" },
      data: { type: "string" },
      earlier: { type: "string", multiple: true },
      measure: { type: "string" },
      output: { type: "string", short: "o" },
      size: { type: "string" },
      standalone: { type: "boolean" },
      tools: { type: "string" },
    });
    const kind = args.oneOf("kind", KINDS) ?? "score-quantile";
    const format = args.oneOf("format", FORMATS) ?? "svg";
    const measureName = args.oneOf("measure", Object.keys(MEASURE_NAMES)) ?? "cputime";
    const operands = [args.operands.SPOOL, ...more];
    const results = readScoredResults(operands, args);
    const link = args.text("from-link");
    const dataPath = args.text("data");
    if (dataPath !== undefined && format !== "pgfplots")
      throw new UsageError("--data goes with --format pgfplots");
    const dataFile = dataPath === undefined ? undefined : basename(dataPath);
    if (link !== undefined) {
      const earlier = earlierOption(args);
      const figure = (as: typeof format): string => {
        const found = figureFromLink(results, operands, link, as, earlier, dataFile);
        if ("text" in found) return found.text;
        throw new UsageError(found.problem);
      };
      if (dataPath !== undefined) writeOutput(dataPath, figure("dat"));
      writeOutput(args.text("output"), figure(format));
      return EXIT_CODES.done.code;
    }
    const standing = chosenStanding(results, args.text("category"));
    const tools = chosenTools(results, standing, args);
    const measure = MEASURE_NAMES[measureName] as QuantileMeasure;
    const plot = plotOf(kind, { results, standing, tools, measure });
    const size = args.oneOf("size", Object.keys(PAPER_SIZES));
    const paper = size === undefined ? undefined : PAPER_SIZES[size];
    const isStandalone = args.flag("standalone");
    const options = {
      isStandalone,
      ...defined({ paper, dataFile }),
    };
    if (dataPath !== undefined) writeOutput(dataPath, plotToDat(plot));
    writeOutput(args.text("output"), PRINTERS[format](plot, options));
    return EXIT_CODES.done.code;
  },
};

interface Subject {
  readonly results: ScoredResults;
  readonly standing: CategoryStanding;
  readonly tools: readonly Tool[];
  readonly measure: QuantileMeasure;
}

function plotOf(kind: (typeof KINDS)[number], subject: Subject): Plot {
  const { results, standing, tools, measure } = subject;
  const { category } = standing;
  const title = `${category.name}, ${results.name}`;
  const weights = categoryWeights(results, category.name);
  const answers = category.kind === "meta" ? (category.answers ?? "all") : "all";
  const runsOf = (tool: Tool): readonly ScoredRun[] =>
    results.runs.filter(
      (run) =>
        run.tool === tool.id &&
        weights.has(run.category) &&
        (answers === "all" || answerOf(run.status) === answers),
    );
  if (kind === "scatter") {
    const [x, y, third] = tools;
    if (x === undefined || y === undefined || third !== undefined) {
      throw new UsageError(`a scatter plot needs two tools: --tools A,B`);
    }
    return scatterPlot(pairRuns(runsOf(x), runsOf(y)), {
      title,
      measure,
      xName: x.name,
      yName: y.name,
    });
  }
  const named = <T>(quantilesOf: (runs: readonly ScoredRun[]) => T): readonly NamedQuantiles<T>[] =>
    tools.map((tool) => ({ name: tool.name, quantiles: quantilesOf(runsOf(tool)) }));
  return kind === "quantile"
    ? plainQuantilePlot(
        named((runs) => plainQuantiles(runs, measure)),
        { title, measure },
      )
    : scoreQuantilePlot(
        named((runs) => scoreQuantiles(runs, { measure, weights })),
        { title, measure },
      );
}

function chosenTools(
  { tools }: ScoredResults,
  { scores }: CategoryStanding,
  args: Arguments<string>,
): readonly Tool[] {
  const wanted = args.text("tools");
  if (wanted === undefined) {
    const scored = new Set(scores.flatMap(({ tool, state }) => (state === "scored" ? [tool] : [])));
    return tools.filter(({ id }) => scored.has(id));
  }
  return wanted.split(",").map((id) => {
    const found = tools.find((tool) => tool.id === id.trim());
    if (found !== undefined) return found;
    throw new UsageError(
      `there is no tool '${id}'; there are ${tools.map((tool) => tool.id).join(", ")}`,
    );
  });
}
