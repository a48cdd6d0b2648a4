/** Opens a file of columns and scores all categories: `npx tsx bench/scoring/score.ts FILE [EDITION]`. */
import { openRunColumns } from "../../src/organiser/competition/run-column-file.ts";
import { findEdition, scoreColumns } from "../../src/organiser/scoring/index.ts";

const [file, editionName = "svcomp-2026"] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: score.ts FILE [EDITION]");
const start = process.hrtime.bigint();
const before = process.cpuUsage();
const runs = openRunColumns(file);
const { standings, outcomeOf, outcomes } = scoreColumns(runs, findEdition(editionName));
const used = process.cpuUsage(before);
const wall = Number(process.hrtime.bigint() - start) / 1e9;
const count = runs.column("validation", "run").values.length;
runs.close();
const [overall] = standings.filter(({ category }) => category.name === "C.Overall");
const best = overall?.scores.find(({ rank }) => rank === 1);
console.log(
  JSON.stringify({
    edition: editionName,
    verificationRuns: outcomeOf.length,
    validationRuns: count,
    categories: standings.length,
    tools: runs.metadata.tools.length,
    distinctOutcomes: outcomes.length,
    cpuSeconds: Number(((used.user + used.system) / 1e6).toFixed(2)),
    wallSeconds: Number(wall.toFixed(2)),
    residentMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    winner: `${best?.tool}: ${best?.score.toFixed(3)}`,
  }),
);
