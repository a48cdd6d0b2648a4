/** Features of the program, plan and outcome of the verifier, for `--explain`. */

import type { VerificationReport } from "../../../contestant/jobs/index.ts";
import type { ProgramFeatures, SecondOpinion } from "../../../contestant/plan/index.ts";

/** Ends with a newline. */
export function renderStrategy({ strategy, techniques }: VerificationReport): string {
  const lines: string[] = [];
  if (strategy !== undefined) {
    const { features, plan } = strategy;
    lines.push("features", ...describe(features).map((feature) => `  ${feature}`));
    lines.push("plan");
    for (const { technique, share, momentSeconds, firstSeconds, capSeconds } of plan.techniques) {
      const shorter = [momentSeconds, firstSeconds].filter((each) => each > 0 && each < capSeconds);
      const most = [...shorter, capSeconds].join(" s, then ");
      const cap = Number.isFinite(capSeconds) ? `, at most ${most} s at first` : "";
      const percent = `${Math.round(share * 100)} %`;
      lines.push(`  ${technique.padEnd(24)} ${percent.padStart(5)} of the time left${cap}`);
    }
    for (const reason of plan.reasons) lines.push(`  ${reason}`);
  }
  lines.push("techniques");
  let about: string | undefined;
  for (const report of techniques) {
    if (report.question !== about) lines.push(`  of ${report.question}:`);
    about = report.question;
    const { technique, role, verdict, reason, fault, checkedProofs, cpuSeconds, budgetSeconds } =
      report;
    const time = `${cpuSeconds.toFixed(2)} of ${budgetSeconds.toFixed(2)} s`;
    const remarks = [
      role === "helper" && " (the helper)",
      fault !== undefined && " (a fault of Agon: please report it)",
      checkedProofs && ` (${checkedProofs} proofs of the SAT solver checked)`,
    ].filter(Boolean);
    const line = `  ${technique.padEnd(24)} ${time.padStart(18)}  ${verdict}: ${reason}`;
    lines.push(line + remarks.join(""));
    const counted = Object.entries(report.statistics ?? {});
    if (counted.length > 0) {
      lines.push(`    ${counted.map(([what, count]) => `${what}: ${count}`).join(", ")}`);
    }
    if (report.secondOpinion !== undefined) lines.push(`    ${opinionText(report.secondOpinion)}`);
  }
  return `${lines.join("\n")}\n`;
}

function opinionText(opinion: SecondOpinion): string {
  const time = `${opinion.cpuSeconds.toFixed(2)} s`;
  switch (opinion.kind) {
    case "confirmed":
      return `second opinion: ${opinion.by} says true, too (${time})`;
    case "contradicted":
      return `second opinion: ${opinion.by} says false (${time})`;
    case "not given":
      return `no second opinion: ${opinion.reason} (${time})`;
  }
}

function describe(features: ProgramFeatures): readonly string[] {
  const { functions, operations, loops, loopDepth, endlessLoops, inputs, inputsInLoops } = features;
  const traits = [
    features.recursion && "recursion",
    features.floats && "floating-point numbers",
    features.arrays && "memory at computed places",
    features.heap && "heap",
    features.nonlinear && "non-linear arithmetic",
  ].filter((trait) => trait !== false);
  return [
    `${functions} functions with ${operations} operations`,
    loops === 0
      ? "no loops"
      : `${loops} loops, nested to depth ${loopDepth}, ${endlessLoops} endless`,
    `${inputs} calls for inputs, ${inputsInLoops} in loops`,
    traits.length === 0 ? "plain integers" : traits.join(", "),
    ...(features.external.length === 0
      ? []
      : [
          `functions without a definition: ${features.external.join(", ")}`,
          "  (assumed to return any value and to change nothing; no proof where they get pointers to objects that are not const)",
        ]),
  ];
}
