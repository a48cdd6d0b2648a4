import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../../ground/util/diagnostic.ts";
import { randomIntegers } from "../../../ground/util/pseudo-random.ts";
import { expressionToString } from "../ast-printer.ts";
import { ILP32, LP64, type MachineModel } from "../machine-model.ts";
import { typeToString } from "../type-printer.ts";
import { type ParsedUnit, parseC, parseExpressionAt } from "./translation-unit.ts";

const DECLARATIONS = `
typedef __SIZE_TYPE__ size_t; typedef __builtin_va_list va_list; typedef unsigned char u8;
_Bool bo; char c; signed char sc; u8 uc; short s; unsigned short us; int i; unsigned u; long l;
unsigned long ul; long long ll; unsigned long long ull; float f; double d; long double ld;
__int128 *big; _Complex double cd; _Complex float cf; const int ci = 1; volatile long vl; _Atomic int ai;
enum E { A, B = 5, C } e; enum N { MINUS = -1 } n; enum W { WIDE = 0x100000000 } w;
struct B { unsigned b : 3; int w : 5; unsigned long full : 32; u8 k : 8; _Bool t : 1; } bf;
struct S { int x; struct { int y; union { int z; float g; }; }; int arr[4]; struct S *next; const char k; } st, *sp;
const struct S *csp; union U { int i; float f; } un;
int *ip, a1[3], a2[3][4], (*pa)[4]; char *cp; const char *ccp; void *vp; const void *cvp; int **ipp;
int fn(int, char); int old(); int var(const char *, ...); void nothing(void); struct S get(void);
int (*fp)(int, char); double (*fpd)(void); void abort(void); int abs(int); void *memset(void *, int, size_t); va_list list;
`;

interface Case {
  readonly expression: string;
  readonly tree: string;
  readonly type: string;
}

