import { describe, expect, test } from "vitest";
import { expressionToString } from "../ast-printer.ts";
import { LP64 } from "../machine-model.ts";
import { basicTypes } from "../type-factory.ts";
import { typeToString } from "../type-printer.ts";
import { parseC, parseExpressionAt, RESULT_NAME } from "./translation-unit.ts";

const PROGRAM = `
struct S { int a; };
int x; enum { LIMIT = 7 }; typedef long T;
int f(int n, char *s) {
  /*body*/ long x = 1;
  for (int i = 0; i < n; i++) { /*loop*/ short n = 2; /*inner*/ x += n; }
  { struct S { char b; }; /*tag*/ ; }
  return /*end*/ x;
}
int last; /*file*/
`;
const unit = parseC("program.c", PROGRAM, LP64);

function at(marker: string, text: string, resultType = basicTypes(LP64).int): string {
  const offset = PROGRAM.indexOf(marker);
  const { expression, diagnostics } = parseExpressionAt(unit, LP64, offset, text, { resultType });
  if (expression === undefined) return diagnostics.map(({ message }) => message).join("; ");
  return `${expressionToString(expression)} : ${typeToString(expression.type)}`;
}

describe("expressions in the midst of a program", () => {
  test.each([
    ["int f(", "n > 0 && *s == LIMIT", "(&& (> n 0) (== (to int (* s)) 7)) : int"],
    ["/*body*/", "x", "x : int"],
    ["for (", "x", "x : long"],
    ["for (", "i <= n", "(<= i n) : int"],
    ["/*loop*/", "n", "n : int"],
    ["/*inner*/", "n", "n : short"],
    ["/*end*/", "i", "'i' is not declared"],
    ["/*end*/", "(T)n", "(cast long n) : long"],
    ["/*end*/", "sizeof(struct S)", "4:unsigned long : unsigned long"],
    ["/*tag*/", "sizeof(struct S)", "1:unsigned long : unsigned long"],
    ["/*file*/", "n", "'n' is not declared"],
    ["/*file*/", "last + x", "(+ last x) : int"],
    ["/*end*/", "last", "'last' is not declared"],
    ["/*end*/", "f(1, s)", "(call (decay f) 1 s) : int"],
    ["/*end*/", "g(1)", "function 'g' is not declared"],
    ["/*end*/", "x + ", "expected an expression, found end of file"],
    ["/*end*/", "x y", "expected an operator, found 'y'"],
    ["/*end*/", "x; y", "expected an operator, found ';'"],
    ["/*end*/", "({ x; })", "statement expression outside of a function"],
    ["/*end*/", "\\result == x", "(== (to long \\result) x) : int"],
    ["/*end*/", "\\old(x)", "stray '\\' in program; function 'old' is not declared"],
  ])("%s %s", (marker, text, expected) => {
    expect(at(marker, text)).toBe(expected);
  });

  test("names are the program's own objects", () => {
    const { expression } = parseExpressionAt(unit, LP64, PROGRAM.indexOf("/*end*/"), "x");
    const [statement] = unit.functions.get("f")?.definition?.body.items ?? [];
    if (expression?.kind !== "variable" || statement?.kind !== "declaration") throw new Error("?");
    expect(expression.variable).toBe(statement.variables[0]);
  });

  test("ranges refer to the text of the expression", () => {
    const { expression } = parseExpressionAt(
      unit,
      LP64,
      PROGRAM.indexOf("/*end*/"),
      "\\result + x",
      {
        resultType: basicTypes(LP64).int,
      },
    );
    expect(expression?.range).toEqual({ start: 0, end: 11 });
    if (expression?.kind !== "binary" || expression.left.kind !== "cast") throw new Error("?");
    expect(expression.left.operand).toMatchObject({ variable: { name: RESULT_NAME } });
  });
});
