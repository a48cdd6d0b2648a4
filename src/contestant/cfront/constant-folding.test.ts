import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { randomIntegers } from "../../ground/util/pseudo-random.ts";
import type { ArithmeticOperator, BinaryExpression, Expression } from "./ast.ts";
import { foldInteger } from "./constant-folding.ts";
import { ILP32, LP64, type MachineModel } from "./machine-model.ts";
import {
  basicTypes,
  integerPromote,
  pointerTo,
  typeToString,
  usualArithmeticConversions,
} from "./type-operations.ts";
import type { CType, FloatType, IntegerType, RecordType } from "./types.ts";

const range = { start: 0, end: 0 };
const types = basicTypes(LP64);
const integer = (value: bigint, type: CType = types.int): Expression => ({
  kind: "integer",
  value,
  type,
  range,
});
const float = (text: string, type: FloatType = types.double): Expression => ({
  kind: "float",
  text,
  type,
  range,
});
const cast = (type: CType, operand: Expression): Expression => ({
  kind: "cast",
  operand,
  type,
  implicit: false,
  range,
});
const binary = (
  operator: BinaryExpression["operator"],
  left: Expression,
  right: Expression,
  type: CType = left.type,
): Expression => ({ kind: "binary", operator, left, right, type, range, operatorRange: range });

const record: RecordType = {
  kind: "struct",
  tag: "s",
  definition: { fields: [{ name: "m", type: types.int, offset: 12 }], size: 16, align: 4 },
};
const nullRecord: Expression = {
  kind: "unary",
  operator: "dereference",
  operand: cast(pointerTo(record, LP64), integer(0n)),
  type: record,
  range,
};
const member: Expression = {
  kind: "member",
  base: nullRecord,
  field: { name: "m", type: types.int, offset: 12 },
  type: types.int,
  range,
};
const addressOf = (operand: Expression): Expression => ({
  kind: "unary",
  operator: "address",
  operand,
  type: pointerTo(operand.type, LP64),
  range,
});
const variable: Expression = {
  kind: "variable",
  type: types.int,
  range,
  variable: {
    kind: "variable",
    name: "x",
    type: types.int,
    storage: "global",
    linkage: "external",
    isExternOnly: false,
    initializer: undefined,
    range,
  },
};

describe("folding", () => {
  test.each<[string, Expression, bigint | undefined]>([
    ["1 / 0", binary("/", integer(1n), integer(0n)), undefined],
    ["1 % 0", binary("%", integer(1n), integer(0n)), undefined],
    ["1 << 32", binary("<<", integer(1n), integer(32n)), undefined],
    ["1 << 31", binary("<<", integer(1n), integer(31n)), -(1n << 31n)],
    ["-7 / 2", binary("/", integer(-7n), integer(2n)), -3n],
    ["-7 % 2", binary("%", integer(-7n), integer(2n)), -1n],
    ["-7 >> 1", binary(">>", integer(-7n), integer(1n)), -4n],
    ["0 && x", binary("&&", integer(0n), variable, types.int), 0n],
    ["1 && x", binary("&&", integer(1n), variable, types.int), undefined],
    ["1 || x", binary("||", integer(1n), variable, types.int), 1n],
    ["x", variable, undefined],
    ["(int)3.99", cast(types.int, float("3.99")), 3n],
    [
      "(int)-0.5",
      cast(types.int, {
        kind: "unary",
        operator: "minus",
        operand: float("0.5"),
        type: types.double,
        range,
      }),
      0n,
    ],
    ["(int)1e10", cast(types.int, float("1e10")), undefined],
    ["(_Bool)0.1", cast(types.bool, float("0.1")), 1n],
    [
      "0.1f < 0.1",
      binary("<", cast(types.double, float("0.1", types.float)), float("0.1"), types.int),
      0n,
    ],
    ["(char)300", cast(types.char, integer(300n)), 44n],
    ["1.5 alone", float("1.5"), undefined],
    ["&((struct s *)0)->m", cast(types.size, addressOf(member)), 12n],
    ["&x", cast(types.size, addressOf(variable)), undefined],
    [
      "(int *)8 - (int *)0",
      binary(
        "-",
        cast(pointerTo(types.int, LP64), integer(8n)),
        cast(pointerTo(types.int, LP64), integer(0n)),
        types.ptrdiff,
      ),
      2n,
    ],
    [
      "(long)((int *)8 + 2)",
      cast(types.long, binary("+", cast(pointerTo(types.int, LP64), integer(8n)), integer(2n))),
      16n,
    ],
    [
      "1, 2",
      { kind: "comma", left: integer(1n), right: integer(2n), type: types.int, range },
      undefined,
    ],
    [
      "0 ?: 5",
      {
        kind: "conditional",
        condition: integer(0n),
        whenTrue: undefined,
        whenFalse: integer(5n),
        type: types.int,
        range,
        questionRange: range,
      },
      5n,
    ],
    [
      "1 ? 2 : x",
      {
        kind: "conditional",
        condition: integer(1n),
        whenTrue: integer(2n),
        whenFalse: variable,
        type: types.int,
        range,
        questionRange: range,
      },
      2n,
    ],
  ])("%s", (_, expression, expected) => {
    expect(foldInteger(expression, LP64)).toBe(expected);
  });
});

const SEED = Number(process.env.AGON_SEED ?? 20_260_103);
const EXPRESSIONS = 1500;

/** A typed expression as semantic analysis builds it, and its C text. */
interface Sample {
  readonly expression: Expression;
  readonly text: string;
}

