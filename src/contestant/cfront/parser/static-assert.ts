import { foldInteger } from "../constant-folding.ts";
import type { Parser } from "./context.ts";
import { parseStringText } from "./string-literals.ts";

/** `_Static_assert ( condition , "message" );` (C11 6.7.10; the message is optional as in C23). */
export function parseStaticAssert(p: Parser): void {
  p.advance();
  p.expect("(", "after '_Static_assert'");
  const condition = p.grammar.conditionalExpression(p);
  const message = p.accept(",") ? `: ${parseStringText(p)}` : "";
  p.expect(")", "after the static assertion");
  p.expect(";", "after the static assertion");
  const value = foldInteger(condition, p.machine);
  if (value === undefined) {
    p.error(condition.range, "not-constant", "condition of '_Static_assert' is not constant");
  } else if (value === 0n) {
    p.error(condition.range, "static-assertion", `static assertion failed${message}`);
  }
}
