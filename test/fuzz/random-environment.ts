/**
 * Random programs that get pointers from an environment, follow them, and check whether their
 * writes are still there. The environment's pointers lead to its own objects, to variables of the
 * program that it knows, or nowhere.
 */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

export interface RandomEnvironment {
  /** The program for the verifier: the environment is only declared. */
  readonly open: string;
  /** The same with an environment in which pointers may lead to one object. */
  readonly closed: string;
}

const PRELUDE = `extern void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct other { int a; char c; };
struct item { int a; int b; struct item *next; struct other *o; long l; struct other part; };
int shared; static int own; struct item known; static struct item hidden;`;
const DECLARATIONS = `extern void *__VERIFIER_nondet_pointer(void); extern struct item *get_item(void);
extern struct other *get_other(void); extern int *get_int(void);
#define ANY(kind) __VERIFIER_nondet_pointer()
#define NEW() malloc(sizeof(struct item))`;

const DEFINITIONS = `static struct item items[2]; static struct other others[2]; static int number;
struct item *get_item(void) { int k = __VERIFIER_nondet_int();
  return k == 0 ? 0 : k == 1 ? &known : k == 2 ? items[0].next : k == 3 ? known.next : &items[k & 1]; }
struct other *get_other(void) { int k = __VERIFIER_nondet_int();
  return k == 0 ? 0 : k == 1 ? &known.part : k == 2 ? &items[0].part : &others[k & 1]; }
int *get_int(void) { int k = __VERIFIER_nondet_int();
  return k == 0 ? &shared : k == 1 ? &known.b : k == 2 ? &items[1].a : k == 3 ? &others[1].a
    : k == 4 ? &items[0].part.a : k == 5 ? &items[0].b : &number; }
static void scramble(struct item *x) { x->a = __VERIFIER_nondet_int(); x->b = __VERIFIER_nondet_int();
  x->next = get_item(); x->o = get_other(); x->l = __VERIFIER_nondet_int(); x->part.a = __VERIFIER_nondet_int(); }
static struct item *new_item(void) { struct item *x = malloc(sizeof(struct item)); scramble(x); return x; }
#define ANY(kind) get_##kind()
#define NEW() new_item()`;

export function randomEnvironment(seed: number): RandomEnvironment {
  const { functions, main } = new Generator(randomIntegers(seed)).program();
  const start =
    "  for (int k = 0; k < 2; k++) { scramble(&items[k]); others[k].a = __VERIFIER_nondet_int(); }\n";
  return {
    open: `${PRELUDE}\n${DECLARATIONS}\n${functions}int main(void) {\n${main}}\n`,
    closed: `${PRELUDE}\n${DEFINITIONS}\n${functions}int main(void) {\n${start}${main}}\n`,
  };
}

class Generator {
  readonly #below: (limit: number) => number;

  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  program(): { readonly functions: string; readonly main: string } {
    const body = this.#body();
    const functions = `static int work(struct item *p) {\n${this.#locals("q")}${body}  return own;\n}\n`;
    const start = this.#pick(this.#item(), "&hidden", "&known", "NEW()");
    const call = this.#below(3) === 0 ? `  work(&hidden);\n` : "";
    return { functions, main: `${call}  work(${start});\n  return 0;\n` };
  }

  #locals(item: string): string {
    return `  struct item *${item} = ${this.#item()}; struct other *r = ${this.#pick("ANY(other)", "get_other()")};
  int *i = ${this.#pick("ANY(int)", "get_int()", "&own", "&shared")}; int v = 0;\n`;
  }

  /** A value is written, other statements follow, the value is checked. */
  #body(): string {
    const before = this.#repeat(this.#below(4), () => this.#statement(1));
    const place = this.#place();
    const value = this.#below(4);
    const between = this.#repeat(this.#below(4), () => this.#statement(1));
    const test = this.#pick(`${place} != ${value}`, `v == ${value}`, `${place} == v`, `p == q`);
    return `${before}  ${place} = ${value};\n${between}  if (${test}) reach_error();\n`;
  }

  #statement(depth: number): string {
    const value = this.#pick(String(this.#below(4)), "v", this.#place());
    const pointer = this.#pick("p", "q");
    const choices = [
      `${this.#place()} = ${value};`,
      `${this.#place()} = ${value};`,
      `v = ${this.#place()};`,
      `${pointer}->next = ${this.#pick("p", "q", "0", "NEW()")};`,
      `${pointer} = ${this.#pick(this.#item(), "p->next", "q->next", "NEW()")};`,
      `r = ${this.#pick("p->o", "q->o", "ANY(other)", "&p->part")};`,
      `i = ${this.#pick("ANY(int)", "&p->a", "&q->b", "&r->a", "&shared")};`,
      `if (${pointer} == 0) return 0;`,
      `r->c = ${this.#below(3)};`,
      `${pointer}->l = ${this.#below(3)};`,
      `*p = *q;`,
      `p->part = *r;`,
    ];
    if (depth === 0) return `  ${this.#pick(...choices)}\n`;
    const inner = this.#statement(depth - 1);
    const condition = this.#pick(
      "p != 0",
      "q",
      "p == q",
      `v == ${value}`,
      "p->next",
      "r != 0",
      "i == &shared",
    );
    return `  ${this.#pick(
      ...choices,
      `if (${condition}) {${inner}}`,
      `for (int k = 0; k < 2; k++) {${inner}}`,
    )}\n`;
  }

  #item(): string {
    return this.#pick("ANY(item)", "get_item()");
  }

  /** An `int`. */
  #place(): string {
    return this.#pick(
      ...["p->a", "p->b", "q->a", "q->b", "r->a", "*i", "shared", "own", "p->o->a", "known.a"],
      ...["p->part.a", "p->next->b", "hidden.a", "q->next->next->a"],
    );
  }

  #repeat(count: number, make: () => string): string {
    return Array.from({ length: count }, make).join("");
  }

  #pick<T>(...values: readonly T[]): T {
    return values[this.#below(values.length)] as T;
  }
}
