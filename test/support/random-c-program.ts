/**
 * Random C programs without undefined behaviour under `-fwrapv
 * -fno-strict-aliasing`: integers of all widths, floats, arrays, records,
 * bit-fields, unions, pointers, calls and all kinds of control flow; extended
 * ones also use the C library and GNU's extensions. The same seed gives the
 * same program.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import { extraHelpers, extraStatement } from "./random-c-extras.ts";
import { gnuHelpers, gnuStatement } from "./random-c-gnu.ts";

export interface RandomProgramOptions {
  readonly seed: number;
  /** Prefix of all names, so that several programs fit into one file. */
  readonly prefix: string;
  readonly bits: 32 | 64;
  /** Library calls, pointers to functions, variable arguments, and GNU C's extensions. */
  readonly isExtended?: boolean;
}

const INTEGERS = [
  ...["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int"],
  ...[
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "char",
  ],
];
const FLOATS = ["float", "double", "double", "long double"];

interface Name {
  readonly name: string;
  readonly isFloat: boolean;
}
interface FunctionName {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly result: "scalar" | "record";
}

/** Definitions, among them `static unsigned long long PREFIXrun(void)`, the checksum of everything computed. */
export function randomProgram(options: RandomProgramOptions): string {
  return new Generator(options).program();
}

class Generator {
  readonly #random: (limit: number) => number;
  readonly #prefix: string;
  readonly #integers: readonly string[];
  readonly #isExtended: boolean;
  readonly #bits: 32 | 64;
  #scope: Name[] = [];
  #arrays: { name: string; mask: number }[] = [];
  #pointers: string[] = [];
  #functions: FunctionName[] = [];
  #fields: string[] = [];
  #names = 0;
  #loops = 0;

  constructor({ seed, prefix, bits, isExtended }: RandomProgramOptions) {
    this.#random = randomIntegers(seed);
    this.#isExtended = isExtended ?? false;
    this.#bits = bits;
    this.#prefix = prefix;
    this.#integers = bits === 64 ? [...INTEGERS, "__int128", "unsigned __int128"] : INTEGERS;
  }

  program(): string {
    const p = this.#prefix;
    const lines = [`static unsigned long long ${p}hash;`, ...this.#mixers(), ...this.#types()];
    if (this.#isExtended) {
      lines.unshift(...extraHelpers(p, this.#bits), ...gnuHelpers(p, this.#random));
    }
    lines.push(`static struct ${p}S ${p}s0, ${p}s1[4];`, `static union ${p}U ${p}u;`);
    for (let i = 0; i < 4; i++) {
      const type = this.#pick([...this.#integers, "float", "double"]);
      const name = this.#name("g");
      lines.push(`static ${type} ${name} = ${this.#literal(type)};`);
      this.#scope.push({ name, isFloat: this.#isFloat(type) });
    }
    for (let i = 0; i < 2; i++) {
      const type = this.#pick(this.#integers);
      const name = this.#name("a");
      const length = this.#pick([4, 8, 16]);
      lines.push(`static ${type} ${name}[${length}] = { ${this.#literal(type)}, 2, 3 };`);
      this.#arrays.push({ name, mask: length - 1 });
    }
    const count = 2 + this.#random(3);
    for (let i = 0; i < count; i++) lines.push(...this.#function());
    lines.push(...this.#main());
    return lines.join("\n");
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)] as T;
  }
  #chance(percent: number): boolean {
    return this.#random(100) < percent;
  }
  #name(kind: string): string {
    return `${this.#prefix}${kind}${this.#names++}`;
  }
  #isFloat(type: string): boolean {
    return FLOATS.includes(type);
  }

  // -------------------------------------------------------------- declarations

