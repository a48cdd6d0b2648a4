/** The built library, called repeatedly in one process. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { verify as Verify } from "../../src/contestant/jobs/index.ts";
import type * as Library from "../../src/faces/library/index.ts";

vi.setConfig({ testTimeout: 120_000 });

const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
const PROGRAM = `extern void abort(void); void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { int x = __VERIFIER_nondet_uchar(); if (x > 255) reach_error(); }`;

let verify: typeof Verify;
beforeAll(async () => {
  // The types are those of the sources: the build does not exist when they are checked.
  const built: string = new URL("../../dist/contestant/jobs/index.js", import.meta.url).href;
  ({ verify } = (await import(built)) as { verify: typeof Verify });
});

test("every call has its time for itself", async () => {
  const before = process.cpuUsage();
  const timeLimitSeconds = 4;
  const usedSeconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  // Repeats until all calls together took longer than the limit of one.
  do {
    const answer = await verify({ file: "p.c", text: PROGRAM }, UNREACH, {
      dataModel: "ILP32",
      timeLimitSeconds,
    });
    expect(answer).toMatchObject({ verdict: "true" });
    expect(answer.cpuSeconds).toBeLessThan(timeLimitSeconds);
  } while (usedSeconds() <= 1.5 * timeLimitSeconds);
});

test.each([1, 2])("a limit of time is an answer, with %i cores", async (cores) => {
  const answer = await verify({ file: "p.c", text: PROGRAM }, UNREACH, {
    dataModel: "ILP32",
    timeLimitSeconds: 0.001,
    cores,
  });
  expect(answer).toMatchObject({
    verdict: "unknown",
    reason: expect.stringContaining("time limit"),
  });
});

test("a limit of memory is an answer", async () => {
  const answer = await verify({ file: "p.c", text: PROGRAM }, UNREACH, {
    dataModel: "ILP32",
    memoryBytes: 20e6,
  });
  expect(answer).toMatchObject({ verdict: "unknown", reason: "out of memory" });
});

describe("what the package exports", () => {
  let library: typeof Library;
  beforeAll(async () => {
    const built: string = new URL("../../dist/faces/library/index.js", import.meta.url).href;
    library = (await import(built)) as typeof Library;
  });

  test("check: a program of two files", async () => {
    const files = [
      { file: "main.c", text: "int half(int);\nint main(void) { return half(0); }\n" },
      { file: "half.c", text: "int half(int n) { return TEN / n; }\n" },
    ];
    const macros = [{ kind: "define", text: "TEN=10" }] as const;
    const answer = await library.check(files, { macros });
    expect(answer.verdict).toBe("false");
    expect(answer.findings.map(({ check, headline }) => [check, headline])).toEqual([
      ["division", "`TEN / n` divides by zero (n = 0)"],
    ]);
    expect(answer.findings[0]?.place).toMatchObject({ file: "half.c", line: 1 });
  });

  test("a signal ends a call", async () => {
    const endless = {
      file: "p.c",
      text: "int main(void) { unsigned n, i = 1; while (i % 3 || n) i += 3 * n; }",
    };
    const controller = new AbortController();
    const reason = new Error("enough");
    const onProgress = () => controller.abort(reason);
    const call = library.check([endless], { signal: controller.signal, onProgress });
    await expect(call).rejects.toBe(reason);
    await expect(library.check([endless], { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  test("faults of input are of an exported type", async () => {
    await expect(library.check([{ file: "p.c", text: "int main( {" }])).rejects.toThrow(
      library.InputError,
    );
    await expect(library.readResults("no such folder")).rejects.toThrow(library.PlatformError);
  });

  test("verify, lint and validate hand each other a witness", async () => {
    const folder = mkdtempSync(join(tmpdir(), "agon-library-"));
    const program = join(folder, "p.c");
    const witness = join(folder, "witness.yml");
    writeFileSync(program, PROGRAM.replace("x > 255", "x == 255"));
    const options = { dataModel: "ILP32" } as const;
    const found = await library.verify({ file: program }, UNREACH, options);
    if (found.verdict === "unknown") throw new Error(found.reason);
    writeFileSync(witness, found.witnessText("2.0"));
    expect(await library.lint(witness, { program, property: UNREACH })).toMatchObject({
      isValid: true,
    });
    const validation = await library.validate(witness, { file: program }, UNREACH, options);
    expect([found.verdict, validation.verdict]).toEqual(["false", "false"]);
    rmSync(folder, { recursive: true });
  });
});
