/** `agon verify` as used by a person and by a program. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test, vi } from "vitest";
import { childrenOf } from "../../src/contestant/jobs/process-tree.ts";
import type { VerificationDocument } from "../../src/contestant/jobs/verification-document.ts";
import { hasNativeCadical } from "../../src/contestant/solver/native-cadical.ts";
import { agon, start } from "./cli.ts";

vi.setConfig({ testTimeout: 120_000 });

const FOLDER = mkdtempSync(join(tmpdir(), "agon-verify-"));
const TASK = [
  "--property",
  "examples/mini/properties/unreach-call.prp",
  "--data-model",
  "ILP32",
  "--time-limit",
  "30s",
];
const WRONG = "examples/mini/loops/sum-off-by-one.c";
const RIGHT = "examples/mini/loops/sum-first-n.c";

/** Factoring: no technique finishes it in seconds. */
const HARD = join(FOLDER, "hard.c");
writeFileSync(
  HARD,
  `extern void abort(void); void reach_error(void) { abort(); }
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
  if (a > 1 && b > 1 && a < 4294967296ULL && b < 4294967296ULL && a * b == 11071479081885811481ULL)
    reach_error();
}
`,
);

/** The same in every iteration of a loop: many techniques try it. */
const HARD_LOOP = join(FOLDER, "hard-loop.c");
writeFileSync(
  HARD_LOOP,
  `${readFileSync(HARD, "utf8").replace("int main(void) {", "int main(void) { for (;;) {")}}\n`,
);

const NEEDLESS_INPUTS = `extern void abort(void); void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int u;
  int first = __VERIFIER_nondet_int();
  int n = __VERIFIER_nondet_int();
  int last = __VERIFIER_nondet_int();
  if (n == 1234567 && u == 12)
    reach_error();
  return first + last > 3;
}
`;
const NEEDLESS_INVARIANTS = `extern void abort(void); void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned int k = 0;
  unsigned char unused = 0;
  while (__VERIFIER_nondet_int()) {
    k = k + 2;
    if (unused < 100)
      unused = unused + 1;
    if (k == 7)
      reach_error();
  }
  return unused;
}
`;

const isDocument = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync("schema/verification.schema.json", "utf8")) as object,
);

test("a violation is printed step by step, the verdict last", async () => {
  const { stdout, code } = await agon("verify", WRONG, ...TASK, "--exit-code");
  expect(code).toBe(10);
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^counterexample in .*sum-off-by-one\.c: \d+ steps, 1 input$/);
  expect(lines[1]).toMatch(/^ +7:3 +int n = __VERIFIER_nondet_int\(\); +n = \d+ {2}\(input\)$/);
  expect(lines.at(-2)).toBe(`violated at ${WRONG}:11:31, in main`);
  expect(lines.at(-1)).toBe("FALSE(unreach-call)");
});

test("an execution that never ends is printed as stem and cycle, as text and as a document", async () => {
  const program = join(FOLDER, "never-ends.c");
  writeFileSync(
    program,
    "int main(void) {\n  int i = 0;\n  while (i < 10) {\n    if (i == 5) continue;\n    i++;\n  }\n}\n",
  );
  const task = [program, "--property", "termination", "--data-model", "LP64", "--seed", "1"];
  const told = (await agon("verify", ...task)).stdout;
  expect(told).toContain("then repeated forever:\n");
  const document: unknown = JSON.parse((await agon("verify", ...task, "--json")).stdout);
  expect(isDocument(document), JSON.stringify(isDocument.errors)).toBe(true);
  expect(document).toMatchObject({
    verdict: "false",
    lasso: { cycle: expect.arrayContaining([expect.objectContaining({ line: 3 })]) as unknown },
  });
});

test("an answer that is certain is given although telling its steps takes longer than there is time", async () => {
  const file = join(FOLDER, "many-steps.c");
  writeFileSync(
    file,
    `extern void abort(void); void reach_error(void) { abort(); }
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 6000000; i++) sum += i;
  if (sum != 7) reach_error();
}
`,
  );
  const { stdout } = await agon("verify", file, ...TASK, "--time-limit", "6s");
  expect(stdout.trim().split("\n").at(-1)).toBe("FALSE(unreach-call)");
});

test("--quiet prints the verdict only", async () => {
  expect(await agon("verify", WRONG, ...TASK, "--quiet")).toMatchObject({
    stdout: "FALSE(unreach-call)\n",
    stderr: "",
  });
});

