// Runs dependency-cruiser over src/ and web/ and fails also when it checked no module: with a
// TypeScript that it cannot load it prints "0 modules cruised" and succeeds.
import { spawnSync } from "node:child_process";

const { stdout, stderr, status } = spawnSync(
  "npx",
  [
    "--no-install",
    "depcruise",
    "src",
    "web/src",
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "json",
  ],
  { encoding: "utf8", maxBuffer: 1 << 30 },
);
if (status === null || stdout === "") {
  console.error(stderr || "depcruise did not run");
  process.exit(1);
}
const { summary } = JSON.parse(stdout);
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? ` via ${cycle.map((step) => step.name ?? step).join(" -> ")}` : "";
  console.error(`${rule.severity} ${rule.name}: ${from} -> ${to}${path}`);
}
console.log(`${summary.totalCruised} modules cruised, ${summary.violations.length} violations`);
if (summary.totalCruised === 0) console.error("no module was cruised: nothing was checked");
process.exit(summary.error > 0 || summary.totalCruised === 0 ? 1 : 0);
