/**
 * Mutation test of linter and validators: witnesses of the verifier are broken, and those that an
 * independent judgement finds wrong must be rejected.
 */
import { createHash } from "node:crypto";
import { Budget } from "../../src/contestant/call/budget.ts";
import { isFault, LintProgram, NO_TASK, WitnessLinter } from "../../src/contestant/lint/index.ts";
import { findConfiguration } from "../../src/contestant/plan/configurations.ts";
import { verify } from "../../src/contestant/plan/verify.ts";
import { type LoadedProgram, loadProgram } from "../../src/contestant/program/load-program.ts";
import { type CadicalFactory, createCadical } from "../../src/contestant/solver/cadical-wasm.ts";
import { isReachSafety, specificationOf } from "../../src/contestant/specification/index.ts";
import { readWitness } from "../../src/contestant/validator/read-witness.ts";
import { validate } from "../../src/contestant/validator/validate.ts";
import { validateViolation } from "../../src/contestant/validator/violation-validator.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { InputError } from "../../src/ground/util/errors.ts";
import {
  formatAutomaton,
  formatWitness,
  parseWitness,
  type Segment,
  type Witness,
  type WitnessFile,
} from "../../src/ground/witness/index.ts";
import { automatonSteps } from "./automaton-mutants.ts";
import { type NativeInvariant, NativeProgram, type NativeStep } from "./native-replay.ts";
import type { Mutant } from "./witness-mutants.ts";

/** A program with its property, and a witness that was confirmed. */
export interface Seed {
  readonly name: string;
  readonly programText: string;
  readonly specification: string;
  readonly dataModel: "ILP32" | "LP64";
}

export interface SeedWitness extends Seed {
  readonly loaded: LoadedProgram;
  readonly witness: string;
  readonly kind: "violation" | "correctness";
}

export type Judgement =
  | {
      readonly outcome: "rejected";
      readonly by: "linter" | "validator";
      readonly namesPlace: boolean;
      readonly message: string;
    }
  | {
      readonly outcome: "accepted";
      /** Results of the environment in the confirming execution; for a violation. */
      readonly inputs: readonly bigint[];
    };

/** Waypoints of a seed with branches. */
const MAX_WAYPOINTS = 12;

/** CaDiCaL's heap never shrinks: a fresh one after this number of runs. */
const RUNS_PER_HEAP = 200;

export class MutationTest {
  #solvers: CadicalFactory;
  #runs = 0;

  private constructor(solvers: CadicalFactory) {
    this.#solvers = solvers;
  }

  static async create(): Promise<MutationTest> {
    return new MutationTest(await createCadical());
  }

  /**
   * The witnesses of a task: the verifier's own and, for violations, one with branches that the
   * compiled program takes. A text gives the reason when there are none.
   */
  async seeds(seed: Seed, seconds: number): Promise<readonly SeedWitness[] | string> {
    let loaded: LoadedProgram;
    try {
      loaded = loadProgram(seed.name, seed.programText, seed.dataModel);
    } catch (error) {
      if (error instanceof InputError) return "the program is refused";
      throw error;
    }
    const configuration = findConfiguration("default");
    if (configuration === undefined) throw new Error("no default configuration");
    const solvers = await this.#fresh();
    const result = verify(loaded.program, parseProperty(seed.specification, "property.prp"), {
      configuration,
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      seed: 1,
    });
    if (result.verdict === "unknown") return `no verdict: ${result.reason}`;
    const own = {
      ...seed,
      loaded,
      kind: result.witness.kind,
      witness: textOf(seed, result.witness),
    };
    const judgement = await this.judge(own, own.witness, seconds);
    if (judgement.outcome === "rejected")
      return `its own witness is not confirmed: ${judgement.message}`;
    const rich =
      result.witness.kind === "violation" ? withBranches(own, result.witness.segments) : undefined;
    if (rich === undefined) return [own];
    const checked = await this.judge(rich, rich.witness, seconds);
    if (checked.outcome === "accepted") return [own, rich];
    throw new Error(
      `${seed.name}: the witness of a compiled execution is rejected: ${checked.message}`,
    );
  }

  /**
   * The same violation witness in GraphML; undefined when that is not confirmed, because it
   * contains less.
   */
  async asAutomaton(seed: SeedWitness, seconds: number): Promise<SeedWitness | undefined> {
    const { witness, metadata } = parseWitness(seed.witness, "witness.yml");
    if (witness.kind !== "violation") return undefined;
    const lines = seed.programText.split("\n");
    const segments = witness.segments.map((segment): Segment => {
      const { follow } = segment;
      if (follow.type !== "function_return") return segment;
      // Format 1.0 requires the name of the function.
      const { line, column } = follow.location;
      const before = lines[line - 1]?.slice(0, column) ?? "";
      const callee = /(\w+)\s*\(\s*\)$/.exec(before)?.[1];
      return callee === undefined ? segment : { ...segment, follow: { ...follow, callee } };
    });
    const text = formatAutomaton({ ...witness, segments }, metadata);
    const { outcome } = await this.judge(seed, text, seconds);
    return outcome === "accepted" ? { ...seed, witness: text } : undefined;
  }

