/** Candidates for invariants from other techniques, as far as they are proved here. */
import type { CfaNode, CfaProgram } from "../cfa/index.ts";
import type { Assertion } from "../symbolic/index.ts";
import { type Claim, within } from "../symbolic/index.ts";
import { proveInductively } from "./inductive-proof.ts";

/** Share of the remaining time for the proof of lemmas from others, and its maximum. */
const LEMMA_SHARE = 0.1;
const LEMMA_SECONDS = 3;

/** The lemmas that are invariants: each is proved here before it is assumed. */
export class ProvedLemmas {
  readonly #program: CfaProgram;
  readonly #options: Claim;
  #candidates: ReadonlyMap<CfaNode, readonly Assertion[]> = new Map();
  #proved: ReadonlyMap<CfaNode, readonly Assertion[]> = new Map();

  constructor(program: CfaProgram, options: Claim) {
    this.#program = program;
    this.#options = options;
  }

  /** "suffice" when their proof is one of the whole claim. */
  proved(): ReadonlyMap<CfaNode, readonly Assertion[]> | "suffice" {
    const options = this.#options;
    // Other assertions are to be decided, not used.
    const candidates = options.assertions === undefined ? options.lemmas?.() : undefined;
    if (candidates === undefined || candidates === this.#candidates) return this.#proved;
    this.#candidates = candidates;
    // Without candidates the proof would be an attempt at the claim itself, which other engines make.
    if (sizeOf(candidates) === 0) return this.#proved;
    const seconds = Math.min(options.remainingSeconds() * LEMMA_SHARE, LEMMA_SECONDS);
    const { lemmas: _, ...claim } = within(options, seconds);
    let open = candidates;
    for (;;) {
      const answer = proveInductively(this.#program, {
        ...claim,
        assertions: open,
        guessesNothing: true,
      });
      if (answer.kind === "true") return "suffice";
      const proved = (answer.kind === "unknown" ? answer.proved : undefined) ?? new Set();
      this.#proved = onlyOf(open, proved);
      // A lemma that does not hold would also prevent the proof of the claim.
      if (proved.size === 0 || proved.size === sizeOf(open)) return this.#proved;
      open = this.#proved;
    }
  }
}

function onlyOf<T>(
  all: ReadonlyMap<CfaNode, readonly T[]>,
  chosen: ReadonlySet<T>,
): ReadonlyMap<CfaNode, readonly T[]> {
  return new Map([...all].map(([node, some]) => [node, some.filter((one) => chosen.has(one))]));
}

function sizeOf(all: ReadonlyMap<CfaNode, readonly unknown[]>): number {
  return [...all.values()].flat().length;
}
