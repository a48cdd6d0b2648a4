/**
 * Random correct programs with lists, doubly linked lists, trees, arrays of blocks and strings,
 * without inputs, where three of four get one to three planted mistakes: a free or a whole
 * destruction is dropped, doubled or moved elsewhere, a size or a bound is one off, a helper does
 * too little or too much.
 */
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";

interface Statement {
  readonly text: string;
  readonly frees: boolean;
}

/** The operations on one structure, in this order. */
type Unit = readonly Statement[];

/** Definitions of a helper: the right one, then wrong ones. */
type Helper = readonly [string, ...string[]];

const POP: Helper = [
  "void pop(struct node **l) { struct node *n = *l; *l = n->next; free(n); }",
  "void pop(struct node **l) { struct node *n = *l; *l = n->next; }",
  "void pop(struct node **l) { struct node *n = *l; free(n); *l = n->next; }",
];
const PUSH: Helper = [
  "void push(struct node **l, int v) { struct node *n = node(v); n->next = *l; *l = n; }",
  "void push(struct node **l, int v) { struct node *n = node(v); *l = n; }",
];
const REVERSE: Helper = [
  `void reverse(struct node **l) {
  struct node *r = 0;
  for (struct node *n = *l, *m; n; n = m) { m = n->next; n->next = r; r = n; }
  *l = r;
}`,
  `void reverse(struct node **l) {
  struct node *r = 0;
  for (struct node *n = *l, *m; n; n = m) { m = n->next; n->next = r; r = *l; }
  *l = r;
}`,
];
const UNLINK: Helper = [
  `void unlink(struct two **l, struct two *t) {
  if (t->prev) t->prev->next = t->next; else *l = t->next;
  if (t->next) t->next->prev = t->prev;
  free(t);
}`,
  `void unlink(struct two **l, struct two *t) {
  if (t->prev) t->prev->next = t->next; else *l = t->next;
  free(t);
}`,
  `void unlink(struct two **l, struct two *t) {
  if (t->prev) t->prev->next = t->next;
  if (t->next) t->next->prev = t->prev;
  free(t);
}`,
];
const FELL: Helper = [
  "void fell(struct tree *t) { if (t) { fell(t->left); fell(t->right); free(t); } }",
  "void fell(struct tree *t) { if (t) { fell(t->left); free(t); } }",
  "void fell(struct tree *t) { if (t) { fell(t->left); free(t); fell(t->right); } }",
];
const HELPERS: readonly Helper[] = [PUSH, POP, REVERSE, UNLINK, FELL];

const does = (text: string): Statement => ({ text, frees: false });
const frees = (text: string): Statement => ({ text, frees: true });

export function randomStructureProgram(seed: number): string {
  const random = new RandomGenerator(seed);
  const units = Array.from({ length: 1 + random.below(3) }, (_, name) => {
    const kinds = [listUnit, twoUnit, treeUnit, rowsUnit, stringUnit];
    return (kinds[random.below(kinds.length)] as typeof listUnit)(random, name);
  });
  const statements = interleaved(units, random);
  const helpers = HELPERS.map(([right]) => right);
  for (let left = [0, 1, 2, 3][random.below(4)] as number; left > 0; left--) {
    plantMistake(statements, helpers, random);
  }
  statements.push(does(["return 0;", "return sum > 3;", "exit(0);"][random.below(3)] as string));
  return `typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void exit(int); void *memset(void *, int, size_t); void *memcpy(void *, const void *, size_t);
char *strcpy(char *, const char *); size_t strlen(const char *);
struct node { struct node *next; int v; };
struct two { struct two *next, *prev; int v; };
struct tree { struct tree *left, *right; int v; };
struct node *node(int v) { struct node *n = malloc(sizeof *n); n->next = 0; n->v = v; return n; }
void before(struct two **l, int v) {
  struct two *t = malloc(sizeof *t);
  t->v = v; t->prev = 0; t->next = *l;
  if (*l) (*l)->prev = t;
  *l = t;
}
void grow(struct tree **t, int v) {
  while (*t) t = v < (*t)->v ? &(*t)->left : &(*t)->right;
  *t = calloc(1, sizeof **t);
  (*t)->v = v;
}
int height(struct tree *t) {
  if (!t) return 0;
  int l = height(t->left), r = height(t->right);
  return 1 + (l < r ? r : l);
}
${helpers.join("\n")}
int main(void) {
  int sum = 0;
  ${statements.map(({ text }) => text).join("\n  ")}
}
`;
}

// ----------------------------------------------------------------- structures

function listUnit(random: RandomGenerator, name: number): Unit {
  const list = `list${name}`;
  const length = 1 + random.below(4);
  const uses = [
    `for (struct node *n = ${list}; n; n = n->next) sum += n->v;`,
    `reverse(&${list});`,
    `push(&${list}, ${random.below(9)});`,
    `if (${list}) sum += ${list}->v;`,
  ];
  return [
    does(`struct node *${list} = 0;`),
    does(`for (int i = 0; i < ${length}; i++) push(&${list}, i);`),
    ...someOf(uses, random).map(does),
    ...(random.below(2) === 0 ? [frees(`pop(&${list});`)] : []),
    frees(`while (${list}) pop(&${list});`),
  ];
}