  /** The answers of linter and validators, one after the other. */
  async judge(
    seed: SeedWitness,
    witness: string,
    seconds: number,
    mutant?: Mutant,
  ): Promise<Judgement> {
    const { programText, name, specification, dataModel, loaded, kind } = seed;
    const sha256 = hashOf(programText);
    const program = new LintProgram({ name, text: programText, sha256 });
    const linter = new WitnessLinter("witness.yml", {
      ...NO_TASK,
      program,
      specification,
      dataModel,
      isStrict: true,
    });
    linter.write(witness);
    const faults = linter.finish().findings.filter(isFault);
    const [fault] = faults;
    if (fault !== undefined) {
      const namesPlace =
        mutant === undefined ||
        faults.some(
          ({ line = 0, message }) =>
            (line >= mutant.from && line <= mutant.to) ||
            mutant.quoted.some((text) => message.includes(text)),
        );
      return {
        outcome: "rejected",
        by: "linter",
        namesPlace,
        message: `${fault.line}: ${fault.message}`,
      };
    }
    const solvers = await this.#fresh();
    const file = readOrReason(witness);
    if (typeof file === "string") {
      const namesPlace = mutant?.quoted.some((text) => `${file} `.includes(text)) ?? true;
      return { outcome: "rejected", by: "validator", namesPlace, message: file };
    }
    const answer = validate(loaded, parseProperty(specification, "property.prp"), file, {
      programHash: sha256,
      dataModel,
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      seed: 1,
    });
    if (answer.verdict === (kind === "violation" ? "false" : "true")) {
      const inputs = kind === "violation" ? this.#inputs(seed, file, seconds, solvers) : [];
      return { outcome: "accepted", inputs };
    }
    const message =
      "reason" in answer && typeof answer.reason === "string"
        ? answer.reason
        : `answer ${answer.verdict}`;
    const namesPlace =
      mutant === undefined || mutant.quoted.some((text) => `${message} `.includes(text));
    return { outcome: "rejected", by: "validator", namesPlace, message };
  }

  #inputs(
    { loaded, specification }: SeedWitness,
    { witness }: WitnessFile,
    seconds: number,
    solvers: CadicalFactory,
  ): readonly bigint[] {
    const property = specificationOf(parseProperty(specification, "property.prp"));
    if (!isReachSafety(property) || witness.kind !== "violation") return [];
    const result = validateViolation(loaded, property, witness, {
      budget: new Budget(seconds),
      createSatSolver: () => solvers.create(),
      seed: 1,
    });
    if (result.verdict !== "confirmed") return [];
    return result.inputs.flatMap(({ value }) => (typeof value === "bigint" ? [value] : []));
  }

  async #fresh(): Promise<CadicalFactory> {
    if (++this.#runs % RUNS_PER_HEAP === 0) this.#solvers = await createCadical();
    return this.#solvers;
  }
}

/** Whether a mutant is really wrong, by rules of the format and by compiled executions. */
export class Oracle {
  readonly #seed: SeedWitness;
  readonly #native: NativeProgram | undefined;
  readonly #bits: 32 | 64;

