import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pigeons } from "../../../test/support/pigeons.ts";
import { textSteps } from "../../../test/support/proof-text.ts";
import { acceptsProof } from "../../../test/support/reference-drat.ts";
import { ReferenceSat } from "../../../test/support/reference-sat.ts";
import { randomFractions } from "../../ground/util/pseudo-random.ts";
import { hasNativeCadical } from "./native-cadical.ts";
import { checkProof } from "./proof-checker.ts";
import { binarySteps, type ProofStep } from "./proof-steps.ts";

const SEED = 20261123;

/** All clauses over three variables. */
const CUBE = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  [1, 2, 3].map((variable) => ((bits >> (variable - 1)) & 1 ? -variable : variable)),
);

function verdictOf(clauses: Iterable<readonly number[]>, proof: string): string {
  const verdict = checkProof(clauses, textSteps(proof));
  return verdict.kind === "rejected" ? `rejected: ${verdict.reason}` : verdict.kind;
}

describe("proofs written by hand", () => {
  test.each<[string, readonly (readonly number[])[], string, string]>([
    ["lemmas that follow", CUBE, "2 3 0\n3 0\n2 0\n0\n", "accepted"],
    ["a conflict of the clauses themselves", [[1], [-1]], "", "accepted"],
    ["an empty clause", [[]], "", "accepted"],
    ["a comment", CUBE, "c words\n2 3 0\n3 0\n2 0\n", "accepted"],
    [
      "a lemma that does not follow",
      [
        [-3, 1],
        [2, 3],
      ],
      "3 0\n",
      "rejected: step 1, clause 3 0, does not follow",
    ],
    ["no conflict", CUBE, "2 3 0\n", "rejected: there is no conflict at its end"],
    ["no proof at all", CUBE, "", "rejected: there is no conflict at its end"],
    ["a conflict from nothing", CUBE, "0\n", "rejected: step 1, clause  0, does not follow"],
    [
      "a deleted clause that is needed",
      CUBE,
      "d 3 2 1 0\n2 3 0\n",
      "rejected: step 2, clause 2 3 0, does not follow",
    ],
    [
      "a deleted clause that is there twice",
      [...CUBE, [1, 2, 3]],
      "d 1 2 3 0\n2 3 0\n3 0\n2 0\n",
      "accepted",
    ],
    ["a deleted clause that is unknown", CUBE, "d 1 2 0\n2 3 0\n3 0\n2 0\n", "accepted"],
    [
      "a clause that made a literal certain is not deleted",
      [[1], [-1, 2], [-2, 3], [-2, -3, 4], [-4]],
      "d 1 0\nd -1 2 0\n0\n",
      "accepted",
    ],
    [
      "literals twice, and tautologies",
      [
        [1, 1],
        [2, -2],
        [-1, -1, -1],
      ],
      "",
      "accepted",
    ],
    ["a step that is cut off", CUBE, "2 3 0\n3", "rejected: the proof ends within a step"],
    ["words", CUBE, "two 3 0\n", "rejected: this is no step: two 3 0"],
    ["a step without its end", CUBE, "2 3\n", "rejected: this is no step: 2 3"],
  ])("%s", (_, clauses, proof, verdict) => {
    expect(verdictOf(clauses, proof)).toBe(verdict);
  });

  test("a definition of a new variable is a resolution asymmetric tautology", () => {
    // Only its own clauses contain the variable.
    const definition = "4 -1 -2 0\n-4 1 0\n-4 2 0\n";
    const rest = "2 3 0\n3 0\n2 0\n0\n";
    expect(verdictOf(CUBE, definition + rest)).toBe("accepted");
    expect(verdictOf(CUBE, definition.replace("-4 2 0", "4 0") + rest)).toMatch(
      /^rejected: step 3/,
    );
  });

  test("the pivot is the first literal", () => {
    // No clause resolves with 1; with 2, the resolvent 1 3 is not implied.
    const clauses = [[-2, 3]];
    expect(verdictOf(clauses, "1 2 0\n")).toBe("rejected: there is no conflict at its end");
    expect(verdictOf(clauses, "2 1 0\n")).toBe("rejected: step 1, clause 2 1 0, does not follow");
  });

  test("no proof of satisfiable clauses is accepted", () => {
    let proofs = 0;
    const literal = fc.integer({ min: -5, max: 5 }).filter((value) => value !== 0);
    const clause = fc.array(literal, { maxLength: 3 });
    const step = fc.record({
      kind: fc.constantFrom<ProofStep["kind"]>("add", "add", "add", "delete"),
      literals: clause,
    });
    fc.assert(
      fc.property(
        fc.array(clause, { maxLength: 12 }),
        fc.array(step, { maxLength: 12 }),
        (clauses, steps) => {
          const verdict = checkProof(clauses, steps).kind === "accepted";
          expect(verdict).toBe(acceptsProof(clauses, steps));
          if (!hasModel(clauses)) return;
          proofs++;
          expect(verdict).toBe(false);
        },
      ),
      { seed: SEED, numRuns: 3000 },
    );
    expect(proofs).toBeGreaterThan(300);
  });

  test("the time is looked at", () => {
    const steps = function* (): Generator<ProofStep> {
      for (;;) yield { kind: "add", literals: [1, 2, 3] };
    };
    expect(checkProof([[1, 2, 3]], steps(), () => true)).toEqual({
      kind: "unknown",
      reason: "while its proof was checked: time limit",
    });
  });
});

