/** The configurations of the verifier, made of the list of techniques. Each can take part in a competition of its own. */

import { defined } from "../../ground/util/defined.ts";
import type { SearchOrder } from "../symbolic/index.ts";
import { TECHNIQUES } from "../techniques/index.ts";

export interface Configuration {
  readonly name: string;
  readonly description: string;
  /**
   * Run one after the other; `share` of the time that is left when the technique starts.
   * What may have all of it comes last when attempts get long.
   */
  readonly techniques: readonly PlannedShare[];
  /** Of symbolic execution, which path is followed next; default: `coverage`. */
  readonly order?: SearchOrder;
  /** Order and shares are only a start: they follow the program's structure (strategy.ts). */
  readonly adapts?: true;
}

export interface PlannedShare {
  /** Its name in the list of techniques. */
  readonly technique: string;
  readonly share: number;
}

const DEFAULT: Configuration = {
  name: "default",
  description:
    "a short random search, analyses of values, inductive proofs, bounded model checking",
  adapts: true,
  techniques: TECHNIQUES.flatMap(({ id, defaultShare }) =>
    defaultShare === undefined ? [] : [{ technique: id, share: defaultShare }],
  ),
};

export const CONFIGURATIONS: readonly Configuration[] = [
  DEFAULT,
  ...TECHNIQUES.flatMap(({ id, configurations }) =>
    (configurations ?? []).map(({ name, description, before, order }) => ({
      name,
      description,
      techniques: [...(before ?? []), { technique: id, share: 1 }],
      ...defined({ order }),
    })),
  ),
];

export function findConfiguration(name: string): Configuration | undefined {
  return CONFIGURATIONS.find((configuration) => configuration.name === name);
}

/** What takes part where the configuration has nothing else for the task. */
export const FALLBACKS: readonly PlannedShare[] = TECHNIQUES.flatMap(({ id, isFallback }) =>
  isFallback ? [{ technique: id, share: 1 }] : [],
);
