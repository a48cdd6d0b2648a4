/**
 * Random verification tasks: small C programs with one to three inputs from
 * small domains, so that every execution can be tried. Most operations are
 * guarded against undefined behaviour, a few are not. The same seed gives the
 * same program.
 */
import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";
import {
  extraDeclarations,
  extraExpression,
  extraFunctions,
  extraStatement,
  type TaskContext,
} from "./random-task-extras.ts";

export interface RandomTask {
  readonly text: string;
  /** Possible results of each call of an input function, in the order of the calls. */
  readonly domains: readonly (readonly number[])[];
  readonly dataModel: "ILP32" | "LP64";
}

/** @param dataModel - default: the seed decides */
export function randomTask(seed: number, dataModel?: RandomTask["dataModel"]): RandomTask {
  return new Generator(seed, dataModel).task();
}

interface IntegerType {
  readonly name: string;
  readonly nondet: string;
}
const TYPES: readonly IntegerType[] = [
  ["signed char", "schar"],
  ["unsigned char", "uchar"],
  ["char", "char"],
  ["short", "short"],
  ["unsigned short", "ushort"],
  ["int", "int"],
  ["int", "int"],
  ["unsigned int", "uint"],
  ["long", "long"],
  ["unsigned long", "ulong"],
  ["long long", "longlong"],
  ["unsigned long long", "ulonglong"],
  ["_Bool", "bool"],
].map(([name = "", nondet = ""]) => ({ name, nondet }));

interface Scope {
  /** Assignable integers, and how to read them. */
  readonly places: string[];
  /** Integers of type int, as targets of pointers. */
  readonly targets: string[];
  readonly loops: number;
  readonly depth: number;
}

/** One in this number of guards against undefined behaviour is left out. */
const CARELESS = 60;
const MAX_EXECUTIONS = 512;

class Generator {
  readonly #below: (limit: number) => number;
  readonly #dataModel: "ILP32" | "LP64";
  #lines: string[] = [];
  #names = 0;
  #budget = 0;
  #functions: string[] = [];
  #breakable = false;

  constructor(seed: number, dataModel?: RandomTask["dataModel"]) {
    this.#below = randomIntegers(seed);
    const own = this.#below(3) === 0 ? "ILP32" : "LP64";
    this.#dataModel = dataModel ?? own;
  }

  task(): RandomTask {
    const used = TYPES.filter((type, i) => TYPES.findIndex((t) => t.name === type.name) === i);
    this.#emit("extern void reach_error(void);", "extern void abort(void);");
    this.#emit("extern void __VERIFIER_assume(int);");
    const size = this.#dataModel === "LP64" ? "unsigned long" : "unsigned int";
    this.#emit(`extern void *malloc(${size});`, "extern void free(void *);");
    this.#emit(`extern void *realloc(void *, ${size});`);
    this.#emit(`extern void *memcpy(void *, const void *, ${size});`);
    for (const { name, nondet } of used) {
      this.#emit(`extern ${name} __VERIFIER_nondet_${nondet}(void);`);
    }
    this.#emit(...extraDeclarations(size));
    this.#records();
    const globals: Scope = { places: [], targets: [], loops: 0, depth: 0 };
    for (let i = 0; i < 3; i++) this.#declareInteger(globals, this.#chance(2) ? "static " : "");
    this.#emit(`static struct S gs = { ${this.#constant()}, ${this.#constant()} }, ga[3];`);
    this.#emit(`static union U gu = { ${this.#constant()} };`);
    this.#emit(`static int gt[4] = { ${this.#constant()}, 2, ${this.#constant()} };`);
    this.#emit(...extraFunctions());
    this.#addRecord(globals, "gs.");
    globals.places.push("ga[1].a", "ga[2].d", "gu.i", "gu.b[1]", "gu.h[1]", "gt[0]", "gt[3]");
    globals.targets.push("gt[1]", "gt[2]");
    const count = this.#below(3);
    for (let i = 0; i < count; i++) this.#function(globals);
    const domains = this.#main(globals);
    return { text: `${this.#lines.join("\n")}\n`, domains, dataModel: this.#dataModel };
  }

  // ------------------------------------------------------------------- basics

  #emit(...lines: string[]): void {
    this.#lines.push(...lines);
  }