/** `expression => tree : type` a line, for LP64. */
const CASES: readonly Case[] = `
c + s => (+ (to int c) (to int s)) : int
u + l => (+ (to long u) l) : long
l + ul => (+ (to unsigned long l) ul) : unsigned long
ul + ll => (+ (to unsigned long long ul) (to unsigned long long ll)) : unsigned long long
i + f => (+ (to float i) f) : float
f * ld => (* (to long double f) ld) : long double
bo + bo => (+ (to int bo) (to int bo)) : int
ci + 1 => (+ ci 1) : int
vl + 1 => (+ vl (to long 1)) : long
ai | 1 => (| ai 1) : int
d + cf => (+ (to _Complex double d) (to _Complex double cf)) : _Complex double
bf.b + 1 => (+ (to int (. bf b)) 1) : int
bf.w << u => (<< (. bf w) u) : int
bf.full + 1 => (+ (to unsigned int (. bf full)) (to unsigned int 1)) : unsigned int
(bf.b = 1) - 2 => (- (to int (= (. bf b) (to unsigned int 1))) 2) : int
c << ull => (<< (to int c) ull) : int
ul >> c => (>> ul (to int c)) : unsigned long
-c => (- (to int c)) : int
+us => (+ (to int us)) : int
~uc => (~ (to int uc)) : int
-u => (- u) : unsigned int
!ip => (! ip) : int
!d => (! d) : int
~cd => (~ cd) : _Complex double
__real__ cd => (real cd) : double
__imag__ f => (imag f) : float
i && d => (&& i d) : int
ip || fn => (|| ip (decay fn)) : int
ip + 1 => (+ ip 1) : int *
1 + ip => (+ ip 1) : int *
ip - c => (- ip (to int c)) : int *
ip - a1 => (- ip (decay a1)) : long
ccp - cp => (- ccp (to const char * cp)) : long
vp + 1 => (+ vp 1) : void *
ip == 0 => (== ip (to int * 0)) : int
0 != ip => (!= (to int * 0) ip) : int
ip == vp => (== (to void * ip) vp) : int
ip < cp => (< ip (to int * cp)) : int
ip == i => (== ip (to int * i)) : int
fp == fn => (== fp (decay fn)) : int
e == A => (== (to unsigned int e) (to unsigned int 0)) : int
n < 0 => (< (to int n) 0) : int
WIDE => 4294967296:unsigned long : unsigned long
c == u => (== (to unsigned int (to int c)) u) : int
c ? ip : 0 => (? c ip (to int * 0)) : int *
c ? ip : vp => (? c (to void * ip) vp) : void *
c ? (void *)0 : ip => (? c (to int * (cast void * 0)) ip) : int *
c ? cp : ccp => (? c (to const char * cp) ccp) : const char *
c ? ip : cvp => (? c (to const void * ip) cvp) : const void *
c ? 1 : 2u => (? c (to unsigned int 1) 2:unsigned int) : unsigned int
c ? s : c => (? c (to int s) (to int c)) : int
c ? nothing() : i => (? c (call (decay nothing)) (to void i)) : void
c ? st : *sp => (? c st (* sp)) : struct S
i ?: 3l => (? i - 3:long) : long
sp->z => (. (. (. (* sp) <anonymous>) <anonymous>) z) : int
csp->x => (. (* csp) x) : const int
csp->arr => (decay (. (* csp) arr)) : const int *
get().arr[1] => (* (+ (decay (. (call (decay get)) arr)) 1)) : int
st.arr[1] => (* (+ (decay (. st arr)) 1)) : int
1[a1] => (* (+ (decay a1) 1)) : int
a2[1][2] => (* (+ (decay (* (+ (decay a2) 1))) 2)) : int
a2 => (decay a2) : int (*)[4]
&a2[1][2] => (+ (decay (* (+ (decay a2) 1))) 2) : int *
&a1 => (& a1) : int (*)[3]
&*ip => ip : int *
*&i => i : int
&fn => (decay fn) : int (*)(int, char)
*fn => (decay fn) : int (*)(int, char)
*pa => (decay (* pa)) : int *
fn(1, 2) => (call (decay fn) 1 (to char 2)) : int
(*fp)(1, c) => (call fp 1 c) : int
(**fp)(1, c) => (call fp 1 c) : int
(&fn)(1, c) => (call (decay fn) 1 c) : int
old(c, f, bf.b) => (call (decay old) (to int c) (to double f) (to int (. bf b))) : int
var("x", c, f, a1) => (call (decay var) (to const char * (decay "x\\u0000")) (to int c) (to double f) (decay a1)) : int
fn(d, ip) => (call (decay fn) (to int d) (to char ip)) : int
i = d => (= i (to int d)) : int
ip = vp => (= ip (to int * vp)) : int *
ip = l => (= ip (to int * l)) : int *
bo = ip => (= bo (to _Bool ip)) : _Bool
bf.b = i => (= (. bf b) (to unsigned int i)) : unsigned int
i = s = c => (= i (to int (= s (to short c)))) : int
i += f => (+=[float] i f) : int
uc <<= 2 => (<<=[int] uc 2) : unsigned char
c += 1 => (+=[int] c 1) : char
cp -= s => (-=[char *] cp (to int s)) : char *
bf.b |= 1u => (|=[unsigned int] (. bf b) 1:unsigned int) : unsigned int
ip++ => (_++ ip) : int *
--bf.b => (--_ (. bf b)) : unsigned int
(u8)300 => (cast unsigned char 300) : unsigned char
(void)i => (cast void i) : void
(int)(char)l => (cast int (cast char l)) : int
(const int)l => (cast int l) : int
(union U)1.5f => (literal union U {0:float=1.5:float}) : union U
sizeof(st) => 48:unsigned long : unsigned long
sizeof st.arr => 16:unsigned long : unsigned long
sizeof(int[3]) + 1 => (+ 12:unsigned long (to unsigned long 1)) : unsigned long
sizeof(int){1} => 4:unsigned long : unsigned long
sizeof "abc" => 4:unsigned long : unsigned long
_Alignof(double) => 8:unsigned long : unsigned long
'a' => 97 : int
'\\xff' => -1 : int
L'a' => 97 : int
"abc"[1] => (* (+ (decay "abc\\u0000") 1)) : char
1.5f * 2 => (* 1.5:float (to float 2)) : float
2147483648 => 2147483648:long : long
0x80000000 => 2147483648:unsigned int : unsigned int
1ull => 1:unsigned long long : unsigned long long
2.0i => (builtin-complex (to double 0) 2.0) : _Complex double
i, d => (, i d) : double
(struct S){ .z = 1 }.x => (. (literal struct S {8:int=1}) x) : int
(int[]){1, 2} => (decay (literal int [2] {0:int=1 4:int=2})) : int *
&((struct S *)0)->next => (to struct S ** 32:unsigned long) : struct S **
_Generic(c, int: 1, char: 2l) => 2:long : long
_Generic(ci, default: 1.0, int: 2) => 2 : int
_Generic("x", char *: i, default: 0) => i : int
__builtin_offsetof(struct S, arr[2]) => 20:unsigned long : unsigned long
__builtin_offsetof(struct S, arr[i]) => (+ 12:unsigned long (* (to unsigned long i) 4:unsigned long)) : unsigned long
__builtin_types_compatible_p(int, const int) => 1 : int
__builtin_types_compatible_p(int *, const int *) => 0 : int
__builtin_choose_expr(1, i, d) => i : int
__builtin_constant_p(3 * 4) => 1 : int
__builtin_constant_p(i) => 0 : int
__builtin_expect(i > 0, 1) => (to long (> i 0)) : long
__builtin_isnan(f) => (builtin-isnan f) : int
__builtin_isinf_sign(ld) => (builtin-isinf_sign ld) : int
__builtin_isgreater(f, d) => (builtin-isgreater (to double f) d) : int
__builtin_fpclassify(0, 1, 2, 3, 4, d) => (builtin-fpclassify 0 1 2 3 4 d) : int
__builtin_huge_valf() => (builtin-inf) : float
__builtin_nan("") => (builtin-nan) : double
__builtin_add_overflow(i, l, &s) => (builtin-add_overflow i l (& s)) : _Bool
__builtin_umul_overflow(i, 2, &u) => (builtin-mul_overflow (to unsigned int i) (to unsigned int 2) (& u)) : _Bool
__builtin_clzl(u) => (builtin-clz (to unsigned long u)) : int
__builtin_bswap16(i) => (builtin-bswap (to unsigned short i)) : unsigned short
__builtin_object_size(cp, 0) => 18446744073709551615:unsigned long : unsigned long
__builtin_alloca(3) => (builtin-alloca (to unsigned long 3)) : void *
__builtin_va_arg(list, int *) => (builtin-va_arg (* (decay list))) : int *
__builtin_abort() => (call (decay abort)) : void
__builtin_abs(l) => (call (decay abs) (to int l)) : int
__builtin___memset_chk(a1, c, i, (unsigned long)-1) => (call (decay memset) (to void * (decay a1)) (to int c) (to unsigned long i)) : void *
__sync_fetch_and_add(&l, 1) => (builtin-sync_fetch_and_add (& l) (to long 1)) : long
__sync_bool_compare_and_swap(&i, c, 1) => (builtin-sync_bool_compare_and_swap (& i) (to int c) 1) : _Bool
__atomic_load_n(&i, 5) => (builtin-atomic_load_n (& i) 5) : int
__atomic_compare_exchange_n(&i, ip, 1, 0, 5, 5) => (builtin-atomic_compare_exchange_n (& i) ip 1 0 5 5) : _Bool
`
  .trim()
  .split("\n")
  .map((line) => {
    const [expression = "", result = ""] = line.split(" => ");
    const colon = result.lastIndexOf(" : ");
    return { expression, tree: result.slice(0, colon), type: result.slice(colon + 3) };
  });

