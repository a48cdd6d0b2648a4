/**
 * Programs with threads and known verdicts: many in a file, each after a line with its name, the
 * known verdicts by property, and the argument.
 *
 *     //// NAME: PROPERTY true | false [?], …
 *
 * `?`: no configuration need decide it.
 *
 * `specification.programs` has one program for every rule of the semantics, in the order of the
 * documentation: order of accesses, kinds of locks, atomic and thread-local objects, the heap,
 * semaphores, barriers, flags, algorithms, conditions, deadlocks, overflow. The other files vary
 * them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Property } from "../../src/ground/model/index.ts";
import { parseProperty } from "../../src/ground/properties/index.ts";

export interface Known {
  readonly property: string;
  readonly verdict: "true" | "false";
  readonly isUndecided: boolean;
}

export interface ThreadProgram {
  readonly name: string;
  readonly text: string;
  readonly known: readonly Known[];
}

const HEAD = `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);
void reach_error(void) { abort(); }
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
#define N __VERIFIER_nondet_int
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define LOCK(l) pthread_mutex_lock(&l)
#define UNLOCK(l) pthread_mutex_unlock(&l)
#define JOIN(t) pthread_join(t, 0)
#define ONE(f) ONE2(f, 0)
#define ONE2(f, x) pthread_t a; pthread_create(&a, 0, f, x);
#define TWO(f, g) pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); JOIN(a); JOIN(b);
`;

const FORMULAS: Readonly<Record<string, readonly string[]>> = {
  "unreach-call": ["G ! call(reach_error())"],
  "no-data-race": ["G ! data-race"],
  "no-overflow": ["G ! overflow"],
  deadlock: ["G ! deadlock"],
  "valid-memsafety": ["G valid-free", "G valid-deref", "G valid-memtrack"],
  "valid-memcleanup": ["G valid-memcleanup"],
};

export function propertyOf(name: string): Property {
  const lines = (FORMULAS[name] ?? []).map((formula) => `CHECK( init(main()), LTL(${formula}) )`);
  return parseProperty(lines.join("\n"), `${name}.prp`);
}

export function threadPrograms(): readonly ThreadProgram[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((file) => file.endsWith(".programs"))
    .sort()
    .flatMap((file) => {
      const [before, ...parts] = readFileSync(join(folder, file), "utf8").split(/^\/\/\/\/ /m);
      if (before !== "") throw new Error(`${file}: a text before the first name`);
      return parts.map((part) => parsed(file.replace(/\.programs$/, ""), part));
    });
}

function parsed(topic: string, part: string): ThreadProgram {
  const [, name, list, argument, body] =
    /^(\S+): (.*)\n((?:\/\/ .*\n)+)([\s\S]*)$/.exec(part) ?? [];
  if (name === undefined || list === undefined || argument === undefined || body === undefined) {
    throw new Error(`no program with an argument: ${part}`);
  }
  const known = list.split(", ").map((entry): Known => {
    const [, property, verdict, open] = /^(\S+) (true|false)(\?)?$/.exec(entry) ?? [];
    if (property === undefined || FORMULAS[property] === undefined) throw new Error(entry);
    return { property, verdict: verdict as "true" | "false", isUndecided: open !== undefined };
  });
  return { name: `${topic}/${name}`, text: HEAD + body, known };
}
