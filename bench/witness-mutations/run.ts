/**
 * Breaks the witnesses that Agon's verifier writes for the programs of this project, and counts the
 * really wrong ones that linter and validators reject, and the messages that name the place.
 *
 *     npx tsx bench/witness-mutations/run.ts [--only TEXT] [--each N] [--seconds 2] [--minutes N]
 *     [--part K/N]
 *         [--format yaml|graphml] [--verbose]
 *
 * `--each`: greatest number of mutants of a witness, evenly chosen; `--minutes`: only programs that
 * are started in this time; `--part`: every N-th program from the K-th. Exit code 1 when a wrong
 * witness was accepted.
 */
import { parseArgs } from "node:util";
import { automatonMutantsOf } from "../../test/support/automaton-mutants.ts";
import { ownPrograms } from "../../test/support/own-programs.ts";
import { mutantsOf } from "../../test/support/witness-mutants.ts";
import { MutationTest, Oracle, type SeedWitness } from "../../test/support/witness-mutation.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    each: { type: "string", default: "60" },
    seconds: { type: "string", default: "2" },
    part: { type: "string", default: "1/1" },
    minutes: { type: "string", default: "Infinity" },
    format: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

interface Count {
  wrong: number;
  linter: number;
  validator: number;
  accepted: number;
  named: number;
  excluded: number;
}

const none = (): Count => ({
  wrong: 0,
  linter: 0,
  validator: 0,
  accepted: 0,
  named: 0,
  excluded: 0,
});
const byKind = new Map<string, Count>();
const reasons = new Map<string, number>();
const countOf = (kind: string): Count => {
  const count = byKind.get(kind) ?? none();
  byKind.set(kind, count);
  return count;
};

const started = process.cpuUsage();
const until = Date.now() + Number(values.minutes) * 60_000;
const test = await MutationTest.create();
const seconds = Number(values.seconds);
const seedsOf = { violation: 0, correctness: 0 };
const [part = 1, parts = 1] = values.part.split("/").map(Number);
for (const [index, program] of [...ownPrograms()].entries()) {
  if (index % parts !== part - 1) continue;
  if (!program.name.includes(values.only)) continue;
  if (Date.now() > until) {
    console.log(`${program.name}: left out, time is over`);
    continue;
  }
  const seeds = await test.seeds(program, Math.max(seconds, 4));
  if (typeof seeds === "string") {
    console.log(`${program.name}: no seed: ${seeds}`);
    continue;
  }
  const automata: SeedWitness[] = [];
  for (const seed of values.format === "yaml" ? [] : seeds) {
    automata.push(
      ...[await test.asAutomaton(seed, Math.max(seconds, 4))].filter((s) => s !== undefined),
    );
  }
  for (const seed of [...(values.format === "graphml" ? [] : seeds), ...automata]) {
    seedsOf[seed.kind]++;
    const oracle = new Oracle(seed);
    const all = (automata.includes(seed) ? automatonMutantsOf : mutantsOf)(
      seed.witness,
      seed.programText,
    );
    const step = Math.max(1, all.length / Number(values.each));
    for (let i = 0; i < all.length; i += step) {
      const mutant = all[Math.floor(i)];
      if (mutant === undefined) continue;
      const { kind, from, to, text } = mutant;
      const count = countOf(kind);
      const verdict = oracle.verdict(mutant);
      if (verdict !== "wrong") {
        count.excluded++;
        reasons.set(verdict, (reasons.get(verdict) ?? 0) + 1);
        continue;
      }
      count.wrong++;
      const judgement = await test.judge(seed, text, seconds, mutant);
      const what = `${seed.name}: ${kind}, lines ${from} to ${to}`;
      if (judgement.outcome === "accepted" && oracle.isSeconded(mutant, judgement.inputs)) {
        count.wrong--;
        count.excluded++;
        const reason = "equivalent: with the validator's inputs the compiled program violates, too";
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        continue;
      }
      if (judgement.outcome === "accepted") {
        count.accepted++;
        console.log(`${what}: ACCEPTED${values.verbose ? `\n${text}` : ""}`);
        continue;
      }
      count[judgement.by]++;
      if (judgement.namesPlace) count.named++;
      else console.log(`${what}: place not named by the ${judgement.by}: ${judgement.message}`);
    }
    oracle.close();
  }
}

const total = none();
console.log(
  `\nseeds: ${seedsOf.violation} violation witnesses, ${seedsOf.correctness} correctness witnesses`,
);
console.log(
  "| mutation | wrong | linter | validator | accepted | place named | equivalent or not decided |",
);
console.log("|---|---|---|---|---|---|---|");
const row = (kind: string, count: Count): void =>
  console.log(`| ${[kind, ...Object.values(count)].join(" | ")} |`);
for (const [kind, count] of [...byKind].sort(([a], [b]) => (a < b ? -1 : 1))) {
  row(kind, count);
  for (const key of Object.keys(total) as (keyof Count)[]) total[key] += count[key];
}
row("all", total);
for (const [reason, number] of reasons) console.log(`excluded: ${reason}: ${number}`);
const { user, system } = process.cpuUsage(started);
console.log(`CPU time: ${((user + system) / 1e6).toFixed(0)} s`);
process.exitCode = total.accepted === 0 ? 0 : 1;
