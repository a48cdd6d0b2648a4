/**
 * Random programs with threads that allocate blocks, hand them over in arguments and variables, and free them; with and without locks, some of
 * them wrong. The same seed gives the same program.
 */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

const PRELUDE = `#include <pthread.h>
#include <stdlib.h>
extern void abort(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { abort(); }
struct block { int n, k; pthread_mutex_t own; };
struct block *g0, *g1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#define MAKE(b, c) b = malloc(sizeof *b); b->n = c; b->k = 0; pthread_mutex_init(&b->own, 0);
static struct block *make(int n) { struct block *b; MAKE(b, n) return b; }
`;
const LOCALS = 2;

class Writer {
  readonly #below: (bound: number) => number;
  /** Expressions that lead to blocks, and those of them that are never null. */
  readonly #blocks: readonly string[];
  readonly #certain: readonly string[];
  /** Whether other threads may be given blocks, or take them. */
  readonly #isWild: boolean;

  constructor(
    below: (bound: number) => number,
    [blocks, certain]: readonly [readonly string[], readonly string[]],
    isWild: boolean,
  ) {
    this.#below = below;
    this.#blocks = blocks;
    this.#certain = certain;
    this.#isWild = isWild;
  }

  block(most: number, isLocked: boolean): string {
    return Array.from({ length: 1 + this.#below(most) }, () => this.statement(isLocked)).join(" ");
  }

  statement(isLocked: boolean): string {
    const block = this.#one(this.#blocks);
    const exists = this.#certain.includes(block) ? "" : `if (${block}) `;
    const [local, global] = [`r${this.#below(LOCALS)}`, `g${this.#below(2)}`];
    const [c, field] = [this.#below(4), this.#below(3) === 0 ? "k" : "n"];
    const pick = this.#below(this.#isWild ? 13 : 8);
    if (pick < 2) return `${exists}{ ${this.#change(block, field, c)} }`;
    if (pick < 4) return `${exists}if (${block}->${field} > ${c + 1}) reach_error();`;
    switch (pick) {
      case 4:
      case 5:
        if (isLocked) return `${exists}{ ${this.#change(block, field, c)} }`;
        return `pthread_mutex_lock(&m); ${this.block(3, true)} pthread_mutex_unlock(&m);`;
      case 6:
        return `{ struct block *b; MAKE(b, ${c}) ${this.#change("b", field, c)} if (b->${field} > ${c + 2}) reach_error(); free(b); }`;
      case 7:
        if (isLocked) return ";";
        return `${exists}{ pthread_mutex_lock(&${block}->own); ${this.#change(block, field, c)} pthread_mutex_unlock(&${block}->own); }`;
      case 8:
        return `if (!${global}) { MAKE(${global}, ${c}) }`;
      case 9:
        return `if (!${local}) { ${local} = ${global}; ${global} = 0; }`;
      case 10:
        return `if (!${global}) { ${global} = ${local}; ${local} = 0; }`;
      case 11:
        return `free(${local}); ${local} = 0;`;
      default:
        return `free(${global}); ${global} = 0;`;
    }
  }

  #change(block: string, field: string, c: number): string {
    switch (this.#below(4)) {
      case 0:
        return `${block}->${field} = ${c};`;
      case 1:
        return `if (${block}->${field} < ${c}) ${block}->${field}++;`;
      case 2:
        return `${block}->${field} += 2;`;
      default:
        return `${block}->n = ${block}->k;`;
    }
  }

  #one(list: readonly string[]): string {
    return list[this.#below(list.length)] as string;
  }
}

export function randomBlockProgram(seed: number): string {
  const below = randomIntegers(seed);
  const isWild = below(3) === 0;
  const hasGlobal = !isWild && below(4) > 0;
  const count = 1 + below(2);
  const threads = Array.from({ length: count }, (_, index) => index);
  const passed = threads.map(() => below(3));
  const locals = Array.from({ length: LOCALS }, (_, i) => `struct block *r${i} = 0;`).join(" ");
  const functions = threads.map((index) => {
    const certain = [...(passed[index] === 0 ? [] : ["p"]), ...(hasGlobal ? ["g0"] : [])];
    const others = isWild ? ["r0", "r1"] : [];
    const writer = new Writer(below, [[...certain, ...others, "g0"], certain], isWild);
    const locks = below(3) > 0;
    const body = writer.block(count === 1 ? 4 : 3, locks);
    const text = locks ? `pthread_mutex_lock(&m); ${body} pthread_mutex_unlock(&m);` : body;
    const end = isWild ? "free(r0); free(r1);" : "";
    return `void *f${index}(void *a) { struct block *p = a; ${locals}\n${text}\n${end} return 0; }`;
  });
  const main = new Writer(below, [["r0", "g0"], hasGlobal ? ["r0", "g0"] : ["r0"]], false);
  const lines = [`MAKE(r0, ${below(4)})`];
  if (hasGlobal || below(2) === 0)
    lines.push(below(2) === 0 ? `MAKE(g0, ${below(4)})` : "g0 = r0;");
  for (const index of threads) {
    const argument = ["0", "r0", "make(1)"][passed[index] as number] as string;
    lines.push(`pthread_create(&t${index}, 0, f${index}, ${argument});`);
  }
  if (below(2) === 0) lines.push(main.block(2, below(2) === 0));
  for (const index of threads) if (below(6) > 0) lines.push(`pthread_join(t${index}, 0);`);
  lines.push(main.block(2, true));
  if (below(3) > 0) lines.push("if (g0 != r0) free(g0); free(r0);");
  return `${PRELUDE}${functions.join("\n")}
int main(void) { ${locals} pthread_t ${threads.map((index) => `t${index}`).join(", ")};
${lines.join("\n")}
return 0; }
`;
}
