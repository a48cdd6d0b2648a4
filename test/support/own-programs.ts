/** The programs of this project whose verdict is known: the mini competition's and the regression tests'. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Seed } from "./witness-mutation.ts";

const ROOT = join(import.meta.dirname, "../..");
const REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const OVERFLOW = "CHECK( init(main()), LTL(G ! overflow) )";

export function* ownPrograms(): Generator<Seed> {
  for (const folder of ["arrays", "arithmetic", "bit-vectors", "loops", "recursion"]) {
    for (const path of programsIn(join(ROOT, "examples/mini", folder))) {
      const programText = readFileSync(path, "utf8");
      const specification = folder === "arithmetic" ? OVERFLOW : REACH;
      yield { name: basename(path), programText, specification, dataModel: "ILP32" };
    }
  }
  const topics = readdirSync(join(ROOT, "test/regression"), { withFileTypes: true });
  for (const topic of topics.filter((entry) => entry.isDirectory())) {
    for (const path of programsIn(join(ROOT, "test/regression", topic.name))) {
      const programText = readFileSync(path, "utf8");
      const [first = ""] = programText.split("\n");
      if (!/^\/\/ (TRUE|FALSE)\b(?!.*\[)/.test(first)) continue;
      const dataModel = first.includes("ILP32") ? "ILP32" : "LP64";
      yield { name: basename(path), programText, specification: REACH, dataModel };
    }
  }
}

function programsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".c"));
  return names.sort().map((name) => join(folder, name));
}
