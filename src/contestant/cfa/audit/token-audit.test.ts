import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { InputError } from "../../../ground/util/errors.ts";
import { ILP32, LP64, type MachineModel, parseC } from "../../cfront/index.ts";
import { buildCfa } from "../lowering/program-builder.ts";
import type { CfaEdge } from "../model/cfa.ts";
import { EvaluationRecord } from "../model/evaluation-record.ts";
import { auditTokens, type TokenAudit } from "./token-audit.ts";

function audit(
  name: string,
  text: string,
  machine: MachineModel = LP64,
  change: (edges: CfaEdge[]) => void = () => undefined,
): TokenAudit {
  const unit = parseC(name, text, machine);
  const record = new EvaluationRecord();
  const program = buildCfa(unit, machine, { record });
  for (const node of program.main.nodes) change(node.leaving);
  return auditTokens(unit, machine, program, record);
}

function faultsOf(result: TokenAudit): string[] {
  return result.faults.map(({ token, fault }) => `${token.text}: ${fault}`);
}

const HEAD = "int f(int n) { return n; }\nint main(void) { int x = f(1), y = 0, a[3];\n";

describe("tokens", () => {
  it.each<[code: string, what: string]>([
    ["y = x + 1;", "evaluated"],
    ["y = sizeof(x + 1);", "operand of sizeof"],
    ["y = _Generic(x, int: 1, char: f(2));", "operand of _Generic that is not chosen"],
    ["return 0; y = x + 1;", "dead"],
    ["if (0 && x / y) y = 1;", "dead"],
    ["y;", "unused"],
    ["y = 3;", "constant"],
    ["y = __builtin_expect(x, 1);", "constant argument of a built-in"],
    ["switch (x) { case 3 + 4: y = 1; }", "case"],
    ["int b[1] = {1, f(2)};", "excess initialiser"],
    ["int z __attribute__((unused)) = x;", "attribute"],
    ["goto end; end: y = 1;", "label"],
    ["y = ((struct { int n; }){x}).n;", "evaluated"],
  ])("%s: %s", (code, what) => {
    const result = audit("p.c", `${HEAD}${code}\nreturn y + a[0]; }`);
    expect(faultsOf(result)).toEqual([]);
    expect([...result.counts.keys()]).toContain(what);
  });

  it.each<[code: string, kind: CfaEdge["kind"], faults: string[]]>([
    ["y = x + 7;", "assign", ["+: dropped", "7: dropped"]],
    ["f(7);", "call", ["(: dropped"]],
    ["if (x / 7) y = 1;", "assume", ["/: dropped"]],
  ])("%s without its edge of kind %s is reported", (code, kind, faults) => {
    const found = faultsOf(
      audit("p.c", `${HEAD}${code}\nreturn y + a[0]; }`, LP64, (edges) => {
        const isIt = (edge: CfaEdge): boolean => edge.kind === kind && isAt(edge, code);
        for (const edge of edges.filter(isIt)) edges.splice(edges.indexOf(edge), 1);
      }),
    );
    expect(
      found.some((fault) => faults.includes(fault)),
      found.join(", "),
    ).toBe(true);
  });
});

/** Whether an edge belongs to the code after HEAD. */
function isAt({ range }: CfaEdge, code: string): boolean {
  return range.start >= HEAD.length && range.start < HEAD.length + code.length;
}

function programsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".c")).map((file) => join(folder, file));
}

const OWN = ["test/regression", "test/soundness"].flatMap(programsIn);

describe("programs of the tests", () => {
  it.each([ILP32, LP64])("evaluate everything, $name", { timeout: 300_000 }, (machine) => {
    let refused = 0;
    for (const file of OWN) {
      try {
        expect(faultsOf(audit(file, readFileSync(file, "utf8"), machine)), file).toEqual([]);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeLessThan(OWN.length / 10);
  });
});

const CORPUS = "../shared/corpus/c";
/** One in so many programs of the corpus; bench/cfront/evaluation.mjs uses all. */
const STEP = 10;

// The corpus is not part of the repository.
describe.skipIf(!existsSync(CORPUS))(`a tenth of the programs of ${CORPUS}`, () => {
  it("evaluates everything", { timeout: 600_000 }, () => {
    const all = readdirSync(CORPUS, { recursive: true, encoding: "utf8" });
    const tasks = all.filter((file) => file.endsWith(".yml")).sort();
    for (const [index, task] of tasks.entries()) {
      if (index % STEP !== 0) continue;
      const text = readFileSync(join(CORPUS, task), "utf8");
      const input = /input_files:\s*['"]?([^'"\s]+)/.exec(text)?.[1] ?? "";
      const file = join(dirname(join(CORPUS, task)), input);
      const machine = /data_model:\s*LP64/.test(text) ? LP64 : ILP32;
      expect(faultsOf(audit(file, readFileSync(file, "utf8"), machine)), file).toEqual([]);
    }
  });
});