function randomSample(
  random: (limit: number) => number,
  machine: MachineModel,
  depth: number,
): Sample {
  const table = basicTypes(machine);
  const kinds = [
    table.bool,
    table.char,
    table.uchar,
    table.short,
    table.ushort,
    table.int,
    table.uint,
    table.long,
    table.ulong,
    table.llong,
    table.ullong,
  ];
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const converted = (expression: Expression, type: CType): Expression =>
    expression.type === type
      ? expression
      : ({ ...cast(type, expression), implicit: true } as Expression);
  const choice = depth === 0 ? (random(4) === 0 ? 1 : 0) : 2 + random(6);
  if (choice === 0) {
    const type = pick([table.int, table.uint, table.llong, table.ullong]);
    const value = BigInt(pick([0, 1, 2, 3, 7, 31, 100, 255, 65535, 2147483647]));
    const suffix = { int: "", uint: "u", llong: "ll", ullong: "ull" }[type.name as "int"];
    return { expression: integer(value, type), text: `${value}${suffix}` };
  }
  if (choice === 1) {
    const text = pick(["0.5", "3.75", "1e3", "0.1", "0x1.8p4"]);
    return { expression: float(text, table.double), text };
  }
  const first = randomSample(random, machine, depth - 1);
  if (choice === 2) {
    const type = pick(kinds);
    return {
      expression: cast(type, first.expression),
      text: `(${typeToString(type)})${first.text}`,
    };
  }
  const firstType = first.expression.type as IntegerType | FloatType;
  if (choice === 3) {
    const operator = pick(["plus", "minus", "complement", "not"] as const);
    const symbol = { plus: "+", minus: "-", complement: "~", not: "!" }[operator];
    if (operator === "complement" && firstType.kind === "float") return first;
    const type =
      operator === "not"
        ? table.int
        : firstType.kind === "integer"
          ? integerPromote(firstType, table)
          : firstType;
    const operand = operator === "not" ? first.expression : converted(first.expression, type);
    return {
      expression: { kind: "unary", operator, operand, type, range },
      text: `(${symbol} ${first.text})`,
    };
  }
  const second = randomSample(random, machine, depth - 1);
  const secondType = second.expression.type as IntegerType | FloatType;
  const common = usualArithmeticConversions(firstType, secondType, table) as
    | IntegerType
    | FloatType;
  const left = converted(first.expression, common);
  const right = converted(second.expression, common);
  if (choice === 4) {
    const condition = randomSample(random, machine, depth - 1);
    return {
      expression: {
        kind: "conditional",
        condition: condition.expression,
        whenTrue: left,
        whenFalse: right,
        type: common,
        range,
        questionRange: range,
      },
      text: `(${condition.text} ? ${first.text} : ${second.text})`,
    };
  }
  if (choice === 5) {
    const operator = pick(["<", ">", "<=", ">=", "==", "!=", "&&", "||"] as const);
    const isLogical = operator === "&&" || operator === "||";
    return {
      expression: isLogical
        ? binary(operator, first.expression, second.expression, table.int)
        : binary(operator, left, right, table.int),
      text: `(${first.text} ${operator} ${second.text})`,
    };
  }
  const isFloat = common.kind === "float";
  const operator: ArithmeticOperator = pick(
    isFloat
      ? (["+", "-", "*", "/"] as const)
      : (["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"] as const),
  );
  if (operator === "<<" || operator === ">>") {
    const promoted = integerPromote(firstType as IntegerType, table);
    const amount = integerPromote(secondType as IntegerType, table);
    return {
      expression: binary(
        operator,
        converted(first.expression, promoted),
        converted(second.expression, amount),
        promoted,
      ),
      text: `(${first.text} ${operator} ${second.text})`,
    };
  }
  return {
    expression: binary(operator, left, right, common),
    text: `(${first.text} ${operator} ${second.text})`,
  };
}

describe.each([
  // SSE arithmetic: without it i386 keeps excess precision in the x87 registers.
  [["-m32", "-msse2", "-mfpmath=sse"], ILP32],
  [["-m64"], LP64],
] as const)("folding against gcc %j", (flags, machine) => {
  const compiles =
    spawnSync("gcc", [...flags, "-x", "c", "-", "-o", "/dev/null"], {
      input: "#include <stdio.h>\nint main(void) { return 0; }",
    }).status === 0;

  test.skipIf(!compiles)(
    `random expressions, seed ${SEED} (needs gcc)`,
    { timeout: 60_000 },
    () => {
      const random = randomIntegers(SEED);
      const samples: (Sample & { readonly value: bigint })[] = [];
      for (let index = 0; index < EXPRESSIONS; index++) {
        const { expression, text } = randomSample(random, machine, 1 + random(4));
        const value = foldInteger(expression, machine);
        if (value !== undefined) samples.push({ expression, text, value });
      }
      expect(samples.length).toBeGreaterThan(EXPRESSIONS / 3);
      const program = `#include <stdio.h>
int main(void) {
${samples.map(({ text }) => `  printf("%lld\\n", (long long)(${text}));`).join("\n")}
  return 0;
}`;
      const folder = mkdtempSync(join(tmpdir(), "agon-folding-"));
      try {
        const binaryFile = join(folder, "fold");
        execFileSync("gcc", [...flags, "-w", "-fwrapv", "-x", "c", "-", "-o", binaryFile], {
          input: program,
        });
        const lines = execFileSync(binaryFile, { encoding: "utf8" }).trimEnd().split("\n");
        samples.forEach(({ text, value }, index) => {
          expect([text, BigInt.asIntN(64, value)]).toEqual([text, BigInt(lines[index] as string)]);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
