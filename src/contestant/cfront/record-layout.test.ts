import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { randomIntegers } from "../../ground/util/pseudo-random.ts";
import { ILP32, LP64, type MachineModel } from "./machine-model.ts";
import {
  layoutRecord,
  type RecordLayout,
  type RecordMember,
  type RecordOptions,
} from "./record-layout.ts";
import { arrayOf, basicTypes, complexOf, pointerTo, qualified } from "./type-factory.ts";
import { typeToString } from "./type-printer.ts";
import type { CType, IntegerKind } from "./types.ts";

const SEED = Number(process.env.AGON_SEED ?? 20_260_101);
const RECORDS = 600;

interface RandomRecord {
  readonly kind: "struct" | "union";
  readonly members: readonly RecordMember[];
  readonly options: RecordOptions;
  readonly layout: RecordLayout;
}

const BIT_FIELD_KINDS: readonly IntegerKind[] = [
  ..."bool char schar uchar short ushort int uint long ulong llong ullong".split(" "),
] as IntegerKind[];

function randomRecord(
  random: (limit: number) => number,
  machine: MachineModel,
  earlier: readonly RandomRecord[],
): RandomRecord {
  const types = basicTypes(machine);
  const chance = (percent: number): boolean => random(100) < percent;
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const kind = chance(80) ? "struct" : "union";
  const power = (): number => 2 ** random(6);
  const members: RecordMember[] = [];
  for (let index = 0; index < 1 + random(8); index++) {
    const name = `m${index}`;
    const extra = {
      ...(chance(6) ? { packed: true } : {}),
      ...(chance(6) ? { aligned: power() } : {}),
    };
    if (chance(55)) {
      const type = types[pick(BIT_FIELD_KINDS)];
      const width = chance(8) ? 0 : 1 + random(type.bits);
      const isNamed = width > 0 && chance(85);
      members.push({ name: isNamed ? name : undefined, type, bitWidth: width, ...extra });
      continue;
    }
    const scalars: readonly CType[] = [
      ...BIT_FIELD_KINDS.map((integer) => types[integer]),
      types.float,
      types.double,
      types.ldouble,
      complexOf(types.double),
      pointerTo(types.int, machine),
      types.double,
      types.llong,
      // On i386 gcc forgets the alignment of a record that is one 8-byte atomic; we do not follow.
      ...(machine === LP64 ? [qualified(types.llong, { atomic: true })] : []),
    ];
    let type = pick(scalars);
    if (chance(12) && earlier.length > 0) type = recordType(random(earlier.length), earlier);
    else {
      const wrapping = random(100);
      if (wrapping < 15) type = qualified(type, { alignedTo: power() });
      else if (wrapping < 28) type = arrayOf(type, random(4));
    }
    members.push({ name, type, ...extra });
  }
  const options: RecordOptions = {
    ...(chance(15) ? { packed: true } : {}),
    ...(chance(10) ? { aligned: power() } : {}),
    ...(chance(12) ? { pack: 2 ** random(5) } : {}),
  };
  return { kind, members, options, layout: layoutRecord(kind, members, options) };
}

function recordType(index: number, records: readonly RandomRecord[]): CType {
  const { kind, layout } = records[index] as RandomRecord;
  return { kind, tag: `R${index}`, definition: { ...layout } };
}

function attributes(packed: boolean | undefined, aligned: number | undefined): string {
  const list = [
    ...(packed ? ["packed"] : []),
    ...(aligned === undefined ? [] : [`aligned(${aligned})`]),
  ];
  return list.length === 0 ? "" : ` __attribute__((${list.join(", ")}))`;
}

