import { describe, expect, it } from "vitest";
import { LP64, parseC, parseExpressionAt } from "../../cfront/index.ts";
import { formatExpression } from "../model/expression-format.ts";
import { buildCfa } from "./program-builder.ts";
import { lowerPureExpression } from "./pure-expression.ts";

const TEXT = `
struct s { int v; struct s *next; unsigned b : 4; };
int f(int x) { return x; }
int main(void) { int x = 1, y = 2; struct s *p = 0, r; int a[3]; unsigned char c; int n = 3; char w[n]; double d; 
  x = y + r.v + a[0] + c + w[0] + d + (p != 0); return f(x); }`;

function lower(text: string): string | undefined {
  const unit = parseC("test.c", TEXT, LP64);
  const program = buildCfa(unit, LP64);
  const parsed = parseExpressionAt(unit, LP64, TEXT.indexOf("return f"), text);
  if (parsed.expression === undefined) throw new Error(JSON.stringify(parsed.diagnostics));
  const objects = [...program.globals, ...program.main.locals];
  const value = lowerPureExpression(parsed.expression, LP64, (variable) =>
    objects.find((object) => object.variable === variable),
  );
  return value === undefined ? undefined : formatExpression(value);
}

describe("lowerPureExpression", () => {
  it.each([
    ["x + 1 == y", "(x + 1) == y"],
    ["x <= 10L && c > 0", "((i64)x <=i64 10i64) ? ((i32)c > 0) : 0"],
    ["p != 0 && p->next->v / x == 2", "(p != null) ? ((i32[ptr[p + 8u64]] / x) == 2) : 0"],
    ["a[x] >= a[2] || !x", "(i32[&a + ((u64)x *u64 4u64)] >= i32[&a + 8u64]) ? 1 : (x == 0)"],
    ["x ? *(int *)p : r.b", "x ? i32[p] : (i32)u32[&r + 16u64]:0:4"],
    ["w[1] == sizeof(x)", "(u64)i8[w + 1u64] ==u64 4u64"],
    ["(_Bool)d", "(u8)(d !=double 0.0)"],
  ])("%s", (text, expected) => {
    expect(lower(text)).toBe(expected);
  });

  it.each(["f(x) > 0", "x++ > 0", "(x = 3)", "x-- == 0"])("refuses %s", (text) => {
    expect(lower(text)).toBeUndefined();
  });
});
