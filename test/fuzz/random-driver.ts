/**
 * Random programs in the style of drivers: callbacks that an endless loop of the environment calls,
 * objects that functions without a definition return and take, and few variables that hold the
 * state.
 */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

export interface RandomDriver {
  /** The program for the verifier: the environment is only declared. */
  readonly open: string;
  /**
   * The same with an environment: its objects have any content, including addresses of objects of
   * the program.
   */
  readonly closed: string;
}

const PRELUDE = `extern void abort(void); extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct object { int number; unsigned char small; struct object *link; int (*call)(int); };
int state, count, flag; static int level = 1; int shared; struct object own, table[3];`;
const DECLARATIONS = `extern struct object *get(int kind); extern void put(struct object *o);
extern int status(void); extern void notice(const char *text, ...); extern void fill(int *where);`;

/**
 * Possible effects of the environment: it returns its own objects and the program's, and writes to
 * its arguments.
 */
const DEFINITIONS = `static struct object pool[2];
static struct object *any(void) { int k = __VERIFIER_nondet_int();
  return k == 0 ? &own : k == 1 ? &table[1] : &pool[k & 1]; }
static void scramble(struct object *o) { o->number = __VERIFIER_nondet_int();
  o->small = __VERIFIER_nondet_int(); o->link = any(); }
struct object *get(int kind) { struct object *o = any(); scramble(o); return o; }
void put(struct object *o) { scramble(o); }
int status(void) { return __VERIFIER_nondet_int(); }
void notice(const char *text, ...) { }
void fill(int *where) { *where = __VERIFIER_nondet_int(); }`;

export function randomDriver(seed: number): RandomDriver {
  const program = new Generator(randomIntegers(seed)).program();
  return {
    open: `${PRELUDE}\n${DECLARATIONS}\n${program}`,
    closed: `${PRELUDE}\n${DEFINITIONS}\n${program}`,
  };
}

class Generator {
  readonly #below: (limit: number) => number;
  #functions = 0;

  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  program(): string {
    const helpers = this.#repeat(1 + this.#below(2), () => this.#function());
    const callbacks = this.#repeat(2 + this.#below(2), () => this.#function());
    const cases = Array.from(
      { length: this.#functions },
      (_, k) => `case ${k}: f${k}(last); break;`,
    );
    // Reached through memory only, and the only function that sets such values.
    const hook = `static int hook(int arg) { ${this.#variable()} = ${4 + this.#below(3)}; return 0; }\n`;
    const called = this.#pick("f0", "hook");
    return `${helpers}${callbacks}${hook}int main(void) { int last = 0; own.link = &own; own.call = ${called};
  table[1].link = &own; ${this.#statement(1)}
  while (status()) { switch (status()) { ${cases.join(" ")} default: last = status(); } ${this.#statement(1)} }
  ${this.#check()} return 0; }`;
  }

  #repeat(count: number, make: () => string): string {
    return Array.from({ length: count }, make).join("");
  }

  #function(): string {
    const body = this.#repeat(2 + this.#below(4), () => ` ${this.#statement(2)}`);
    const name = `f${this.#functions}`;
    const text = `int ${name}(int arg) { struct object *o = get(arg); int local = ${this.#below(3)};${body}
  return ${this.#pick("local", "0", "state", "o->number")}; }\n`;
    this.#functions++;
    return text;
  }

  #pick(...items: readonly string[]): string {
    return items[this.#below(items.length)] as string;
  }

  #variable(): string {
    return this.#pick("state", "state", "count", "flag", "level", "shared");
  }

  #condition(isInside: boolean): string {
    const number = this.#below(3);
    const tracked = `${this.#variable()} ${this.#pick("==", "!=", "<", ">=")} ${number}`;
    if (!isInside) return this.#pick(tracked, "status()", "shared == 1");
    return this.#pick(
      tracked,
      tracked,
      "o->number > 2",
      "o->link",
      "arg == 1",
      "status()",
      "shared",
    );
  }

  #value(isInside: boolean): string {
    const easy = this.#pick("0", "1", "2", this.#variable());
    return isInside ? this.#pick(easy, easy, "o->small", "local", "arg & 3", "own.number") : easy;
  }

  #check(): string {
    const number = this.#below(4);
    const claim = this.#pick(
      `${this.#variable()} < ${number + 2}`,
      `${this.#variable()} != ${number + 3}`,
      `!(${this.#variable()} == ${number} && ${this.#variable()} == ${this.#below(3)})`,
    );
    return `if (!(${claim})) reach_error();`;
  }

  #statement(depth: number): string {
    const isInside = depth === 2 || depth === 0;
    const variable = this.#variable();
    const inner = (): string => (isInside ? this.#statement(0) : this.#check());
    switch (this.#below(isInside ? 12 : 7)) {
      case 0:
        return `${variable} = ${this.#value(isInside)};`;
      case 1:
        return `if (${this.#condition(isInside)}) { ${inner()} }`;
      case 2:
        return `if (${this.#condition(isInside)}) ${variable} = ${this.#value(isInside)}; else ${inner()}`;
      case 3:
        return this.#check();
      case 4:
        return `if (${variable} < 3) ${variable} = ${variable} + 1;`;
      case 5:
        if (!isInside) return "fill(&shared);";
        return `o->link->number = ${this.#value(true)};`;
      case 6:
        if (!isInside) return "if (own.call) own.call(1);";
        return this.#pick(
          "put(o);",
          "fill(&shared);",
          'notice("x", o);',
          "own = *o;",
          "table[1] = own;",
        );
      case 7:
        return `local = ${this.#value(true)};`;
      case 8:
        return this.#pick(
          "o = o->link;",
          "o = &own;",
          "table[local % 3 < 0 ? 0 : local % 3].number = 1;",
        );
      case 9:
        return `for (int i = 0; i < ${1 + this.#below(3)}; i++) { ${inner()} }`;
      case 10:
        // Earlier functions only, to avoid endless recursion.
        return this.#functions === 0
          ? "local++;"
          : `local = f${this.#below(this.#functions)}(local);`;
      default:
        return this.#functions === 0
          ? "local--;"
          : "if (o == &own && own.call) local = own.call(2);";
    }
  }
}