function unitFor(machine: MachineModel): ParsedUnit {
  return parseC("declarations.c", DECLARATIONS, machine);
}

function show(unit: ParsedUnit, machine: MachineModel, text: string): Omit<Case, "expression"> {
  const { expression, diagnostics } = parseExpressionAt(unit, machine, unit.text.length, text);
  if (expression === undefined) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
  return { tree: expressionToString(expression), type: typeToString(expression.type) };
}

describe("typing of expressions", () => {
  const unit = unitFor(LP64);
  test.each(CASES)("$expression", ({ expression, tree, type }) => {
    expect(show(unit, LP64, expression)).toEqual({ tree, type });
  });
});

function randomExpression(random: (limit: number) => number, depth: number): string {
  const pick = (words: string): string => words.split(" ")[random(words.split(" ").length)] ?? "";
  const sub = (): string => randomExpression(random, depth - 1);
  const number =
    "bo c sc uc s us i u l ul ll ull f d ld ci e n w bf.b bf.w bf.full bf.k A 1 2u 3l 'x' 1.5f";
  if (depth === 0) return pick(`${number} bf.t ai vl un.f st.z (*sp).y a2[1][2] *big`);
  switch (random(8)) {
    case 0:
      return `(${pick("+ -")} ${sub()})`;
    case 1:
      return `(${sub()} ? ${sub()} : ${sub()})`;
    case 2:
      return `(${pick("char short unsigned long float double ull_t")})${sub()}`.replace(
        "ull_t",
        "unsigned long long",
      );
    case 3:
      return `(${sub()} ${pick("< == && ||")} ${sub()})`;
    case 4:
      return `(${pick("i s uc ull f d bf.b bf.w")} ${pick("= += *=")} ${sub()})`;
    case 5:
      return `(${pick("i s uc ull bf.w bf.b")}${pick("++ --")})`;
    default:
      return `(${sub()} ${pick("+ - * /")} ${sub()})`;
  }
}

describe.each([
  ["-m32", ILP32],
  ["-m64", LP64],
] as const)("types against gcc %s", (flag, machine) => {
  const syntaxOnly = ["-std=gnu11", flag, "-w", "-fsyntax-only", "-x", "c", "-"];
  const works = spawnSync("gcc", syntaxOnly, { input: "int x;" }).status === 0;
  const seed = Number(process.env.AGON_SEED ?? 20_260_102);

  test.skipIf(!works)(`random expressions, seed ${seed} (needs gcc ${flag})`, () => {
    const random = randomIntegers(seed);
    const declarations =
      machine === ILP32 ? DECLARATIONS.replace("__int128 *big", "long long *big") : DECLARATIONS;
    const unit = parseC("declarations.c", declarations, machine);
    const expressions = Array.from({ length: 1500 }, (_, index) =>
      randomExpression(random, 1 + (index % 4)),
    );
    const lines = expressions
      // In gcc, a value stored into a bit-field has the bit-field's own type until it is promoted.
      .filter((expression) => !/^\(bf\.\w+ ?(?:[+*]?=|\+\+|--)/.test(expression))
      .map((expression) => {
        const { type } = show(unit, machine, expression);
        const same = `__builtin_types_compatible_p(__typeof__((0, ${expression})), ${type})`;
        return `_Static_assert(${same}, ${JSON.stringify(`${expression} : ${type}`)});`;
      });
    const program = `${declarations}\nvoid check(void) {\n${lines.join("\n")}\n}`;
    execFileSync("gcc", syntaxOnly, { input: program, stdio: "pipe" });
  });
});
