/**
 * An installed CaDiCaL (Debian's package `cadical`) behind the interface of the
 * SAT solver: each call hands all clauses to a process of its own. So it is for
 * hard questions that are asked once, where native code saves more than the
 * process costs.
 */
import { spawnSync } from "node:child_process";
import type { SatSolver, SolverAnswer, SolverLimits } from "../smt/sat-solver.ts";

/** Exit codes of SAT competitions. */
const SATISFIABLE = 10;
const UNSATISFIABLE = 20;
const MAX_OUTPUT_BYTES = 500_000_000;
const MEMORY_KIB = 2_000_000;
/** On a busy machine, CPU seconds take longer. */
const WALL_FACTOR = 10;
const MAX_SECONDS = 100_000;
const INITIAL_WORDS = 1 << 16;

const COMMAND = "cadical";
let isInstalled: boolean | undefined;

/** Whether there is a CaDiCaL that works; found out once. */
export function hasNativeCadical(): boolean {
  isInstalled ??=
    spawnSync(COMMAND, ["-q"], { input: "p cnf 1 2\n1 0\n-1 0\n" }).status === UNSATISFIABLE;
  return isInstalled;
}

export class NativeCadical implements SatSolver {
  readonly #charge: (seconds: number) => void;
  #variables = 0;
  /** The literals of all clauses, each clause ended by 0, in the first `#length` words. */
  #words = new Int32Array(INITIAL_WORDS);
  #length = 0;
  #clauses = 0;
  #model: ReadonlySet<number> = new Set();

  /** @param charge - gets the CPU seconds of every process that has ended */
  constructor(charge: (seconds: number) => void) {
    this.#charge = charge;
  }

  newVariable(): number {
    return ++this.#variables;
  }

  addClause(literals: readonly number[] | Int32Array): void {
    const needed = this.#length + literals.length + 1;
    if (needed > this.#words.length) {
      const larger = new Int32Array(Math.max(needed, 2 * this.#words.length));
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set(literals, this.#length);
    this.#words[needed - 1] = 0;
    this.#length = needed;
    this.#clauses++;
  }

  /** Only the limit in seconds holds during the call, and without one there is none. */
  solve(assumptions: readonly number[], { deadline, ...limits }: SolverLimits = {}): SolverAnswer {
    const seconds = Math.floor(limits.seconds ?? MAX_SECONDS);
    if (deadline?.() || seconds < 1) return "unknown";
    // A limit of the system ends the process after its CPU time, however busy the machine is.
    const script = `ulimit -v ${MEMORY_KIB}; ulimit -t ${seconds}; exec "$0" "$@"`;
    const { status, stdout } = spawnSync("sh", ["-c", script, COMMAND], {
      input: this.#dimacs(assumptions),
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: seconds * WALL_FACTOR * 1000,
      killSignal: "SIGKILL",
    });
    const output = stdout?.toString("latin1") ?? "";
    this.#charge(usedSeconds(output) ?? seconds);
    if (status === UNSATISFIABLE) return "unsat";
    if (status !== SATISFIABLE) return "unknown";
    this.#model = positiveLiterals(output);
    return "sat";
  }

  value(variable: number): boolean {
    return this.#model.has(variable);
  }

  /** CaDiCaL's command line does not tell which assumptions it used: perhaps all. */
  failed(): boolean {
    return true;
  }

  dispose(): void {
    this.#words = new Int32Array(0);
    this.#length = 0;
  }

  #dimacs(assumptions: readonly number[]): string {
    const clauses = this.#clauses + assumptions.length;
    const parts = [`p cnf ${this.#variables} ${clauses}`];
    for (let start = 0; start < this.#length; ) {
      const end = this.#words.indexOf(0, start) + 1;
      parts.push(this.#words.subarray(start, end).join(" "));
      start = end;
    }
    for (const literal of assumptions) parts.push(`${literal} 0`);
    return `${parts.join("\n")}\n`;
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

/** What CaDiCaL says that it has used; undefined when it was ended before it could. */
function usedSeconds(output: string): number | undefined {
  const [, seconds] = /^c total process time since initialization: +([\d.]+)/m.exec(output) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