  #mixers(): string[] {
    const p = this.#prefix;
    return [
      `static void ${p}mix(unsigned long long x) { ${p}hash = (${p}hash ^ x) * 1099511628211ULL + (${p}hash >> 29); }`,
      `static void ${p}mixf(double x) { union { double d; unsigned long long u; } v; v.d = x; ${p}mix(x != x ? 77ULL : v.u); }`,
      `static int ${p}toint(double x) { return x > -1000000.0 && x < 1000000.0 ? (int)x : 3; }`,
      `static int ${p}sdiv(int a, int b) { return b == 0 || b == -1 ? a : a / b; }`,
      `static long long ${p}smod(long long a, long long b) { return b == 0 || b == -1 ? a : a % b; }`,
      `static unsigned long long ${p}udiv(unsigned long long a, unsigned long long b) { return b == 0 ? a : a / b; }`,
    ];
  }

  #types(): string[] {
    const p = this.#prefix;
    const fields: string[] = [];
    const count = 3 + this.#random(5);
    for (let i = 0; i < count; i++) {
      const name = `f${i}`;
      if (this.#chance(50)) {
        const type = this.#pick(["int", "unsigned", "signed char", "unsigned short", "long long"]);
        const width =
          1 +
          this.#random({ int: 32, unsigned: 32, "long long": 64, "signed char": 8 }[type] ?? 16);
        fields.push(`  ${type} ${name} : ${width};`);
      } else {
        const type = this.#pick([...this.#integers, "float", "double"]);
        fields.push(`  ${type} ${name};`);
      }
      this.#fields.push(name);
    }
    const packed = this.#chance(25) ? " __attribute__((packed))" : "";
    return [
      `struct ${p}S {`,
      ...fields,
      `}${packed};`,
      `union ${p}U { unsigned char b[8]; unsigned short h[4]; int i[2]; long long l; struct { int x : 7; unsigned y : 21; int z : 4; } f; };`,
    ];
  }

  #literal(type: string): string {
    const value = this.#pick([0, 1, -1, 7, 100, 255, -128, 32767, 65536, 2147483647, -2147483647]);
    if (this.#isFloat(type)) return `${value}.${this.#random(1000)}`;
    return this.#chance(30) ? `${value}LL * 4294967311ULL` : String(value);
  }

  // ---------------------------------------------------------------- expressions

  #lvalue(): { text: string; isFloat: boolean | undefined } {
    const p = this.#prefix;
    const choice = this.#random(10);
    if (choice < 5 && this.#scope.length > 0) {
      const { name, isFloat } = this.#pick(this.#scope);
      return { text: name, isFloat };
    }
    if (choice < 7) {
      const { name, mask } = this.#pick(this.#arrays);
      return { text: `${name}[(${this.#integer(1)}) & ${mask}]`, isFloat: false };
    }
    if (choice === 7 && this.#pointers.length > 0) {
      return { text: `(*${this.#pick(this.#pointers)})`, isFloat: false };
    }
    if (choice === 8) {
      const part = this.#pick(["b[(%) & 7]", "h[(%) & 3]", "i[(%) & 1]", "l", "f.x", "f.y", "f.z"]);
      return { text: `${p}u.${part.replace("%", this.#integer(1))}`, isFloat: false };
    }
    const base = this.#pick([`${p}s0.`, `${p}s1[(${this.#integer(1)}) & 3].`, `(&${p}s0)->`]);
    return { text: base + this.#pick(this.#fields), isFloat: undefined };
  }

  #integer(depth: number): string {
    if (depth <= 0) {
      if (this.#chance(40)) return this.#constant();
      const integers = this.#scope.filter(({ isFloat }) => !isFloat);
      return integers.length === 0 ? "5" : this.#pick(integers).name;
    }
    const a = (): string => this.#integer(depth - 1);
    const p = this.#prefix;
    switch (this.#random(20)) {
      case 0:
      case 1:
      case 2:
        return `(${a()} ${this.#pick(["+", "-", "*"])} ${a()})`;
      case 3:
        return `(${a()} ${this.#pick(["&", "|", "^"])} ${a()})`;
      case 4:
        return `(${a()} ${this.#pick(["<", ">", "<=", ">=", "==", "!="])} ${a()})`;
      case 5:
        return `(${a()} << ((${a()}) & ${this.#pick([3, 7, 31])}))`;
      case 6:
        return `(${a()} >> ((${a()}) & ${this.#pick([3, 7, 31])}))`;
      case 7:
        return `(${a()} ${this.#pick(["/", "%"])} (((${a()}) & 15) + 1))`;
      case 8:
        return `${this.#pick([`${p}sdiv`, `${p}smod`, `${p}udiv`])}(${a()}, ${a()})`;
      case 9:
        return `(${this.#pick(["-", "~", "!", "+"])} ${a()})`;
      case 10:
      case 11:
        return `(${this.#pick(this.#integers)})(${a()})`;
      case 12:
        return `(${a()} ? ${a()} : ${a()})`;
      case 13:
        return `(${a()} ${this.#pick(["&&", "||"])} ${a()})`;
      case 14:
        return `${p}toint(${this.#float(depth - 1)})`;
      case 15:
        return `(${this.#float(depth - 1)} ${this.#pick(["<", ">", "<=", "==", "!="])} ${this.#float(depth - 1)})`;
      case 16:
        return `({ __typeof__(+${a()}) t = ${a()}; t; })`;
      case 17:
        return `(int)sizeof(${this.#pick(["int", "long", `struct ${p}S`])})`;
      default: {
        const { text, isFloat } = this.#lvalue();
        return isFloat === false ? text : `${p}toint(${text})`;
      }
    }
  }

  #constant(): string {
    const value = this.#pick([
      0, 1, 2, 3, 5, 31, 100, 127, 255, 256, 32768, 65535, 2147483647, 4294967295,
    ]);
    return `${value}${this.#pick(["", "", "u", "L", "LL", "ULL"])}`;
  }

  #float(depth: number): string {
    if (depth <= 0) {
      const floats = this.#scope.filter(({ isFloat }) => isFloat);
      if (floats.length > 0 && this.#chance(60)) return this.#pick(floats).name;
      return this.#pick(["0.5", "1.25f", "3.0", "1e10", "0.1f", "1e-3", "2.5L"]);
    }
    const a = (): string => this.#float(depth - 1);
    switch (this.#random(8)) {
      case 0:
      case 1:
      case 2:
        return `(${a()} ${this.#pick(["+", "-", "*", "/"])} ${a()})`;
      case 3:
        return `(- ${a()})`;
      case 4:
        return `(${this.#pick(FLOATS)})(${this.#chance(50) ? a() : this.#integer(depth - 1)})`;
      case 5:
        return `(${this.#integer(depth - 1)} ? ${a()} : ${a()})`;
      default:
        return a();
    }
  }

  // ----------------------------------------------------------------- statements

  #assignment(): string {
    const { text, isFloat } = this.#lvalue();
    if (isFloat === true) return `${text} ${this.#pick(["=", "+=", "*="])} ${this.#float(2)};`;
    if (isFloat === undefined) return `${text} = ${this.#integer(2)};`;
    switch (this.#random(6)) {
      case 0:
        return `${text} ${this.#pick(["+=", "-=", "*=", "&=", "|=", "^="])} ${this.#integer(2)};`;
      case 1:
        return `${text} ${this.#pick(["<<=", ">>="])} (${this.#integer(1)}) & 7;`;
      case 2:
        return this.#chance(50) ? `${text}++;` : `--${text};`;
      default:
        return `${text} = ${this.#integer(3)};`;
    }
  }

  #block(depth: number, inLoop: boolean): string[] {
    const scope = this.#scope;
    this.#scope = [...scope];
    const lines: string[] = [];
    const count = 1 + this.#random(4);
    for (let i = 0; i < count; i++) lines.push(...this.#statement(depth, inLoop));
    this.#scope = scope;
    return lines.map((line) => `  ${line}`);
  }

  #statement(depth: number, inLoop: boolean): string[] {
    const p = this.#prefix;
    if (this.#isExtended && this.#chance(20)) return this.#extra();
    const choice = this.#random(depth <= 0 ? 8 : 16);
    if (choice < 5) return [this.#assignment()];
    if (choice === 5) {
      const type = this.#pick([...this.#integers, ...FLOATS]);
      const name = this.#name("l");
      const value = this.#isFloat(type) ? this.#float(2) : this.#integer(2);
      const line = `${type} ${name} = ${value};`;
      this.#scope.push({ name, isFloat: this.#isFloat(type) });
      return [line];
    }
    if (choice === 6) return [this.#call()];
    if (choice === 7) {
      if (inLoop && this.#chance(40)) {
        return [`if (${this.#integer(1)}) ${this.#pick(["break", "continue"])};`];
      }
      return [`${p}mix((unsigned long long)(${this.#integer(2)}));`];
    }
    switch (choice) {
      case 8:
      case 9:
        return this.#if(depth, inLoop);
      case 10:
      case 11:
      case 12:
        return this.#loop(depth);
      case 13:
        return this.#switch(depth);
      case 14:
        return [
          `${p}s1[(${this.#integer(1)}) & 3] = ${this.#pick([`${p}s0`, `${p}s1[${this.#random(4)}]`])};`,
        ];
      default: {
        const label = this.#name("L");
        return [
          `if (${this.#integer(2)}) goto ${label};`,
          `{`,
          ...this.#block(depth - 1, inLoop),
          `}`,
          `${label}: ;`,
        ];
      }
    }
  }

  #extra(): string[] {
    const makeStatement = this.#chance(50) ? gnuStatement : extraStatement;
    return makeStatement({
      prefix: this.#prefix,
      bits: this.#bits,
      random: this.#random,
      integer: () => this.#integer(2),
      float: () => this.#float(1),
      newName: (kind) => this.#name(kind),
    });
  }

  #if(depth: number, inLoop: boolean): string[] {
    const lines = [`if (${this.#integer(2)}) {`, ...this.#block(depth - 1, inLoop)];
    if (this.#chance(60)) lines.push("} else {", ...this.#block(depth - 1, inLoop));
    return [...lines, "}"];
  }

  #loop(depth: number): string[] {
    if (this.#loops >= 2) return this.#if(depth, false);
    this.#loops++;
    const i = this.#name("i");
    const bound = 2 + this.#random(6);
    const body = this.#block(depth - 1, true);
    this.#loops--;
    switch (this.#random(4)) {
      case 0:
        return [`for (int ${i} = 0; ${i} < ${bound}; ${i}++) {`, ...body, "}"];
      case 1:
        return [`{ int ${i} = ${bound}; while (${i}-- > 0) {`, ...body, "} }"];
      case 2:
        return [`{ int ${i} = 0; do {`, ...body, `} while (++${i} < ${bound}); }`];
      default: {
        const label = this.#name("L");
        return [
          `{ int ${i} = 0; ${label}: ;`,
          "do {",
          ...body,
          "} while (0);",
          `if (${i}++ < ${bound}) goto ${label}; }`,
        ];
      }
    }
  }

  #switch(depth: number): string[] {
    const lines = [`switch ((${this.#integer(2)}) & 7) {`];
    for (let i = 0; i < 4; i++) {
      lines.push(i === 2 && this.#chance(50) ? "default:" : `case ${2 * i}:`);
      lines.push("{", ...this.#block(depth - 1, false), "}");
      if (this.#chance(60)) lines.push("break;");
    }
    return [...lines, "}"];
  }

  #call(): string {
    if (this.#functions.length === 0) return this.#assignment();
    const { name, parameters, result } = this.#pick(this.#functions);
    const values = parameters.map((type) => {
      if (type.startsWith("struct")) return `${this.#prefix}s1[${this.#random(4)}]`;
      return this.#isFloat(type) ? this.#float(1) : this.#integer(2);
    });
    const call = `${name}(${values.join(", ")})`;
    if (result === "record") return `${this.#prefix}s0 = ${call};`;
    // Only names: the order of evaluation of a call and an address is unspecified.
    return this.#scope.length === 0 ? `${call};` : `${this.#pick(this.#scope).name} = ${call};`;
  }

  #function(): string[] {
    const outer = { scope: this.#scope, arrays: this.#arrays };
    this.#scope = [...outer.scope];
    this.#arrays = [...outer.arrays];
    const p = this.#prefix;
    const name = this.#name("f");
    const types = Array.from({ length: this.#random(4) }, () =>
      this.#pick([...this.#integers, "float", "double", `struct ${p}S`]),
    );
    const parameters = types.map((type) => {
      const parameter = this.#name("p");
      if (!type.startsWith("struct")) {
        this.#scope.push({ name: parameter, isFloat: this.#isFloat(type) });
      }
      return `${type} ${parameter}`;
    });
    const isRecord = this.#chance(25);
    const result = isRecord ? `struct ${p}S` : this.#pick(this.#integers);
    const lines = [`static ${result} ${name}(${parameters.join(", ") || "void"}) {`];
    const array = this.#name("a");
    const element = this.#pick(["int", "unsigned char", "long long"]);
    lines.push(`  ${element} ${array}[8] = { 1, 2, ${this.#integer(1)} };`);
    this.#arrays.push({ name: array, mask: 7 });
    const pointer = this.#name("q");
    lines.push(`  ${element} *${pointer} = ${array} + ((${this.#integer(1)}) & 7);`);
    this.#pointers = [pointer];
    for (let i = 0; i < 4; i++) {
      lines.push(...this.#statement(3, false).map((line) => `  ${line}`));
      if (this.#chance(30)) lines.push(`  ${pointer} = &${array}[(${this.#integer(1)}) & 7];`);
    }
    lines.push(`  ${p}mix(${pointer} - ${array});`);
    lines.push(`  for (int i = 0; i < 8; i++) ${p}mix(${array}[i]);`);
    lines.push(
      isRecord ? `  return ${p}s1[(${this.#integer(1)}) & 3];` : `  return ${this.#integer(2)};`,
    );
    lines.push("}");
    this.#scope = outer.scope;
    this.#arrays = outer.arrays;
    this.#pointers = [];
    this.#functions.push({ name, parameters: types, result: isRecord ? "record" : "scalar" });
    return lines;
  }

  #main(): string[] {
    const p = this.#prefix;
    const lines = [`static unsigned long long ${p}run(void) {`];
    for (let i = 0; i < 6; i++) lines.push(`  ${this.#call()}`);
    for (const { name, isFloat } of this.#scope)
      lines.push(`  ${p}mix${isFloat ? "f" : ""}(${name});`);
    for (const { name, mask } of this.#arrays) {
      lines.push(`  for (int i = 0; i <= ${mask}; i++) ${p}mix(${name}[i]);`);
    }
    for (const field of this.#fields) {
      lines.push(`  ${p}mixf(${p}s0.${field});`);
      lines.push(`  for (int i = 0; i < 4; i++) ${p}mixf(${p}s1[i].${field});`);
    }
    lines.push(`  ${p}mix(${p}u.l);`, `  return ${p}hash;`, "}");
    return lines;
  }
}