describe("the binary format", () => {
  const bytes = (...values: (number | string)[]): Uint8Array =>
    Uint8Array.from(values, (value) => (typeof value === "string" ? value.charCodeAt(0) : value));

  test("literals in groups of seven bits", () => {
    const read = [...binarySteps(bytes("a", 2, 5, 0, "d", 0x80, 0x01, 0x7f, 0, "a", 0))];
    expect(read).toEqual([
      { kind: "add", literals: [1, -2] },
      { kind: "delete", literals: [64, -63] },
      { kind: "add", literals: [] },
    ]);
  });

  test.each<[string, Uint8Array]>([
    ["no step begins at byte 0", bytes("x", 2, 0)],
    ["the proof ends within a step", bytes("a", 2)],
    ["the proof ends within a step", bytes("a", 0x80)],
    ["0 is no literal", bytes("a", 1, 0)],
    ["too large", bytes("a", 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0)],
  ])("%s", (reason, proof) => {
    expect(checkProof(CUBE, binarySteps(proof))).toMatchObject({
      kind: "rejected",
      reason: expect.stringContaining(reason),
    });
  });
});

describe.skipIf(!hasNativeCadical())(
  "proofs of CaDiCaL (skipped when none is installed)",
  { timeout: 120_000 },
  () => {
    test.each<[string, number[][]]>([
      ["pigeons in 5 holes", pigeonClauses(5)],
      ["pigeons in 6 holes", pigeonClauses(6)],
      ["random clauses with 100 variables", randomClauses(100, 600)],
      ["random clauses with 150 variables", randomClauses(150, 800)],
    ])("%s, in both formats", (_, clauses) => {
      const text = prove(clauses, ["--no-binary"]).toString();
      expect(verdictOf(clauses, text)).toBe("accepted");
      const bytes = prove(clauses, []);
      expect(checkProof(clauses, binarySteps(bytes)).kind).toBe("accepted");
      // Without lemmas, and without their second half, there is no proof.
      expect(verdictOf(clauses, "")).toMatch(/^rejected/);
      const lines = text.split("\n");
      const half = `${lines.slice(0, lines.length / 2).join("\n")}\n`;
      expect(verdictOf(clauses, half)).toMatch(/^rejected/);
      expect(checkProof(clauses, binarySteps(bytes.subarray(0, bytes.length / 2))).kind).toBe(
        "rejected",
      );
      // The lemmas of a part of the clauses prove it, those of all do not.
      expect(verdictOf(clauses.slice(clauses.length / 2), text)).toMatch(/^rejected/);
    });

    test("with preprocessing that leaves reverse unit propagation", () => {
      const clauses = randomClauses(60, 330);
      const options = ["--no-binary", "--block=true", "--cover=true", "--condition=true"];
      expect(verdictOf(clauses, prove(clauses, options).toString())).toBe("accepted");
    });

    test("a changed line is accepted only where the reference accepts it", () => {
      const random = randomFractions(SEED);
      const verdicts = { accepted: 0, rejected: 0 };
      for (let round = 0; round < 40; round++) {
        const clauses = randomClauses(18, 85, SEED + round);
        if (hasModel(clauses)) continue;
        const proof = prove(clauses, ["--no-binary"]).toString().trimEnd().split("\n");
        expect(verdictOf(clauses, `${proof.join("\n")}\n`)).toBe("accepted");
        for (let mutant = 0; mutant < 15; mutant++) {
          let lines: readonly string[] = proof;
          for (let changes = 0; changes <= mutant / 3; changes++) lines = mutated(lines, random);
          const text = `${lines.join("\n")}\n`;
          const isAccepted = acceptsProof(clauses, textSteps(text));
          const what = `seed ${SEED}, round ${round}, mutant ${mutant}:\n${text}`;
          expect(verdictOf(clauses, text) === "accepted", what).toBe(isAccepted);
          verdicts[isAccepted ? "accepted" : "rejected"]++;
        }
      }
      expect(verdicts.rejected).toBeGreaterThan(100);
      expect(verdicts.accepted).toBeGreaterThan(50);
    });
  },
);

