/** Runs verifier and validator on one small program, all in memory. */

import { createHash } from "node:crypto";
import { Budget } from "../../src/contestant/call/budget.ts";
import { findConfiguration } from "../../src/contestant/plan/configurations.ts";
import { type VerificationResult, verify } from "../../src/contestant/plan/verify.ts";
import { type LoadedProgram, loadProgram } from "../../src/contestant/program/load-program.ts";
import { type CadicalFactory, createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import type { Ground } from "../../src/contestant/techniques/index.ts";
import { validate } from "../../src/contestant/validator/validate.ts";
import type { Property } from "../../src/ground/model/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { defined } from "../../src/ground/util/defined.ts";
import {
  formatWitness,
  parseWitness,
  requiredVersion,
  type Witness,
} from "../../src/ground/witness/index.ts";
import { withHornSolver } from "../support/with-horn-solver.ts";

export type DataModelName = "ILP32" | "LP64";

export const REACHABILITY: Property = parseProperty(
  "CHECK( init(main()), LTL(G ! call(reach_error())) )",
  "unreach-call.prp",
);
export const NO_OVERFLOW: Property = parseProperty(
  "CHECK( init(main()), LTL(G ! overflow) )",
  "no-overflow.prp",
);
export const TERMINATION: Property = parseProperty(
  "CHECK( init(main()), LTL(F end) )",
  "termination.prp",
);
const SEED = 1;

/** CaDiCaL's heap never shrinks: a fresh one after this number of runs. */
const RUNS_PER_HEAP = 200;

export class Verdicts {
  #solvers: CadicalFactory;
  #runs = 0;

  private constructor(solvers: CadicalFactory) {
    this.#solvers = solvers;
  }

  static async create(): Promise<Verdicts> {
    return new Verdicts(await createCadical());
  }

  async #fresh(): Promise<CadicalFactory> {
    if (++this.#runs % RUNS_PER_HEAP === 0) this.#solvers = await createCadical();
    return this.#solvers;
  }

  /** The answer of a configuration within a CPU time. */
  async verify(
    loaded: LoadedProgram,
    configuration: string,
    seconds: number,
    property: Property = REACHABILITY,
  ): Promise<VerificationResult> {
    const solvers = await this.#fresh();
    const found = findConfiguration(configuration);
    if (found === undefined) throw new Error(`no configuration ${configuration}`);
    return withHornSolver((solveHorn) =>
      verify(loaded.program, property, {
        configuration: found,
        budget: new Budget(seconds),
        createSatSolver: () => solvers.create(),
        solveHorn,
        seed: SEED,
      }),
    );
  }

  /**
   * Writes the witness, reads it again and validates it: returns the verdict or the reason.
   *
   * @param without - the ground that proofs must not use
   */
  async revalidate(
    loaded: LoadedProgram,
    witness: Witness,
    seconds: number,
    property: Property = REACHABILITY,
    without?: Ground,
  ): Promise<string> {
    const solvers = await this.#fresh();
    const { text, fileName, machine } = loaded.program;
    const programHash = createHash("sha256").update(text).digest("hex");
    const file = formatWitness(witness, {
      formatVersion: requiredVersion(witness),
      uuid: "00000000-0000-4000-8000-000000000000",
      creationTime: "2026-01-01T00:00:00Z",
      producer: { name: "agon", version: "0" },
      task: {
        inputFiles: [fileName],
        inputFileHashes: { [fileName]: programHash },
        specification: property.specification,
        dataModel: machine.name,
        language: "C",
      },
    });
    const answer = validate(loaded, property, parseWitness(file, "witness.yml"), {
      programHash,
      dataModel: machine.name,
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      seed: SEED,
      ...defined({ without }),
    });
    return answer.verdict === "unknown" ? answer.reason : answer.verdict;
  }
}

export { loadProgram };
