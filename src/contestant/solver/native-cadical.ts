/**
 * An installed CaDiCaL (Debian's package `cadical`) with the interface of the SAT solver: each call
 * passes all clauses to a process of its own. So it is for single hard queries, where native code
 * saves more than the process costs.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SatSolver, SolverAnswer, SolverLimits } from "../smt/index.ts";
import { raceCadical, secondsOfBoth } from "./cadical-race.ts";
import { ClauseList } from "./clause-list.ts";
import { checkProof } from "./proof-checker.ts";
import type { ProofChecks } from "./proof-checks.ts";
import { binarySteps } from "./proof-steps.ts";

/** Exit codes of SAT competitions. */
const SATISFIABLE = 10;
const UNSATISFIABLE = 20;
const MAX_OUTPUT_BYTES = 500_000_000;
const MEMORY_KIB = 2_000_000;
/** On a busy machine, CPU seconds take longer. */
const WALL_FACTOR = 10;
const MAX_SECONDS = 100_000;
/** The second of two processes gets a part of it in whole seconds. */
const MIN_RACE_SECONDS = 4;
const MAX_PROOF_BYTES = 1_000_000_000;

const COMMAND = "cadical";
let isInstalled: boolean | undefined;

/** Whether there is a CaDiCaL that works; determined once. */
export function hasNativeCadical(): boolean {
  isInstalled ??=
    spawnSync(COMMAND, ["-q"], { input: "p cnf 1 2\n1 0\n-1 0\n" }).status === UNSATISFIABLE;
  return isInstalled;
}

/** The process can write its proof only to a file. */
const PROOF_FILE = "proof";

export class NativeCadical implements SatSolver {
  readonly #charge: (seconds: number) => void;
  readonly #proofs: ProofChecks | undefined;
  readonly #hasSpareCore: () => boolean;
  readonly #clauses = new ClauseList();
  #model: ReadonlySet<number> = new Set();

  /**
   * @param charge - gets the CPU seconds of every process that has ended
   * @param proofs - when given, "unsat" is answered only after its proof was checked
   * @param hasSpareCore - asked before every call; where there is one, and no proof is required,
   * two processes race
   */
  constructor(
    charge: (seconds: number) => void,
    proofs?: ProofChecks,
    hasSpareCore = (): boolean => false,
  ) {
    this.#charge = charge;
    this.#proofs = proofs;
    this.#hasSpareCore = hasSpareCore;
  }

  newVariable(): number {
    return this.#clauses.newVariable();
  }

  addClause(literals: readonly number[] | Int32Array): void {
    this.#clauses.add(literals);
  }

  /** Only the limit in seconds holds during the call, and without one there is none. */
  solve(assumptions: readonly number[], limits: SolverLimits = {}): SolverAnswer {
    const seconds = Math.floor(limits.seconds ?? MAX_SECONDS);
    if (limits.deadline?.() || seconds < 1) return this.#unproved("time limit");
    if (this.#proofs === undefined) {
      const isRace = seconds >= MIN_RACE_SECONDS && this.#hasSpareCore();
      return isRace ? this.#race(assumptions, seconds) : this.#run(assumptions, seconds, []);
    }
    const folder = mkdtempSync(join(tmpdir(), "agon-proof-"));
    try {
      // Version 1.5.3 writes DRAT, in binary form by default.
      const answer = this.#run(assumptions, seconds, ["-", join(folder, PROOF_FILE)]);
      if (answer === "unknown") return this.#unproved("the installed CaDiCaL came to no answer");
      if (answer === "sat") return answer;
      return this.#check(assumptions, join(folder, PROOF_FILE), limits);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Keeps the model of "sat". */
  #run(assumptions: readonly number[], seconds: number, files: readonly string[]): SolverAnswer {
    // A limit of the system ends the process after its CPU time, even on a busy machine.
    const script = `ulimit -v ${MEMORY_KIB}; ulimit -t ${seconds}; exec "$0" "$@"`;
    const { status, stdout } = spawnSync("sh", ["-c", script, COMMAND, ...files], {
      input: this.#clauses.dimacs(assumptions),
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: seconds * WALL_FACTOR * 1000,
      killSignal: "SIGKILL",
    });
    const output = stdout?.toString("latin1") ?? "";
    this.#charge(usedSeconds(output) ?? seconds);
    return this.#answer(status, output);
  }

  #race(assumptions: readonly number[], seconds: number): SolverAnswer {
    const { status, output } = raceCadical(COMMAND, this.#clauses.dimacs(assumptions), {
      seconds,
      memoryKib: MEMORY_KIB,
      outputBytes: MAX_OUTPUT_BYTES,
      wallMilliseconds: seconds * WALL_FACTOR * 1000,
    });
    this.#charge(secondsOfBoth(usedSeconds(output) ?? seconds, seconds));
    return this.#answer(status, output);
  }

  #answer(status: number | null, output: string): SolverAnswer {
    if (status === UNSATISFIABLE) return "unsat";
    if (status !== SATISFIABLE) return "unknown";
    this.#model = positiveLiterals(output);
    return "sat";
  }

  #check(assumptions: readonly number[], file: string, { deadline }: SolverLimits): SolverAnswer {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) return this.#unproved("the installed CaDiCaL wrote no proof");
    if (size > MAX_PROOF_BYTES) return this.#unproved("the proof is too large");
    const steps = binarySteps(readFileSync(file));
    const verdict = checkProof(this.#clauses.withUnits(assumptions), steps, deadline);
    if (verdict.kind === "unknown") return this.#unproved(verdict.reason);
    if (verdict.kind === "rejected") {
      this.#proofs?.reject(`a proof of the installed CaDiCaL is wrong: ${verdict.reason}`);
      return "unknown";
    }
    this.#proofs?.accept();
    return "unsat";
  }

  #unproved(reason: string): "unknown" {
    this.#proofs?.miss(reason);
    return "unknown";
  }

  value(variable: number): boolean {
    return this.#model.has(variable);
  }

  /** CaDiCaL's command line does not report which assumptions it used: perhaps all. */
  failed(): boolean {
    return true;
  }

  dispose(): void {
    this.#clauses.clear();
  }
}

/** Lines `v 1 -2 3 0` of the output. */
function positiveLiterals(output: string): ReadonlySet<number> {
  const positive = new Set<number>();
  for (const [line] of output.matchAll(/^v .*$/gm)) {
    for (const word of line.slice(2).split(" ")) {
      const literal = Number(word);
      if (literal > 0) positive.add(literal);
    }
  }
  return positive;
}

/** Returns the CPU time that CaDiCaL reports; undefined when it was ended before it could. */
function usedSeconds(output: string): number | undefined {
  const [, seconds] = /^c total process time since initialization: +([\d.]+)/m.exec(output) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