function hasModel(clauses: readonly (readonly number[])[]): boolean {
  const sat = new ReferenceSat();
  const most = Math.max(0, ...clauses.flat().map(Math.abs));
  for (let variable = 1; variable <= most; variable++) sat.newVariable();
  for (const clause of clauses) sat.addClause(clause);
  return sat.solve([]) === "sat";
}

function pigeonClauses(holes: number): number[][] {
  const list = new ReferenceSat();
  pigeons(list, holes);
  return list.clauses;
}

/** So many clauses that there is hardly ever a model. */
function randomClauses(variables: number, count: number, seed = SEED): number[][] {
  const random = randomFractions(seed);
  const literal = (): number => (1 + Math.floor(random() * variables)) * (random() < 0.5 ? -1 : 1);
  return Array.from({ length: count }, () => [literal(), literal(), literal()]);
}

/** A proof with one line that is dropped, repeated elsewhere, changed, or turned into a deletion. */
function mutated(proof: readonly string[], random: () => number): string[] {
  const index = Math.floor(random() * proof.length);
  const line = proof[index] as string;
  const words = line.split(" ");
  const place = line.startsWith("d") ? 1 : 0;
  const changed = [...words];
  switch (Math.floor(random() * 5)) {
    case 0:
      return proof.toSpliced(index, 1);
    case 1:
      return proof.toSpliced(Math.floor(random() * proof.length), 0, line);
    case 2:
      if (words.length <= place + 1) return proof.toSpliced(index, 1);
      changed[place] = String(-Number(words[place]));
      return proof.with(index, changed.join(" "));
    case 3:
      if (words.length <= place + 1) return proof.toSpliced(index, 1);
      return proof.with(index, words.toSpliced(place, 1).join(" "));
    default:
      return proof.toSpliced(index, 1, `d ${line.replace(/^d /, "")}`);
  }
}

/** The proof that CaDiCaL writes for clauses without a model. */
function prove(clauses: readonly (readonly number[])[], options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "agon-proof-"));
  try {
    const file = join(folder, "proof");
    const variables = Math.max(...clauses.flat().map(Math.abs));
    const lines = clauses.map((clause) => `${clause.join(" ")} 0\n`);
    const input = `p cnf ${variables} ${clauses.length}\n${lines.join("")}`;
    expect(spawnSync("cadical", ["-q", ...options, "-", file], { input }).status).toBe(20);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
