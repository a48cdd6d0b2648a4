/**
 * Loaded into every thread of a verification: reports once when the SAT solver is called for the
 * first time.
 */
import { Cadical } from "cadical-wasm";

const { solve } = Cadical.prototype;
Cadical.prototype.solve = function (...words) {
  Cadical.prototype.solve = solve;
  const { user, system } = process.cpuUsage();
  process.stderr.write(`first question: ${Date.now()} ${(user + system) / 1e6}\n`);
  return solve.apply(this, words);
};
