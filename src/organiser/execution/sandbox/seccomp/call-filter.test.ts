import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OPERATION } from "./bpf.ts";
import { callFilter } from "./call-filter.ts";
import { AUDIT_ARCHITECTURE, type CallArchitecture, callNumbers } from "./call-numbers.ts";

interface Call {
  readonly architecture: number;
  readonly number: number;
  readonly words?: readonly number[];
}

/** A simulation of the kernel, from linux/filter.h: the action that a call gets. */
function evaluate(program: Uint8Array, { architecture, number, words = [] }: Call): string {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number >>> 0, true);
  data.setUint32(4, architecture, true);
  for (const [index, word] of words.entries()) {
    data.setBigUint64(16 + 8 * index, BigInt(word), true);
  }
  const view = new DataView(program.buffer);
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at++) {
    const code = view.getUint16(8 * at, true);
    const operand = view.getUint32(8 * at + 4, true);
    const jump = (holds: boolean): void => {
      at += view.getUint8(8 * at + (holds ? 2 : 3));
    };
    if (code === OPERATION.load) accumulator = data.getUint32(operand, true);
    else if (code === OPERATION.equals) jump(accumulator === operand);
    else if (code === OPERATION.atLeast) jump(accumulator >= operand);
    else if (code === OPERATION.hasAnyBit) jump((accumulator & operand) !== 0);
    else if (code === OPERATION.return) return actionName(operand);
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("the program has no end");
}

function actionName(action: number): string {
  if (action === 0x7fff0000) return "allow";
  if (action === 0x80000000) return "kill";
  return `errno ${action & 0xffff}`;
}

const MACHINE_OF = { "x86-64": "x64", i386: "x64", arm64: "arm64" } as const;
const ARCHITECTURES = Object.keys(MACHINE_OF) as CallArchitecture[];

