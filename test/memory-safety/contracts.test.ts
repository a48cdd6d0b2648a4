/**
 * The demands of contracts are checked: a call of each function with a pointer to nothing, where the contract names an
 * access, is not safe; a call with valid pointers is no fault.
 */
import { beforeAll, expect, test } from "vitest";
import type { Access, Contract } from "../../src/contestant/library-contracts/contract.ts";
import { CONTRACTS } from "../../src/contestant/library-contracts/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { callText, isCallable, PREAMBLE_OF_CALLS } from "../support/library-calls.ts";

const SAFETY = parseProperty("CHECK( init(main()), LTL(G valid-deref) )", "valid-deref.prp");
const SECONDS = 0.5;

const cases = CONTRACTS.filter(isCallable).flatMap((contract) =>
  contract.accesses.flatMap((access): { name: string; of: string; contract: Contract }[] =>
    "of" in access && isDemanded(access) ? [{ name: contract.name, of: access.of, contract }] : [],
  ),
);

/** Streams that are no objects of the program are the business of other tests. */
function isDemanded(access: Access): boolean {
  return access.kind !== "stream";
}

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

async function verdictOf(
  contract: Contract,
  pointers: Readonly<Record<string, string>>,
): Promise<string> {
  const text = `${PREAMBLE_OF_CALLS(contract)}
int main(void) { char *gone = malloc(1); free(gone); ${callText(contract, pointers)}; return 0; }`;
  const loaded = loadProgram("program.c", text, "LP64");
  return (await verdicts.verify(loaded, "default", SECONDS, SAFETY)).verdict;
}

let found = 0;
test.each(cases)("$name with '$of' that leads to nothing", async ({ contract, of }) => {
  const verdict = await verdictOf(contract, { [of]: "(void *)gone" });
  expect(verdict).not.toBe("true");
  if (verdict === "false") found++;
});

test("most of these faults are found", () => {
  expect(cases.length).toBeGreaterThan(150);
  expect(found / cases.length).toBeGreaterThan(0.9);
});

test.each(CONTRACTS.filter(isCallable).filter(({ accesses }) => accesses.length > 0))(
  "$name with pointers to what it needs",
  async (contract) => {
    expect(await verdictOf(contract, {})).not.toBe("false");
  },
);
