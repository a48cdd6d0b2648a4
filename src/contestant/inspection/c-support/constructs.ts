/**
 * The support of every kind of statement, expression and type: a kind that is missing here does not
 * compile.
 */
import type { CType, Expression, Statement, SupportNote } from "../../cfront/index.ts";

const exact = (note: string): SupportNote => ({ support: "exact", note });

export const STATEMENTS: Readonly<Record<Statement["kind"], SupportNote>> = {
  compound: exact("objects live as long as their block"),
  declaration: exact(
    "of objects; a cleanup of a variable-length array, and a jump past a cleanup, are refused",
  ),
  expression: exact("evaluated also where the value is not used"),
  if: exact("control flow"),
  while: exact("control flow"),
  do: exact("control flow"),
  for: exact("control flow"),
  switch: exact("control flow; ranges of cases"),
  case: exact("a label"),
  default: exact("a label"),
  label: exact("also local ones"),
  goto: exact("also into blocks; out of nested functions refused"),
  "computed-goto": exact("to labels of the function; others are refused"),
  break: exact("control flow"),
  continue: exact("control flow"),
  return: exact("cleanups run before"),
  asm: exact("of an empty text, its operands evaluated; with a text, and at file scope, refused"),
};

export const EXPRESSIONS: Readonly<Record<Expression["kind"], SupportNote>> = {
  integer: exact("constants, characters, enumerators, sizes known when compiled"),
  float: exact("constants, rounded to their type"),
  string: exact("static objects; which of them are one object is open"),
  variable: exact(
    "objects; those in registers of the machine, and weak ones without a definition, are refused",
  ),
  function: exact("functions; a nested one that captures only where it is called"),
  decay: exact("arrays and functions as pointers"),
  cast: exact("conversions; to narrower signed types they wrap around"),
  unary: exact("`+ - ~ ! & *`, parts of complex numbers"),
  increment: exact("in the promoted type"),
  binary: exact(
    "undefined operations are reported; unsequenced conflicts refused, or marked as open where they are not certain",
  ),
  assignment: exact("also of records; of atomic complex numbers refused"),
  "compound-assignment": exact("in the common type"),
  conditional: exact("also without a middle operand, but of complex numbers"),
  comma: exact("in order"),
  call: exact("arguments from left to right; where another order might matter, marked as open"),
  builtin: exact("see below"),
  member: exact(
    "also of unnamed records, and bit-fields; arithmetic on bit-fields of 33 to 63 bits is refused",
  ),
  "compound-literal": exact("objects of their block; of a variably modified type refused"),
  "statement-expression": exact("also with jumps out"),
  "label-address": exact("for computed goto"),
  "runtime-sizeof": exact("of variable-length arrays; with a length that the size ignores refused"),
};

export const TYPES: Readonly<Record<CType["kind"], SupportNote>> = {
  void: exact("no values"),
  integer: exact("8 to 128 bits, two's complement"),
  float: exact("`float`, `double`, x87 `long double`, `__float128`; each computed in its type"),
  complex: exact("part by part, products and quotients as libgcc's; atomic ones are refused"),
  pointer: exact("with the object that they point to; addresses as numbers are open"),
  array: exact("also flexible, of length 0, and of variable length (as members refused)"),
  function: exact("also variadic, without a prototype, nested"),
  struct: exact("laid out as gcc does; padding is open; GNU vectors among them"),
  union: exact("bytes are shared"),
  enum: exact("the integer type that gcc takes"),
};