describe.each(ARCHITECTURES)("%s", (architecture) => {
  const filter = callFilter(MACHINE_OF[architecture]) as Uint8Array;
  const numbers = callNumbers(architecture);
  const audit = AUDIT_ARCHITECTURE[architecture];
  const decide = (name: string, ...words: number[]): string =>
    evaluate(filter, { architecture: audit, number: numbers.get(name) as number, words });

  test.each([
    ["keyctl", [], "errno 38"],
    ["add_key", [], "errno 38"],
    ["request_key", [], "errno 38"],
    ["userfaultfd", [], "errno 38"],
    ["clone3", [], "errno 38"],
    ["io_uring_setup", [], "errno 38"],
    ["bpf", [], "errno 1"],
    ["mount", [], "errno 1"],
    ["reboot", [], "errno 1"],
    ["clone", [17], "allow"], // fork: only the exit signal
    ["clone", [0x3d0f00], "allow"], // a thread
    ["clone", [0x10000000 | 17], "errno 1"], // CLONE_NEWUSER
    ["clone", [0x20000], "errno 1"], // CLONE_NEWNS
    ["clone", [0x80], "allow"], // an exit signal
    ["unshare", [0x400], "allow"], // CLONE_FILES
    ["unshare", [0x10000000], "errno 1"],
    ["unshare", [0x80], "errno 1"], // CLONE_NEWTIME
    ["socket", [1], "allow"],
    ["socket", [2], "allow"],
    ["socket", [10], "allow"],
    ["socket", [16], "allow"],
    ["socket", [40], "errno 97"], // AF_VSOCK
    ["socket", [38], "errno 97"], // AF_ALG
    ["memfd_create", [0, 1], "allow"], // MFD_CLOEXEC
    ["memfd_create", [0, 4 | 1], "errno 1"], // MFD_HUGETLB
    ["shmget", [0, 4096, 0o1666], "allow"],
    ["shmget", [0, 4096, 0o5666], "errno 1"], // SHM_HUGETLB
    ["ioctl", [0, 0x5401], "allow"], // TCGETS
    ["ioctl", [0, 0x5412], "errno 1"], // TIOCSTI
    ["ioctl", [0, 2 ** 32 + 0x5412], "errno 1"], // The kernel reads the lower half only.
  ])("%s %j: %s", (name, words, expected) => {
    expect(decide(name, ...words)).toBe(expected);
  });

  test("no huge pages", () => {
    const call = architecture === "i386" ? "mmap2" : "mmap";
    expect(decide(call, 0, 4096, 3, 0x22)).toBe("allow"); // MAP_PRIVATE | MAP_ANONYMOUS
    expect(decide(call, 0, 4096, 3, 0x40022)).toBe("errno 1"); // MAP_HUGETLB
    if (architecture !== "i386") return;
    expect(decide("old_mmap", 0)).toBe("errno 38");
    expect(decide("ipc", 23, 0, 4096, 0o1666)).toBe("allow"); // SHMGET
    expect(decide("ipc", 23, 0, 4096, 0o5666)).toBe("errno 1");
    expect(decide("ipc", 2, 0, 4096, 0o5666)).toBe("allow"); // SEMGET
  });

  test("every other call is allowed", () => {
    const conditional = [
      ...["clone", "unshare", "ioctl", "socket"],
      ...["mmap", "mmap2", "memfd_create", "shmget", "ipc"],
    ];
    const named = new Map([...numbers].map(([name, number]) => [number, name]));
    for (let number = 0; number < 600; number++) {
      const name = named.get(number);
      const expected =
        name === undefined ? /^allow$/ : conditional.includes(name) ? /./ : /^errno (1|38)$/;
      expect(evaluate(filter, { architecture: audit, number }), name).toMatch(expected);
    }
  });

  // The numbers in the C library's headers, where those are installed.
  const header = {
    "x86-64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    i386: "/usr/include/x86_64-linux-gnu/asm/unistd_32.h",
    arm64: "/usr/include/asm-generic/unistd.h",
  }[architecture];
  test.skipIf(!existsSync(header))(`the numbers are those of ${header}`, () => {
    const official = new Map(
      [...readFileSync(header, "utf8").matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)/gm)].map(
        ([, name = "", number]) => [name, Number(number)],
      ),
    );
    const known = [...numbers].filter(([name]) => official.has(name));
    expect(known.length).toBeGreaterThan(numbers.size - 3);
    for (const [name, number] of known) expect(official.get(name), name).toBe(number);
  });
});

test("programs of other architectures are killed, x32 does not exist", () => {
  const filter = callFilter("x64") as Uint8Array;
  expect(evaluate(filter, { architecture: AUDIT_ARCHITECTURE.arm64, number: 0 })).toBe("kill");
  const architecture = AUDIT_ARCHITECTURE["x86-64"];
  expect(evaluate(filter, { architecture, number: 0x40000000 })).toBe("errno 38");
  expect(callFilter("mips")).toBeUndefined();
});

test.skipIf(callFilter(process.arch) === undefined || spawnSync("bwrap", ["--version"]).error)(
  "the kernel takes the filter",
  () => {
    const file = join(mkdtempSync(join(tmpdir(), "agon-filter-")), "filter.bpf");
    writeFileSync(file, callFilter(process.arch) as Uint8Array);
    const descriptor = openSync(file, "r");
    const keyctl = callNumbers(process.arch === "x64" ? "x86-64" : "arm64").get("keyctl");
    const script = `syscall(${keyctl}, 0, 0, 0, 0, 0); print $! + 0`;
    const { stdout, stderr } = spawnSync(
      "bwrap",
      ["--ro-bind", "/", "/", "--dev", "/dev", "--seccomp", "3", "perl", "-e", script],
      { stdio: ["ignore", "pipe", "pipe", descriptor], encoding: "utf8", timeout: 20_000 },
    );
    closeSync(descriptor);
    expect({ stdout, stderr }).toEqual({ stdout: "38", stderr: "" });
  },
);