function twoUnit(random: RandomGenerator, name: number): Unit {
  const list = `two${name}`;
  const length = 2 + random.below(3);
  return [
    does(`struct two *${list} = 0;`),
    does(`for (int i = 0; i < ${length}; i++) before(&${list}, i);`),
    ...someOf([`for (struct two *t = ${list}; t; t = t->next) sum += t->v;`], random).map(does),
    frees(`unlink(&${list}, ${list}->next);`),
    does(`before(&${list}, 7);`),
    frees(`while (${list}) unlink(&${list}, ${list});`),
  ];
}

function treeUnit(random: RandomGenerator, name: number): Unit {
  const tree = `tree${name}`;
  const inserts = Array.from({ length: 1 + random.below(4) }, () =>
    does(`grow(&${tree}, ${random.below(9)});`),
  );
  const uses = someOf([`sum += height(${tree});`, `sum += ${tree}->v;`], random);
  return [
    does(`struct tree *${tree} = 0;`),
    ...inserts,
    ...uses.map(does),
    frees(`fell(${tree});`),
  ];
}

function rowsUnit(random: RandomGenerator, name: number): Unit {
  const rows = `rows${name}`;
  const count = 1 + random.below(3);
  const width = 1 + random.below(4);
  const onHeap = random.below(2) === 0;
  const each = `for (int i = 0; i < ${count}; i++)`;
  return [
    onHeap
      ? does(`int **${rows} = malloc(${count} * sizeof *${rows});`)
      : does(`int *${rows}[${count}];`),
    does(`${each} ${rows}[i] = calloc(${width}, sizeof **${rows});`),
    does(`${each} for (int j = 0; j < ${width}; j++) ${rows}[i][j] = i + j;`),
    ...someOf(
      [
        `sum += ${rows}[${random.below(count)}][${random.below(width)}];`,
        `memset(${rows}[0], 0, ${4 * width});`,
        `${rows}[0] = realloc(${rows}[0], ${4 * width + 8});`,
      ],
      random,
    ).map(does),
    frees(`${each} free(${rows}[i]);`),
    ...(onHeap ? [frees(`free(${rows});`)] : []),
  ];
}

function stringUnit(random: RandomGenerator, name: number): Unit {
  const [text, other] = [`text${name}`, `other${name}`];
  const length = 1 + random.below(5);
  return [
    does(`char *${text} = malloc(${length + 1});`),
    does(`memset(${text}, 'a', ${length});`),
    does(`${text}[${length}] = 0;`),
    does(`char *${other} = malloc(strlen(${text}) + 1);`),
    does(
      random.below(2) === 0
        ? `strcpy(${other}, ${text});`
        : `memcpy(${other}, ${text}, ${length + 1});`,
    ),
    ...someOf([`for (char *p = ${text}; *p; p++) sum += *p;`], random).map(does),
    frees(`free(${text});`),
    does(`sum += (int)strlen(${other});`),
    frees(`free(${other});`),
  ];
}

// ------------------------------------------------------------- putting together

function someOf(all: readonly string[], random: RandomGenerator): readonly string[] {
  return all.filter(() => random.below(2) === 0);
}

/** The statements of all units, those of each in their order. */
function interleaved(units: readonly Unit[], random: RandomGenerator): Statement[] {
  const waiting = units.map((unit) => [...unit]);
  const all: Statement[] = [];
  while (waiting.some(({ length }) => length > 0)) {
    const next = waiting[random.below(waiting.length)]?.shift();
    if (next !== undefined) all.push(next);
  }
  return all;
}

/** Changes statements or helpers; declarations stay before their uses. */
function plantMistake(statements: Statement[], helpers: string[], random: RandomGenerator): void {
  const places = statements.flatMap((statement, index) => (statement.frees ? [index] : []));
  const at = places[random.below(places.length)];
  if (at === undefined) return;
  const statement = statements[at] as Statement;
  switch (random.below(6)) {
    case 0:
      statements.splice(at, 1);
      return;
    case 1:
      statements.splice(at + 1 + random.below(statements.length - at), 0, statement);
      return;
    case 2: {
      // After the declaration of the freed variable.
      const subject = /(?:list|two|tree|rows|text|other)\d/.exec(statement.text)?.[0] ?? "";
      const declared = statements.findIndex(({ text }) => text.includes(`*${subject}`));
      statements.splice(at, 1);
      statements.splice(declared + 1 + random.below(statements.length - declared), 0, statement);
      return;
    }
    case 3:
    case 4: {
      const numbered = statements.flatMap(({ text }, index) =>
        /[(<[] ?\d+[ );\]]/.test(text) ? [index] : [],
      );
      const chosen = numbered[random.below(numbered.length)];
      if (chosen === undefined) return;
      const { text, frees: isFree } = statements[chosen] as Statement;
      const change = random.below(2) === 0 ? 1 : -1;
      const changed = text.replace(/([(<[] ?)(\d+)(?=[ );\]])/, (_all, open, digits) => {
        return `${open}${Math.max(0, Number(digits) + change)}`;
      });
      statements[chosen] = { text: changed, frees: isFree };
      return;
    }
    default: {
      const helper = random.below(HELPERS.length);
      const wrong = (HELPERS[helper] as Helper).slice(1);
      helpers[helper] = wrong[random.below(wrong.length)] as string;
    }
  }
}