test.each([
  ["false", WRONG],
  ["true", RIGHT],
])("--json: a document of the schema, verdict %s", async (verdict, program) => {
  const witness = join(FOLDER, "witness.yml");
  const { stdout } = await agon("verify", program, ...TASK, "--json", "--witness", witness);
  const document = JSON.parse(stdout) as Record<string, unknown>;
  isDocument(document);
  expect(isDocument.errors).toBeNull();
  expect(document).toMatchObject({
    version: 1,
    verdict,
    witness,
    task: { program },
    configuration: "default",
  });
  expect(document.techniques).not.toHaveLength(0);
  expect(document[verdict === "false" ? "counterexample" : "invariants"]).toBeDefined();
  const named = [witness, program, "--property", "unreach-call", "--data-model", "ILP32"];
  expect((await agon("validate", ...named)).stdout).toMatch(
    verdict === "false" ? /^FALSE/m : /^TRUE$/m,
  );
});

test("a wrong command line", async () => {
  const { stderr, code } = await agon("verify", ...TASK);
  expect(code).toBe(2);
  expect(stderr).toMatch(/PROGRAM is missing/);
});

test("--json: invalid input is a document as well", async () => {
  const broken = join(FOLDER, "broken.c");
  writeFileSync(broken, "int main( {");
  const { stdout, stderr, code } = await agon("verify", broken, ...TASK, "--json");
  expect(code).toBe(4);
  expect(isDocument(JSON.parse(stdout))).toBe(true);
  expect(stderr).toMatch(/broken\.c:1:\d+: error/);
});

test("--explain: features, plan and the answer of each technique", async () => {
  const { stdout } = await agon("verify", RIGHT, ...TASK, "--explain", "--quiet");
  expect(stdout).toMatch(/^features\n {2}2 functions with \d+ operations\n {2}1 loops/);
  expect(stdout).toMatch(/^plan\n {2}random-search +8 % of the time left, at most /m);
  expect(stdout).toMatch(/^techniques\n {2}random-search +\d\.\d\d of \d\.\d\d s {2}unknown: /m);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("TRUE");
});

describe("--explain of termination", () => {
  const explained = async (name: string, body: string): Promise<string> => {
    const program = join(FOLDER, `${name}.c`);
    const inputs = "extern int __VERIFIER_nondet_int(void);\n#define N __VERIFIER_nondet_int\n";
    writeFileSync(program, `${inputs}int main(void) {\n${body}\nreturn 0; }\n`);
    const task = [program, "--property", "termination", "--data-model", "LP64", "--seed", "1"];
    return (await agon("verify", ...task, "--explain")).stdout;
  };

  test("the ranking function of a loop, and which technique found it", async () => {
    const told = await explained("falls", "int x = N(), y = N();\nwhile (x < y) x++;");
    expect(told).toMatch(/^plan\n {2}non-termination .*\n {2}termination /m);
    expect(told).toMatch(/^ {2}termination .* true: every loop has a ranking function$/m);
    expect(told).toMatch(/^why loops end:\n.*falls\.c:5:1 in main: .* with every iteration/m);
    expect(told.trimEnd().split("\n").at(-1)).toBe("TRUE");
  });

  test("a ranking function with weights that no template names", async () => {
    const body =
      "int x = N(), y = N();\nwhile (x + 2 * y > 0) { if (N()) { x -= 3; y++; } else { x++; y--; } }";
    const told = await explained("weights", body);
    expect(told).toMatch(
      /^why loops end:\n.*weights\.c:5:1 in main: x \+ 2 \* y decreases with every iteration, and is at least -?\d+ when one begins$/m,
    );
  });

  test("stem and cycle of an execution that never ends", async () => {
    const told = await explained(
      "rests",
      "int x = N();\nwhile (x > 0) { if (x == 7) x = 8; x--; }",
    );
    expect(told).toMatch(/^ {2}non-termination .* false: /m);
    expect(told).toMatch(/^an execution that never ends:\n.*rests\.c:4:\d+: the function returns/m);
    expect(told).toContain("then repeated forever:\n");
  });
});

