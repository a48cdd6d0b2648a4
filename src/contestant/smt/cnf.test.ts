import { expect, test } from "vitest";
import { createCadical } from "../solver/cadical-wasm.ts";
import { BitBlaster } from "./bit-blast.ts";
import { CnfWriter } from "./blast/cnf.ts";
import { lowerFloat } from "./float/lower.ts";
import { TermManager } from "./term.ts";

test("clauses for which there was no time are written before the next answer", async () => {
  const m = new TermManager();
  const sat = (await createCadical()).create();
  const blaster = new BitBlaster((term) => lowerFloat(m, term));
  const cnf = new CnfWriter(blaster.graph, sat);
  const [x, y] = [m.variable("x", 64), m.variable("y", 64)];
  const product = m.mul(x, y);
  const is49 = m.eq(product, m.constant(64, 49n));
  const isLarge = m.ugt(product, m.constant(64, 5000n));
  const all = blaster.literal(m.and(is49, isLarge));
  if (all === undefined) throw new Error("there was no deadline");
  expect(cnf.solverLiteral(all, () => true)).toBeUndefined();
  const rest = blaster.literal(m.eq(x, m.constant(64, 0n)));
  if (rest === undefined) throw new Error("there was no deadline");
  expect(cnf.solverLiteral(rest)).toBeDefined();
  expect(sat.solve([cnf.solverLiteral(all) as number])).toBe("unsat");
});
