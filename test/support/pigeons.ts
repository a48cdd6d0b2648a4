import type { SatSolver } from "../../src/contestant/smt/sat-solver.ts";

/** n + 1 pigeons in n holes: unsatisfiable and hard for resolution. */
export function pigeons(sat: SatSolver, holes: number): void {
  const at = Array.from({ length: holes + 1 }, () =>
    Array.from({ length: holes }, () => sat.newVariable()),
  );
  for (const pigeon of at) sat.addClause(pigeon);
  for (const [i, pigeon] of at.entries()) {
    for (const other of at.slice(i + 1)) {
      pigeon.forEach((variable, hole) => {
        sat.addClause([-variable, -(other[hole] as number)]);
      });
    }
  }
}