describe("--check-proofs", () => {
  test.skipIf(!hasNativeCadical()).each(["bmc", "symbolic-execution"])(
    "--config %s: every answer of the SAT solver has a proof (skipped without CaDiCaL)",
    async (config) => {
      const words = ["verify", RIGHT, ...TASK, "--config", config, "--check-proofs"];
      const { stdout } = await agon(...words, "--json");
      const document = JSON.parse(stdout) as VerificationDocument;
      isDocument(document);
      expect(isDocument.errors).toBeNull();
      expect(document.verdict).toBe("true");
      expect(document.techniques.at(-1)?.checkedProofs).toBeGreaterThan(0);
    },
  );

  test("without an installed CaDiCaL, nothing is believed and the reason is given", async () => {
    const words = ["verify", RIGHT, ...TASK, "--config", "induction", "--check-proofs"];
    const { stdout, code } = await start(words, { PATH: "/nowhere" }).finished;
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(
      /^UNKNOWN \(induction: .*the embedded CaDiCaL writes no proofs, and no other one is installed/,
    );
    expect(code).toBe(0);
  });
});

describe("two threads", () => {
  test.each([
    ["FALSE(unreach-call)", WRONG],
    ["TRUE", RIGHT],
  ])("%s, and no process is left", async (answer, program) => {
    const run = start(["verify", program, ...TASK, "--cores", "2", "--quiet"]);
    const seen = new Set<number>();
    const watch = setInterval(() => {
      for (const pid of childrenOf(run.child.pid as number)) seen.add(pid);
    }, 5);
    expect((await run.finished).stdout).toBe(`${answer}\n`);
    clearInterval(watch);
    await vi.waitFor(() => expect([...seen].filter(isAlive)).toEqual([]), { timeout: 20_000 });
  });

  test("the limit on CPU time is for both together", async () => {
    const { stdout } = await agon(
      ...["verify", HARD_LOOP, ...TASK.slice(0, 4), "--time-limit", "6s", "--cores", "2", "--json"],
    );
    const document = JSON.parse(stdout) as { verdict: string; cpuSeconds: number };
    expect(document.verdict).toBe("unknown");
    expect(document.cpuSeconds).toBeGreaterThan(4);
    expect(document.cpuSeconds).toBeLessThan(6);
  });

  test("faults of the input are reported as with one", async () => {
    const broken = join(FOLDER, "broken2.c");
    writeFileSync(broken, "int main( {");
    const { stdout, stderr, code } = await agon("verify", broken, ...TASK, "--cores", "2");
    expect({ stdout, code }).toEqual({
      stdout: expect.stringMatching(/^UNKNOWN \(the input is invalid: .+\)\n$/),
      code: 4,
    });
    expect(stderr).toMatch(/broken2\.c:1:\d+: error/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}

describe.each(["1.0", "2.0", "2.1"])("witness format %s", (format) => {
  test.each([
    ["a violation", "FALSE(unreach-call)", NEEDLESS_INPUTS],
    ["a proof", "TRUE", NEEDLESS_INVARIANTS],
  ])("%s lints clean and is confirmed", async (kind, answer, text) => {
    const program = join(FOLDER, `${kind.replace(" ", "-")}.c`);
    const witness = join(FOLDER, `${kind.replace(" ", "-")}-${format}`);
    // Format 1.0 cannot express the value of an uninitialised variable.
    const plain = text.replace(" && u == 12", "").replace(/ {4}if \(unused.*\n.*\n/, "");
    writeFileSync(program, format === "1.0" ? plain : text);
    const task = [program, ...TASK];
    const config = kind === "a proof" ? "induction" : "bmc";
    // With `--quiet` a violation is not shortened.
    const options = ["--witness", witness, "--witness-format", format, "--config", config];
    const { stdout } = await agon("verify", ...task, ...options);
    expect(stdout.split("\n")).toContain(answer);
    const lint = await agon("lint", witness, "--program", program, ...TASK.slice(0, 4), "--strict");
    expect(lint).toMatchObject({ code: 0, stderr: "" });
    const validation = await agon("validate", witness, ...task);
    expect(validation.stdout.trimEnd().split("\n").at(-1)).toBe(answer);
    const written = readFileSync(witness, "utf8");
    if (kind === "a violation") {
      // One of three inputs decides, and the uninitialised variable.
      expect(written.match(/result == /g)).toHaveLength(1);
      if (format !== "1.0") expect(written).toMatch(/u == 12/);
    } else {
      // That `k` is even needs no other fact; `unused` and its bounds are not needed.
      expect(written).toMatch(/\(k &(amp;|#38;)? 1\) == 0/);
      expect(written).not.toMatch(/unused|<=|&#60;=/);
    }
  });
});

const hasCompiler =
  spawnSync("gcc", ["-m32", "-xc", "-", "-o", "/dev/null"], {
    input: "int main(void) { return 0; }",
  }).status === 0;

describe("--check", () => {
  test("what sanitizers do not see is confirmed by the validator", async () => {
    const program = join(FOLDER, "left.c");
    writeFileSync(
      program,
      "#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); return 0; }\n",
    );
    const words = ["verify", program, "--property", "valid-memcleanup", "--check"];
    const { stdout, stderr } = await agon(...words);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("FALSE(valid-memcleanup)");
    expect(stderr).toContain("confirmed by the validator");
  });

  test("a proof is confirmed by the validator", async () => {
    const { stdout, stderr } = await agon("verify", RIGHT, ...TASK, "--check");
    expect(stderr).toContain("agon: confirmed by the validator");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("TRUE");
  });

  test.skipIf(!hasCompiler)(
    "a violation is confirmed by a compiled test (needs gcc -m32)",
    async () => {
      const { stdout, stderr } = await agon("verify", WRONG, ...TASK, "--check");
      expect(stderr).toContain("agon: confirmed by a compiled test");
      expect(stdout.trimEnd().split("\n").at(-1)).toBe("FALSE(unreach-call)");
    },
  );

  test("without a compiler, the validator takes its place", async () => {
    const run = start(["verify", WRONG, ...TASK, "--check"], { CC: "/nowhere/cc" });
    expect((await run.finished).stderr).toContain("agon: confirmed by the validator");
  });

  test("what the test does not show is UNKNOWN, with a reason and no witness", async () => {
    // A compiler whose programs do nothing simulates a wrong verifier.
    const compiler = join(FOLDER, "compiler.sh");
    writeFileSync(compiler, "#!/bin/sh\nprintf '#!/bin/sh\\nexit 0\\n' >test && chmod +x test\n");
    chmodSync(compiler, 0o755);
    const witness = join(FOLDER, "unchecked.yml");
    const words = ["verify", WRONG, ...TASK, "--check", "--witness", witness];
    const { stdout, stderr, code } = await start(words, { CC: compiler }).finished;
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "UNKNOWN (FALSE(unreach-call) was found, but the compiled test does not violate the property (other runs: exit code 0 (1)))",
    );
    expect(stderr).toMatch(/agon: the check failed: .*\n.*please report it/);
    expect(code).toBe(0);
    expect(existsSync(witness)).toBe(false);
  });
});

test("--html: one page with no scripts but its own, and everything escaped", async () => {
  const program = join(FOLDER, "html.c");
  const page = join(FOLDER, "page.html");
  const source = `extern void abort(void); void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
int main(void) { const char *s = "<script>alert(1)</script>"; if (__VERIFIER_nondet_int() < 3 && s) reach_error(); }
`;
  writeFileSync(program, source);
  await agon("verify", program, ...TASK, "--quiet", "--html", page);
  const html = readFileSync(page, "utf8");
  expect(html).toContain("FALSE(unreach-call) in html.c");
  expect(html).toContain("default-src &#39;none&#39;");
  expect(html).not.toMatch(/onerror=|https?:\/\//i);
  expect(html.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/json" id="steps">',
    "<script>",
  ]);
  expect(html).toMatch(/script-src &#39;sha256-[^;]+&#39;; base-uri/);
  expect(html).toContain("the property is violated here");
});

test("the library: by the package's name, from another program", () => {
  const script = `
    import { verify } from "agon";
    const property = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
    const options = { dataModel: "ILP32", timeLimitSeconds: 30 };
    const result = await verify({ file: ${JSON.stringify(WRONG)} }, property, options);
    const text = "int main(void) { return 0; }";
    const other = await verify({ file: "memory.c", text }, property, options);
    const fault = await verify({ file: "broken.c", text: "int main( {" }, property, options).catch((error) => error.name);
    console.log(JSON.stringify([result.verdict, result.counterexample.inputs.length, result.witnessText("2.0").slice(0, 33), other.verdict, fault]));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([
    "false",
    1,
    '- entry_type: "violation_sequence',
    "true",
    "InputError",
  ]);
});