function declaration(record: RandomRecord, index: number): string {
  const before: string[] = [];
  const lines = record.members.map((member) => {
    let text: string;
    if (member.bitWidth !== undefined) {
      text = `${typeToString(member.type, member.name ?? "")} : ${member.bitWidth}`;
    } else if (member.type.alignedTo !== undefined) {
      const alias = `T${index}_${member.name}`;
      before.push(
        `typedef ${typeToString(member.type, alias)} __attribute__((aligned(${member.type.alignedTo})));`,
      );
      text = `${alias} ${member.name}`;
    } else text = typeToString(member.type, member.name);
    return `  ${text}${attributes(member.packed, member.aligned)};`;
  });
  const { packed, aligned, pack } = record.options;
  return [
    ...before,
    ...(pack === undefined ? [] : [`#pragma pack(push, ${pack})`]),
    `${record.kind} R${index} {`,
    ...lines,
    `}${attributes(packed, aligned)};`,
    ...(pack === undefined ? [] : ["#pragma pack(pop)"]),
  ].join("\n");
}

/** Prints size, alignment, and for each named member its offset or its bits in memory. */
function probe(record: RandomRecord, index: number): string {
  const name = `${record.kind} R${index}`;
  const lines = [`printf("${index} %d %d", (int)sizeof(${name}), (int)_Alignof(${name}));`];
  for (const member of record.members) {
    if (member.name === undefined) continue;
    lines.push(
      member.bitWidth === undefined
        ? `printf(" ${member.name}=%d", (int)offsetof(${name}, ${member.name}));`
        : `{ static ${name} r; memset(&r, 0, sizeof r); r.${member.name} = -1; bits("${member.name}", &r, sizeof r); }`,
    );
  }
  return `static void probe${index}(void) { ${lines.join("\n  ")}\n  printf("\\n"); }`;
}

function program(records: readonly RandomRecord[]): string {
  return `
#include <stddef.h>
#include <stdio.h>
#include <string.h>
static void bits(const char *name, const void *record, size_t size) {
  const unsigned char *byte = record;
  printf(" %s=", name);
  int first = -1, count = 0;
  for (size_t i = 0; i < size * 8; i++)
    if (byte[i / 8] >> (i % 8) & 1) { if (first < 0) first = i; count++; }
  printf("%d+%d", first, count);
}
${records.map(declaration).join("\n")}
${records.map(probe).join("\n")}
int main(void) { ${records.map((_, index) => `probe${index}();`).join(" ")} return 0; }
`;
}

function describeLayout({ layout }: RandomRecord, index: number): string {
  const members = layout.fields
    .filter(({ name }) => name !== undefined)
    .map(({ name, offset, bitOffset, bitWidth }) =>
      bitOffset === undefined
        ? `${name}=${offset}`
        : `${name}=${offset * 8 + bitOffset}+${bitWidth}`,
    );
  return [index, layout.size, layout.align, ...members].join(" ");
}

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("record layout against gcc %s", (flag, machine) => {
  const compiles =
    spawnSync("gcc", [flag, "-x", "c", "-", "-o", "/dev/null"], {
      input: "#include <stdio.h>\nint main(void) { return 0; }",
    }).status === 0;

  test.skipIf(!compiles)(
    `random records, seed ${SEED} (needs gcc ${flag})`,
    { timeout: 60_000 },
    () => {
      const random = randomIntegers(SEED);
      const records: RandomRecord[] = [];
      for (let index = 0; index < RECORDS; index++) {
        records.push(randomRecord(random, machine, records));
      }
      const folder = mkdtempSync(join(tmpdir(), "agon-layout-"));
      try {
        const source = join(folder, "layout.c");
        const binary = join(folder, "layout");
        writeFileSync(source, program(records));
        execFileSync("gcc", [flag, "-w", "-o", binary, source], { stdio: "pipe" });
        const lines = execFileSync(binary, { encoding: "utf8" }).trimEnd().split("\n");
        records.forEach((record, index) => {
          expect(describeLayout(record, index), declaration(record, index)).toBe(lines[index]);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

test("8-byte atomics are aligned to 8 in structs of i386", () => {
  const { char, llong } = basicTypes(ILP32);
  const members = [
    { name: "c", type: char },
    { name: "x", type: qualified(llong, { atomic: true }) },
  ];
  expect(layoutRecord("struct", members)).toMatchObject({ size: 16, align: 8 });
  const plain = [
    { name: "c", type: char },
    { name: "x", type: llong },
  ];
  expect(layoutRecord("struct", plain)).toMatchObject({ size: 12, align: 4 });
});