  #chance(outOf: number): boolean {
    return this.#below(outOf) === 0;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  #name(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  #constant(): string {
    const small = this.#below(12) - 3;
    const special = ["127", "128", "255", "-128", "32767", "65535", "0x7fffffff", "-1", "0x80u"];
    return this.#chance(6) ? this.#pick(special) : String(small);
  }

  #records(): void {
    const width = (): number => 1 + this.#below(14);
    const unit = (): string => this.#pick(["int", "unsigned", "unsigned char", "long long"]);
    const field = (name: string): string => {
      const type = unit();
      return `${type} ${name} : ${type === "unsigned char" ? 1 + this.#below(8) : width()};`;
    };
    const plain = `${this.#pick(TYPES).name} c; ${this.#pick(TYPES).name} d; int x[2];`;
    this.#emit(`struct S { ${field("a")} ${field("b")} ${plain} };`);
    this.#emit("union U { int i; unsigned char b[4]; short h[2]; };");
  }

  /** The parts of a record that a prefix such as `s.` or `p->` reaches. */
  #addRecord(scope: Scope, prefix: string): void {
    scope.places.push(...["a", "b", "c", "d", "x[1]"].map((field) => prefix + field));
    scope.targets.push(`${prefix}x[0]`);
  }

  #declareInteger(scope: Scope, storage = "", value = this.#constant()): string {
    const { name: type } = this.#pick(TYPES);
    const name = this.#name("v");
    this.#emit(`${storage}${type} ${name} = ${value};`);
    scope.places.push(name);
    if (type === "int") scope.targets.push(name);
    return name;
  }

  // -------------------------------------------------------------- expressions

  #expression(scope: Scope, depth = 3): string {
    if (depth === 0 || this.#chance(4)) return this.#leaf(scope);
    const inner = (): string => this.#expression(scope, depth - 1);
    const guard = (code: string, careless: string): string =>
      this.#chance(CARELESS) ? careless : code;
    switch (this.#below(20)) {
      case 0:
      case 1:
        return `(${inner()} + ${inner()})`;
      case 2:
        return `(${inner()} - ${inner()})`;
      case 3:
        return `(${inner()} * ${this.#chance(2) ? this.#constant() : inner()})`;
      case 4:
        return `(${inner()} ${this.#pick(["&", "|", "^"])} ${inner()})`;
      case 5: {
        const divisor = inner();
        const operator = this.#pick(["/", "%"]);
        return `(${inner()} ${operator} ${guard(`((unsigned char)${divisor} | 1)`, divisor)})`;
      }
      case 6: {
        // Too large a shift gives any value, which no compiler shows.
        return `(${inner()} ${this.#pick(["<<", ">>"])} (${inner()} & 7))`;
      }
      case 7:
      case 8:
        return `(${inner()} ${this.#pick(["<", "<=", ">", ">=", "==", "!="])} ${inner()})`;
      case 9:
        return `(${inner()} ${this.#pick(["&&", "||"])} ${inner()})`;
      case 10:
        return `(${inner()} ? ${inner()} : ${inner()})`;
      case 11:
      case 12:
        return `(${this.#pick(TYPES).name})${inner()}`;
      case 13:
        return `(${this.#pick(["-", "~", "!"])} ${inner()})`;
      case 14: {
        const index = inner();
        return `gt[${guard(`${index} & 3`, index)}]`;
      }
      case 15:
        return `(int)((double)(short)${inner()} / 4.0 + 0.5f)`;
      case 16:
        return `((float)${inner()} ${this.#pick(["<", "==", ">="])} (double)${inner()})`;
      case 17:
      case 18:
        return extraExpression(this.#context(scope));
      default:
        return `(int)gu.b[${inner()} & 3]`;
    }
  }

  #context(scope: Scope): TaskContext {
    return {
      below: this.#below,
      expression: (depth) => this.#expression(scope, depth),
      place: () => this.#place(scope),
      newName: (prefix) => this.#name(prefix),
      emit: (...lines) => this.#emit(...lines),
    };
  }

  #leaf(scope: Scope): string {
    return this.#chance(3) ? this.#constant() : this.#pick(scope.places);
  }

  #place(scope: Scope): string {
    if (this.#chance(6)) return `gt[${this.#expression(scope, 2)} & 3]`;
    if (this.#chance(12)) {
      return `ga[(unsigned)${this.#expression(scope, 1)} % 3].${this.#pick(["a", "b", "c", "d"])}`;
    }
    return this.#pick(scope.places);
  }

  /** The address of an integer of type int. */
  #target(scope: Scope): string {
    const one = (): string =>
      this.#chance(3) ? `&gt[${this.#expression(scope, 1)} & 3]` : `&${this.#pick(scope.targets)}`;
    return this.#chance(3) ? `(${this.#expression(scope, 2)} ? ${one()} : ${one()})` : one();
  }

  // --------------------------------------------------------------- statements

  #block(outer: Scope, count: number, loops = outer.loops): void {
    const scope: Scope = {
      places: [...outer.places],
      targets: [...outer.targets],
      loops,
      depth: outer.depth + 1,
    };
    this.#emit("{");
    for (let i = 0; i < count; i++) this.#statement(scope);
    this.#emit("}");
  }

  #statement(scope: Scope): void {
    if (this.#budget-- <= 0 || scope.depth > 4) {
      this.#assignment(scope);
      return;
    }
    switch (this.#below(27)) {
      case 0:
      case 1:
        this.#if(scope);
        return;
      case 2:
        this.#loop(scope);
        return;
      case 3:
        this.#switch(scope);
        return;
      case 4:
        this.#pointer(scope);
        return;
      case 5:
        this.#call(scope);
        return;
      case 6:
        this.#record(scope);
        return;
      case 7:
        this.#goto(scope);
        return;
      case 8:
        this.#declareInteger(scope, this.#chance(5) ? "static " : "");
        return;
      case 9:
        this.#declareInteger(scope, "", this.#expression(scope));
        return;
      case 10:
        this.#emit(`${this.#place(scope)}${this.#pick(["++", "--"])};`);
        return;
      case 11:
        if (this.#breakable && this.#chance(2)) {
          this.#emit(`if (${this.#expression(scope)}) ${this.#pick(["break", "continue"])};`);
        } else this.#block(scope, 2);
        return;
      case 12:
        this.#heap(scope);
        return;
      case 13:
        this.#escape(scope);
        return;
      case 14:
        this.#backwardGoto(scope);
        return;
      case 15:
      case 16:
      case 17:
      case 18:
        extraStatement(this.#context(scope));
        return;
      default:
        this.#assignment(scope);
    }
  }

  /** A heap block that grows and ends; rarely it is used after its end. */
  #heap(scope: Scope): void {
    const name = this.#name("h");
    this.#emit(`int *${name} = malloc(2 * sizeof(int));`);
    this.#emit(`${name}[0] = ${this.#expression(scope, 2)}; ${name}[1] = 1;`);
    if (this.#chance(2)) {
      this.#emit(`${name} = realloc(${name}, 3 * sizeof(int)); ${name}[2] = ${name}[0];`);
    }
    const inner = { ...scope, places: [...scope.places, `${name}[0]`, `${name}[1]`] };
    this.#block(inner, 2);
    this.#emit(`${this.#pick(scope.places)} = ${name}[${this.#expression(scope, 1)} & 1];`);
    if (this.#chance(2)) this.#emit(`if (${this.#expression(scope, 2)}) free(${name});`);
    if (this.#chance(8)) this.#emit(`${this.#pick(scope.places)} = *${name};`);
  }

  /** A pointer to an object of an inner block, and one to a pointer. */
  #escape(scope: Scope): void {
    const [outer, local, twice] = [this.#name("p"), this.#name("v"), this.#name("q")];
    this.#emit(`int *${outer} = ${this.#target(scope)};`);
    this.#emit("{", `int ${local} = ${this.#expression(scope, 2)}, **${twice} = &${outer};`);
    this.#emit(`if (${this.#expression(scope, 2)}) *${twice} = &${local};`);
    this.#emit(`**${twice} += ${this.#constant()};`);
    this.#emit(`${this.#pick(scope.places)} = ${local} ^ *${outer};`, "}");
    if (this.#chance(6)) this.#emit(`${this.#pick(scope.places)} = *${outer};`);
  }

  #backwardGoto(scope: Scope): void {
    const [label, counter] = [this.#name("l"), this.#name("i")];
    this.#emit(`int ${counter} = 0;`);
    if (this.#chance(3)) this.#emit(`if (${this.#expression(scope, 2)}) goto ${label};`);
    this.#emit(`${counter}++;`);
    this.#block(scope, 1);
    this.#emit(`${label}:;`);
    this.#block(scope, 2, 2);
    this.#emit(`if (${counter}++ < 3 && ${this.#expression(scope, 2)}) goto ${label};`);
  }

  #assignment(scope: Scope): void {
    const operator = this.#pick(["", "", "", "", "+", "-", "*", "&", "|", "^"]);
    this.#emit(`${this.#place(scope)} ${operator}= ${this.#expression(scope)};`);
  }

  #if(scope: Scope): void {
    this.#emit(`if (${this.#expression(scope)})`);
    this.#block(scope, 1 + this.#below(2));
    if (this.#chance(2)) {
      this.#emit("else");
      this.#block(scope, 1 + this.#below(2));
    }
  }

  #loop(scope: Scope): void {
    if (scope.loops >= 2) {
      this.#assignment(scope);
      return;
    }
    const counter = this.#name("i");
    const limit = this.#chance(2)
      ? String(1 + this.#below(4))
      : `(${this.#expression(scope, 2)} & 3)`;
    const wasBreakable = this.#breakable;
    this.#breakable = true;
    const form = this.#below(3);
    if (form === 0) this.#emit(`for (int ${counter} = 0; ${counter} < ${limit}; ${counter}++)`);
    else this.#emit(`int ${counter} = ${limit};`);
    if (form === 1) this.#emit(`while (${counter}-- > 0)`);
    if (form === 2) this.#emit("do");
    // The counter is read, never written.
    const inner = { ...scope, places: [...scope.places], targets: [...scope.targets] };
    this.#block(inner, 1 + this.#below(3), scope.loops + 1);
    if (form === 2) this.#emit(`while (--${counter} > 0 && ${this.#expression(scope, 2)});`);
    this.#breakable = wasBreakable;
  }

  #switch(scope: Scope): void {
    const wasBreakable = this.#breakable;
    this.#breakable = false;
    this.#emit(`switch (${this.#expression(scope)}) {`);
    let at = -2;
    const count = 1 + this.#below(4);
    for (let i = 0; i < count; i++) {
      at += 1 + this.#below(3);
      const isRange = this.#chance(4);
      this.#emit(isRange ? `case ${at} ... ${at + 2}:` : `case ${at}:`);
      if (isRange) at += 2;
      this.#block(scope, 1);
      if (this.#chance(2)) this.#emit("break;");
    }
    if (this.#chance(2)) {
      this.#emit("default:");
      this.#block(scope, 1);
    }
    this.#emit("}");
    this.#breakable = wasBreakable;
  }

  #pointer(scope: Scope): void {
    const name = this.#name("p");
    this.#emit(`int *${name} = ${this.#target(scope)};`);
    if (this.#chance(2)) {
      this.#emit(`if (${this.#expression(scope, 2)}) ${name} = ${this.#target(scope)};`);
    }
    if (this.#chance(4)) {
      this.#emit(`if (${name} == &${this.#pick(scope.targets)}) ${this.#place(scope)} = 3;`);
    }
    scope.places.push(`*${name}`);
    scope.targets.push(`*${name}`);
    this.#assignment(scope);
  }

  #call(scope: Scope): void {
    const [first, second = first] = this.#functions;
    if (first === undefined || scope.loops > 1) {
      this.#assignment(scope);
      return;
    }
    let callee = this.#pick(this.#functions);
    if (this.#chance(3)) {
      callee = this.#name("f");
      const condition = this.#expression(scope, 2);
      this.#emit(`int (*${callee})(int, struct S, int *) = ${condition} ? ${first} : ${second};`);
    }
    const record = this.#pick(["gs", "ga[1]", `ga[${this.#expression(scope, 1)} & 1]`]);
    const code = `${callee}(${this.#expression(scope, 2)}, ${record}, ${this.#target(scope)})`;
    this.#emit(this.#chance(5) ? `${code};` : `${this.#pick(scope.places)} = ${code};`);
  }

  #record(scope: Scope): void {
    const name = this.#name("s");
    switch (this.#below(5)) {
      case 0:
        this.#emit(`struct S ${name} = gs;`);
        this.#addRecord(scope, `${name}.`);
        return;
      case 1:
        this.#emit(`struct S *${name} = ${this.#expression(scope, 1)} ? &ga[0] : &gs;`);
        this.#addRecord(scope, `${name}->`);
        return;
      case 2:
        this.#emit(`ga[${this.#expression(scope, 1)} & 1] = gs;`);
        return;
      case 3:
        this.#emit(`memcpy(&gs, &ga[(unsigned)${this.#expression(scope, 1)} % 3], sizeof gs);`);
        return;
      default:
        this.#emit(`gs = (struct S){ .b = ${this.#expression(scope, 1)}, .c = 1 };`);
    }
  }

  #goto(scope: Scope): void {
    const label = this.#name("l");
    this.#emit(`if (${this.#expression(scope, 2)}) goto ${label};`);
    this.#block(scope, 2);
    this.#emit(`${label}:;`);
  }

  // ---------------------------------------------------------------- functions

  #function(globals: Scope): void {
    const name = this.#name("f");
    this.#emit(`static int ${name}(int a, struct S s, int *p)`, "{");
    const scope: Scope = {
      places: [...globals.places, "a", "*p"],
      targets: [...globals.targets, "a", "*p"],
      loops: 1,
      depth: 2,
    };
    this.#addRecord(scope, "s.");
    this.#budget = 4;
    for (let i = 0; i < 3; i++) this.#statement(scope);
    if (this.#chance(2)) {
      this.#emit(`if (${this.#expression(scope, 2)}) return ${this.#expression(scope)};`);
    }
    if (this.#chance(3)) this.#emit(`if (a > 0 && a < 4) return ${name}(a - 1, s, p);`);
    this.#emit(`return ${this.#expression(scope)};`, "}");
    this.#functions.push(name);
  }

  #main(globals: Scope): (readonly number[])[] {
    this.#emit("int main(void)", "{");
    const scope: Scope = {
      places: [...globals.places],
      targets: [...globals.targets],
      loops: 0,
      depth: 1,
    };
    const domains: (readonly number[])[] = [];
    let executions = 1;
    const count = 1 + this.#below(3);
    for (let i = 0; i < count; i++) {
      const domain = this.#input(scope);
      if (executions * domain.length > MAX_EXECUTIONS) break;
      executions *= domain.length;
      domains.push(domain);
    }
    this.#lines = this.#lines.slice(0, this.#linesUpTo(domains.length));
    scope.places.splice(globals.places.length + domains.length);
    for (let i = scope.targets.length; i > globals.targets.length; i--) {
      if (!scope.places.includes(scope.targets[i - 1] as string)) scope.targets.splice(i - 1, 1);
    }
    const onHeap = this.#chance(3);
    if (onHeap) {
      this.#emit("struct S *h = malloc(2 * sizeof *h);", "h[0] = gs; h[1] = ga[2];");
      this.#addRecord(scope, "h[1].");
    }
    this.#budget = 6 + this.#below(8);
    const statements = 4 + this.#below(6);
    for (let i = 0; i < statements; i++) this.#statement(scope);
    const rare = this.#chance(2) ? ` && ${this.#expression(scope)} == ${this.#constant()}` : "";
    this.#emit(`if (${this.#expression(scope)}${rare}) reach_error();`);
    if (onHeap) this.#emit("free(h);");
    this.#emit("return 0;", "}");
    return domains;
  }

  #inputEnds: number[] = [];

  #linesUpTo(inputs: number): number {
    return this.#inputEnds[inputs - 1] ?? this.#lines.length;
  }

  /** Declares a variable with an input from a small domain. */
  #input(scope: Scope): number[] {
    const type = this.#pick(TYPES);
    const name = this.#name("n");
    const call = `__VERIFIER_nondet_${type.nondet}()`;
    const size = type.name === "_Bool" ? 2 : this.#pick([2, 4, 8, 16, 32]);
    const isUnsigned = /unsigned|_Bool/.test(type.name);
    const low = isUnsigned ? this.#below(3) : this.#below(6) - size / 2;
    let domain = Array.from({ length: size }, (_, i) => i);
    if (type.name === "_Bool") this.#emit(`_Bool ${name} = ${call};`);
    else if (this.#chance(2)) this.#emit(`${type.name} ${name} = ${call} & ${size - 1};`);
    else {
      const high = low + size - 1;
      domain = domain.map((i) => low + i);
      const guard = this.#pick(["assume", "abort"]);
      this.#emit(`${type.name} ${name} = ${call};`);
      const condition = `${name} >= ${low} && ${name} <= ${high}`;
      this.#emit(
        guard === "assume" ? `__VERIFIER_assume(${condition});` : `if (!(${condition})) abort();`,
      );
    }
    scope.places.push(name);
    if (type.name === "int") scope.targets.push(name);
    this.#inputEnds.push(this.#lines.length);
    return domain;
  }
}
