/** A pointer that leaves its object leads to no other one, at any distance. */
import { describe, expect, test } from "vitest";
import { type DataModel, describeOutcome, runC } from "../../../test/support/run-c.ts";

const DECLARATIONS = `
  typedef __SIZE_TYPE__ size_t;
  void *malloc(size_t); void *realloc(void *, size_t); void free(void *);
  void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
  struct pair { char *first, *second; }; union word { char *p; struct pair pair; };
  char room[40], behind[40];
  static char *moved(char *p, long by) { return p + by; }
  static void put(char *p) { *p = 1; }
  static void put_second(struct pair pair) { *pair.second = 1; }
  static struct pair paired(char *p) { struct pair pair = { 0, p }; return pair; }
`;

/** Forms of an access through `p + k`; `to` is its target by chance. */
const ACCESSES: readonly string[] = [
  "p[k] = 1;",
  "*(p + k) = 1;",
  "char *s = p + k; *s = 1;",
  "char *s = p; s += k; *s = 1;",
  "char *s = p; s += k / 2; s += k - k / 2; *s = 1;",
  "char *s = p; long i = 0, d = k < 0 ? -1 : 1; while (i != k) { s += d; i += d; } *s = 1;",
  "*moved(p, k) = 1;",
  "char *s = moved(p, k); *s = 1;",
  "put(p + k);",
  "void (*f)(char *) = put; f(p + k);",
  "struct pair a = { p, p + k }, b = a; *b.second = 1;",
  "struct pair a = { p, p + k }; put_second(a);",
  "*paired(p + k).second = 1;",
  "char *s = p + k, *t; memcpy(&t, &s, sizeof s); *t = 1;",
  "union word u; u.pair.first = p + k; *u.p = 1;",
  "char **s = malloc(sizeof *s); *s = p + k; s = realloc(s, 4 * sizeof *s); **s = 1;",
  "memset(p + k, 0, 1);",
  "char *s = p + k; if (*s) return 1;",
  "struct pair *s = (struct pair *)(p + k); s->first = 0;",
];

/**
 * Bodies of `main` in which pointers leave their objects without an invalid access; they return 0.
 */
const FINE: readonly string[] = [
  "char *s = p + k; s = s - k; *s = 1;",
  "char *s = p + k, *t = s; s = q; t = q; *s = *t = 1;",
  "struct pair a = { p + k, q }; a.first = a.second; *a.first = 1;",
  "char *s = moved(p, k); s = moved(s, -k); *s = 1;",
  "char *s = p + k; memcpy(&s, &q, sizeof s); *s = 1;",
  "moved(p, k); char *s = moved(q, 0); *s = 1;",
  "moved(p + k, -k); put(q);",
  "struct pair *s = (struct pair *)(p - sizeof(char *)); *(char *)&s->second = 1;",
  "free(p + k - k); p = malloc(40);",
  "char *e = p + 40; for (char *s = p; s < e; s++) *s = 1;",
  // The distance of objects is an ordinary number for programs that use addresses as numbers.
  "p[q - p] = 1;",
  "*(char *)((size_t)p + k) = 1;",
  "size_t d = (size_t)q - (size_t)p; char *s = p + d; *s = 1;",
];

const MODELS: readonly DataModel[] = ["ILP32", "LP64"];
type Objects = readonly [name: string, start: string, end: string];
const OBJECTS: readonly Objects[] = [
  ["blocks", "char *p = malloc(40), *q = malloc(40);", "free(p); free(q);"],
  ["static objects", "char *p = room, *q = behind;", ""],
  ["locals", "char x[40], y[40], *p = x, *q = y;", ""],
];

interface Setting {
  readonly model: DataModel;
  readonly implementation: "usual" | "other";
  readonly objects: Objects;
}

function run({ model, implementation, objects }: Setting, k: number, text: string): string {
  const [, start, end] = objects;
  const program = `${DECLARATIONS} int main(void) { ${start} long k = ${k}; ${text} ${end} return 0; }`;
  const options = { tracksBlocks: true, followsProvenance: true, maxMemoryBytes: 1 << 20 };
  return describeOutcome(runC(program, { model, implementation, ...options }));
}

/** The distance of the second object from the first one, from exit codes. */
function distanceOf(setting: Setting): number {
  const [low = 0, high = 0] = [0, 8].map((shift) =>
    Number(/exit (\d+)/.exec(run(setting, 0, `return (q - p) >> ${shift} & 255;`))?.[1]),
  );
  return ((low | (high << 8)) << 16) >> 16;
}

describe.each(MODELS)("%s", (model) => {
  describe.each(["usual", "other"] as const)("%s implementation", (implementation) => {
    test.each(OBJECTS.map((objects) => ({ name: objects[0], objects })))("$name", ({ objects }) => {
      const setting = { model, implementation, objects };
      const k = distanceOf(setting);
      expect(k).not.toBe(0);
      for (const body of ACCESSES) {
        expect(run(setting, k, body), body).toMatch(/^invalid-dereference/);
      }
      const hasBlocks = objects[0] === "blocks";
      for (const body of FINE) {
        if (!hasBlocks && body.includes("free")) continue;
        expect(run(setting, k, body), body).toBe("exit 0");
      }
      if (hasBlocks) expect(run(setting, k, "free(p + k); p = 0;")).toMatch(/^invalid-free/);
    });
  });
});
