/**
 * The configurations of the verifier, derived from the list of techniques. Each can take part in a
 * competition of its own.
 */

import { defined } from "../../ground/util/defined.ts";
import type { SearchOrder } from "../symbolic/index.ts";
import { TECHNIQUES } from "../techniques/index.ts";

export interface Configuration {
  readonly name: string;
  readonly description: string;
  /**
   * Run one after the other; `share` is a share of the time that remains when the technique starts.
   * A technique that may have all of it runs last among long attempts.
   */
  readonly techniques: readonly PlannedShare[];
  /** The order of paths in symbolic execution; default: `coverage`. */
  readonly order?: SearchOrder;
  /**
   * Whether order and shares are only defaults, which the strategy adapts to the program's
   * structure (strategy.ts).
   */
  readonly adapts?: true;
}

export interface PlannedShare {
  /** Its id in the list of techniques. */
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

/** Techniques that run where no other technique of the configuration supports the task. */
export const FALLBACKS: readonly PlannedShare[] = TECHNIQUES.flatMap(({ id, isFallback }) =>
  isFallback ? [{ technique: id, share: 1 }] : [],
);
