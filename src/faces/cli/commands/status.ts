import {
  describeProgress,
  isComplete,
  openSpool,
  surveyActivity,
  surveyProgress,
} from "../../../organiser/competition/index.ts";
import { parseWords } from "../arguments.ts";
import type { Command } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon status SPOOL [--json]

Prints the numbers of finished runs, the coordinator, and the states of its jobs on a
cluster. Exits with 0 when every run has its result, with 5 when some are missing.`,
  examples: ["agon status agon-demo", "agon status agon-demo --json"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], { json: { type: "boolean" } });
    const { spool, competition } = openSpool(args.operands.SPOOL);
    const progress = surveyProgress(competition, spool);
    const complete = isComplete(progress);
    const { coordinator, jobs } = await surveyActivity(spool);
    if (args.flag("json")) {
      const { name } = competition;
      const activity = { coordinator: coordinator ?? null, jobs: jobs ?? null };
      console.log(JSON.stringify({ version: 1, name, complete, ...progress, ...activity }));
    } else {
      console.log(`${competition.name}: ${complete ? "complete" : "incomplete"}`);
      console.log(describeProgress(progress));
      if (coordinator !== undefined) console.log(`coordinated by ${coordinator}`);
      if (jobs !== undefined) console.log(`Slurm: ${describeJobs(jobs)}`);
    }
    return complete ? EXIT_CODES.done.code : EXIT_CODES.partial.code;
  },
};

function describeJobs(jobs: Readonly<Record<string, number>> | string): string {
  if (typeof jobs === "string") return jobs;
  const parts = Object.entries(jobs).map(([state, count]) => `${count} ${state.toLowerCase()}`);
  return parts.length === 0 ? "no jobs" : `${parts.join(", ")} jobs`;
}