  constructor(seed: SeedWitness) {
    this.#seed = seed;
    this.#bits = seed.dataModel === "ILP32" ? 32 : 64;
    const isReach = seed.specification.includes("reach_error");
    this.#native =
      isReach && seed.kind === "violation"
        ? NativeProgram.compile(seed.programText, this.#bits)
        : undefined;
  }

  /** `wrong`, or the reason why it is not. */
  verdict(mutant: Mutant): "wrong" | string {
    if (mutant.nature === "wrong") return "wrong";
    if (this.#seed.kind === "correctness") return this.#invariantVerdict(mutant);
    if (this.#native === undefined) return "not decided: the program cannot be followed natively";
    const steps = stepsOf(mutant.text);
    if (steps === undefined) return "not decided: a waypoint cannot be followed natively";
    const reached = this.#native.reaches(steps);
    if (reached === undefined) return "not decided: the compiled program takes too long";
    return reached ? "equivalent: a compiled execution passes it and violates" : "wrong";
  }

  /**
   * Whether the compiled program, given the inputs of the validator's execution, passes the
   * waypoints of an accepted mutant too.
   */
  isSeconded({ text }: Mutant, inputs: readonly bigint[]): boolean {
    const steps = stepsOf(text);
    return steps !== undefined && this.#native?.reaches(steps, 1, inputs) === true;
  }

  close(): void {
    this.#native?.close();
  }

  #invariantVerdict({ text, kind }: Mutant): string {
    const { invariants } = witnessOf(text) ?? {};
    if (invariants === undefined) return "not decided: the witness is not read";
    const places = this.#seed.programText.split("\n");
    const isOff = invariants.some(
      ({ line, column }) =>
        !/^(for|while|do)\b/.test(places[line - 1]?.slice(column - 1) ?? "") ||
        /\w$/.test(places[line - 1]?.slice(0, column - 1) ?? ""),
    );
    // A loop invariant belongs to a loop.
    if (isOff) return "wrong";
    if (/^(line|column)/.test(kind)) return "not decided: the place is that of another loop";
    const native = NativeProgram.compile(this.#seed.programText, this.#bits, invariants);
    if (native === undefined) return "not decided: the program cannot be followed natively";
    try {
      const isFalse = native.reaches([]);
      if (isFalse === true) return "wrong";
      return isFalse === false
        ? "equivalent: no compiled execution makes the invariant false"
        : "not decided: the compiled program takes too long";
    } finally {
      native.close();
    }
  }
}

/** The fault of the file when it cannot be read. */
function readOrReason(text: string): WitnessFile | string {
  try {
    return readWitness(text, "witness");
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function textOf(seed: Seed, witness: Witness): string {
  return formatWitness(witness, {
    formatVersion: "2.0",
    uuid: "00000000-0000-4000-8000-000000000000",
    creationTime: "2026-01-01T00:00:00Z",
    producer: { name: "Agon", version: "0" },
    task: {
      inputFiles: [seed.name],
      inputFileHashes: { [seed.name]: hashOf(seed.programText) },
      specification: seed.specification,
      dataModel: seed.dataModel,
      language: "C",
    },
  });
}

/** The witness of the execution with all branches that it takes, when these are few. */
function withBranches(own: SeedWitness, segments: readonly Segment[]): SeedWitness | undefined {
  if (!own.specification.includes("reach_error")) return undefined;
  const native = NativeProgram.compile(own.programText, own.dataModel === "ILP32" ? 32 : 64);
  const steps = stepsOf(own.witness);
  const last = segments.at(-1)?.follow;
  if (native === undefined || steps === undefined || last === undefined) return undefined;
  try {
    const events = native.trace(steps, MAX_WAYPOINTS);
    if (events.length > MAX_WAYPOINTS || events.at(-1)?.kind !== "target") return undefined;
    if (!events.some(({ kind }) => kind === "branch") || native.reaches(steps) !== true)
      return undefined;
    const file = last.location.file;
    const rich = events.slice(0, -1).map(({ kind, line, column, value = 0n }): Segment => {
      const location = { file, line, column };
      return kind === "branch"
        ? {
            avoid: [],
            follow: { type: "branching", location, outcome: value === 1n ? "true" : "false" },
          }
        : {
            avoid: [],
            follow: { type: "function_return", location, constraint: `\\result == ${value}` },
          };
    });
    const witness: Witness = {
      kind: "violation",
      segments: [...rich, { avoid: [], follow: last }],
    };
    return { ...own, witness: textOf(own, witness) };
  } finally {
    native.close();
  }
}

/** Reads the lines of a witness, independent of the project's own reader. */
function witnessOf(text: string): { readonly invariants: readonly NativeInvariant[] } | undefined {
  const invariants: NativeInvariant[] = [];
  for (const part of text.split(/^ *- invariant:/m).slice(1)) {
    const line = Number(/^ *line: (\d+)$/m.exec(part)?.[1]);
    const column = Number(/^ *column: (\d+)$/m.exec(part)?.[1]);
    const expression = /^ *value: (".*")$/m.exec(part)?.[1];
    if (!line || !column || expression === undefined) return undefined;
    invariants.push({ line, column, expression: JSON.parse(expression) as string });
  }
  return { invariants };
}

function stepsOf(text: string): readonly NativeStep[] | undefined {
  if (text.startsWith("<?xml")) return automatonSteps(text);
  const steps: NativeStep[] = [];
  for (const part of text.split(/^ *- segment:/m).slice(1)) {
    const type = /\btype: "(\w+)"/.exec(part)?.[1];
    const line = Number(/^ *line: (\d+)$/m.exec(part)?.[1]);
    const column = Number(/^ *column: (\d+)$/m.exec(part)?.[1]);
    const value = /^ *value: "(.*)"$/m.exec(part)?.[1];
    if (!line || !column) return undefined;
    if (type === "target") steps.push({ kind: "target", line, column });
    else if (type === "branching")
      steps.push({ kind: "branch", line, column, value: value === "true" ? 1n : 0n });
    else {
      const [, operator, constant] =
        /^\\\\result ([=!<>]=?) (-?\d+)[uUlL]*$/.exec(value ?? "") ?? [];
      if (type !== "function_return" || operator === undefined || constant === undefined)
        return undefined;
      steps.push({ kind: "return", line, column, operator, value: BigInt(constant) });
    }
  }
  return steps;
}
