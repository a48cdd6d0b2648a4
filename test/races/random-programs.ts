/** Small random programs with threads, locks, joins and atomic accesses: any of them may race or not. */
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";
import { HEAD } from "./race-program.ts";

const THREADS = ["a", "b", "c"] as const;

const DECLARATIONS = `${HEAD}
_Atomic int z; int as[2]; struct { pthread_mutex_t l; int v, w; } rs[2]; int *ip = &x; pthread_mutex_t *lp = &m;
pthread_t a, b, c; void take(void) { LOCK(m); } void leave(void) { UNLOCK(m); }
void step(pthread_mutex_t *l, int *v) { pthread_mutex_lock(l); ++*v; pthread_mutex_unlock(l); }
`;

const ACCESSES = [
  ..."x++;|y++;|as[0]++;|as[1] = x;|y = x;|z++;|z = x;|++*ip;|rs[0].v++;|rs[i].v++;|rs[i].w = rs[i].v;".split(
    "|",
  ),
  "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();",
  "__sync_fetch_and_add(&y, 1);",
  "step(&m, &x);",
  "step(&n, &y);",
  "step(lp, ip);",
  "step(&rs[i].l, &rs[i].v);",
];

/** Around some statements. */
const FRAMES: readonly (readonly [string, string])[] = [
  ["LOCK(m);", "UNLOCK(m);"],
  ["LOCK(n);", "UNLOCK(n);"],
  ["take();", "leave();"],
  ["take();", "UNLOCK(m);"],
  ["pthread_mutex_lock(lp);", "pthread_mutex_unlock(lp);"],
  ["pthread_mutex_lock(&rs[i].l);", "pthread_mutex_unlock(&rs[i].l);"],
  ["pthread_rwlock_rdlock(&rw);", "pthread_rwlock_unlock(&rw);"],
  ["pthread_rwlock_wrlock(&rw);", "pthread_rwlock_unlock(&rw);"],
  ["if (pthread_mutex_trylock(&m) == 0) {", "UNLOCK(m); }"],
  ["r = pthread_mutex_trylock(&n); if (!r) {", "} if (!r) UNLOCK(n);"],
  ["if (i) LOCK(m);", "if (i) UNLOCK(m);"],
  ["if (i) {", "}"],
  ["for (int k = 0; k < 2; k++) {", "}"],
  ["__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"],
];

export function randomProgram(seed: number): string {
  const random = new RandomGenerator(seed);
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const block = (depth: number, extra: readonly string[]): string => {
    const parts: string[] = [];
    for (let count = 1 + random.below(3); count > 0; count--) {
      if (extra.length > 0 && random.below(4) === 0) parts.push(pick(extra));
      else if (depth > 0 && random.below(3) > 0) {
        const [open, close] = pick(FRAMES);
        // Atomic blocks contain no waiting operation.
        const isAtomic = open.startsWith("__VERIFIER");
        const inner = isAtomic ? pick(ACCESSES.slice(0, 11)) : block(depth - 1, extra);
        // Sometimes a statement is omitted.
        const isForgotten = random.below(12) === 0 && !/[{}]/.test(open + close) && !isAtomic;
        parts.push(open, inner, isForgotten ? "" : close);
      } else parts.push(pick(ACCESSES));
    }
    return parts.join(" ");
  };
  const locals = "int i = __VERIFIER_nondet_int() != 0, r;";
  const bodies = THREADS.map(
    (name) => `void *f${name}(void *p) { ${locals} ${block(2, ["if (i) return 0;"])} return 0; }`,
  );
  const number = 1 + random.below(3);
  const main: string[] = [];
  for (const name of THREADS.slice(0, number)) {
    if (random.below(2) === 0) main.push(block(1, []));
    const routine = random.below(3) === 0 ? "fa" : `f${name}`;
    main.push(`pthread_create(&${name}, 0, ${routine}, 0);`);
    if (random.below(3) === 0) main.push(`pthread_join(${name}, 0); ${name} = 0;`);
  }
  const joins = THREADS.slice(0, number).filter(() => random.below(2) === 0);
  main.push(...joins.map((name) => `if (${name}) pthread_join(${name}, 0);`), block(2, []));
  return `${DECLARATIONS}${bodies.join("\n")}\nint main(void) { ${locals} ${main.join("\n  ")} return 0; }\n`;
}
