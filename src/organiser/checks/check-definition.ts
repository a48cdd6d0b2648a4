/**
 * Checks of an organiser on a valid definition: whether it can be run, and whether its categories
 * are contests.
 */
import { availableParallelism, totalmem } from "node:os";
import { coveredBaseCategories, type Resolution } from "../competition/index.ts";
import type { Finding } from "./finding.ts";

/** Greatest resources of a run on the machine. */
export interface MachineSize {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** Number of participating tools with which the rules admit a category. */
const PARTICIPANTS_OF_A_CATEGORY = 3;

/**
 * Only warnings: the machine that checks may differ from the one that runs, and the rules are about
 * new categories.
 */
export function checkDefinition(
  { definition: { file }, competition }: Pick<Resolution, "definition" | "competition">,
  machine: MachineSize = { cores: availableParallelism(), memoryBytes: totalmem() },
): readonly Finding[] {
  const warning = (message: string): Finding => ({ severity: "warning", file, message });
  const phases = Object.entries(competition.limits);
  return [
    ...phases
      .filter(([, { cores }]) => cores > machine.cores)
      .map(([phase, { cores }]) =>
        warning(`${phase}: ${cores} cores for a run, and this machine has ${machine.cores}`),
      ),
    ...phases
      .filter(([, { memoryBytes }]) => memoryBytes > machine.memoryBytes)
      .map(([phase, { memoryBytes }]) =>
        warning(
          `${phase}: ${gigabytes(memoryBytes)} of memory for a run, and this machine has ${gigabytes(machine.memoryBytes)}`,
        ),
      ),
    ...competition.categories
      .filter(({ kind, demonstration }) => kind === "base" && demonstration !== true)
      .map(({ name }) => ({ name, count: participantsOf(name, competition) }))
      .filter(({ count }) => count < PARTICIPANTS_OF_A_CATEGORY)
      .map(({ name, count }) =>
        warning(
          `the category ${name} has ${count === 1 ? "one participant" : `${count} participants`}; the rules require ${PARTICIPANTS_OF_A_CATEGORY}`,
        ),
      ),
  ];
}

/** Tools that only run, or are hidden in the category, are not competitors. */
function participantsOf(
  category: string,
  { categories, participants }: Resolution["competition"],
): number {
  return participants.filter(
    (participant) =>
      !participant.horsConcours &&
      coveredBaseCategories(categories, participant.categories).has(category) &&
      !coveredBaseCategories(categories, participant.optOut).has(category),
  ).length;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1).replace(/\.0$/, "")} GB`;
}
