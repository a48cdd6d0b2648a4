import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { TECHNIQUES } from "../techniques/index.ts";
import type { TechniqueReport } from "./plan-run.ts";
import { verification } from "./verify.ts";

const WITHOUT = TECHNIQUES.filter(({ needsNoSolver }) => needsNoSolver === true);
const PROGRAMS = ["arrays", "loops", "recursion"].flatMap((set) =>
  readdirSync(`examples/mini/${set}`).flatMap((name) =>
    name.endsWith(".c") ? [`examples/mini/${set}/${name}`] : [],
  ),
);
const UNREACH = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");

function noSolver(): never {
  throw new Error("a solver was asked for");
}

test.each(WITHOUT)("$id asks for no solver", { timeout: 120_000 }, ({ id }) => {
  expect(PROGRAMS.length).toBeGreaterThan(5);
  for (const file of PROGRAMS) {
    const { program } = loadProgram(file, readFileSync(file, "utf8"), "ILP32");
    const reports: TechniqueReport[] = [];
    const steps = verification(program, UNREACH, {
      configuration: { name: id, description: id, techniques: [{ technique: id, share: 1 }] },
      budget: new Budget(0.3),
      createSatSolver: noSolver,
      seed: 1,
      onTechnique: (report) => reports.push(report),
    });
    expect([file, steps.next().done]).toEqual([file, true]);
    expect(reports.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  }
});

test("who may ask for one waits for it", () => {
  const file = PROGRAMS[0] ?? "";
  const { program } = loadProgram(file, readFileSync(file, "utf8"), "ILP32");
  const steps = verification(program, UNREACH, {
    configuration: {
      name: "bmc",
      description: "bounded model checking",
      techniques: [{ technique: "bounded-model-checking", share: 1 }],
    },
    budget: new Budget(1),
    createSatSolver: noSolver,
    seed: 1,
  });
  expect(steps.next()).toMatchObject({ done: false, value: { needs: "solver" } });
});
