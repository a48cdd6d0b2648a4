/**
 * Random programs that build, change and destroy linked records without inputs, in which about
 * every other one has a mistake: a free that is dropped, doubled or misplaced, an access after it,
 * a pointer that is overwritten.
 */
import { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";

const POINTERS = 4;
const STATEMENTS = 14;

export function randomHeapProgram(seed: number): string {
  const random = new RandomGenerator(seed);
  const pointer = (): string => `p${random.below(POINTERS)}`;
  const statements: string[] = [];
  /** Variables that certainly hold a live node. */
  const live = new Set<string>();
  const makesMistakes = random.below(2) === 0;
  const chosen = (): string => {
    if (live.size === 0 || (makesMistakes && random.below(8) === 0)) return pointer();
    return [...live][random.below(live.size)] as string;
  };
  for (let i = 0; i < STATEMENTS; i++) {
    const [a, b] = [pointer(), chosen()];
    switch (random.below(10)) {
      case 0:
      case 1:
        if (live.has(a) && !makesMistakes) statements.push(`free(${a});`);
        statements.push(`${a} = node(${random.below(9)});`);
        live.add(a);
        break;
      case 2:
        if (!live.has(b)) break;
        statements.push(`free(${b});`);
        if (makesMistakes && random.below(3) === 0) break;
        statements.push(`${b} = 0;`);
        live.delete(b);
        break;
      case 3:
        if (live.has(b) || makesMistakes) statements.push(`${b}->v[${random.below(2)}] = ${i};`);
        break;
      case 4:
        statements.push(`if (${b}) sum += ${b}->v[${random.below(2)}];`);
        break;
      case 5:
        if (!live.has(b) || !makesMistakes) break;
        statements.push(`if (!${b}->next) ${b}->next = node(${i});`);
        break;
      case 6:
        statements.push(`for (int i = 0; i < ${1 + random.below(3)}; i++) push(&list, i);`);
        break;
      case 7:
        statements.push("while (list) pop(&list);");
        break;
      case 8:
        if (makesMistakes && live.has(b)) statements.push(`${a} = ${b};`);
        break;
      case 9:
        statements.push(
          `{ char *s = malloc(${2 + random.below(3)}); s[${random.below(makesMistakes ? 5 : 2)}] = 1; free(s); }`,
        );
        break;
    }
  }
  const cleans = !makesMistakes || random.below(3) > 0;
  if (cleans) {
    statements.push("while (list) pop(&list);");
    for (const name of live) statements.push(`free(${name});`);
  }
  statements.push(["return 0;", "return sum > 3;", "exit(0);"][random.below(3)] as string);
  return `typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void free(void *); void exit(int);
struct node { struct node *next; int v[2]; };
struct node *node(int v) {
  struct node *n = malloc(sizeof *n);
  n->next = 0; n->v[0] = v; n->v[1] = 0;
  return n;
}
void push(struct node **list, int v) { struct node *n = node(v); n->next = *list; *list = n; }
void pop(struct node **list) { struct node *n = *list; *list = n->next; free(n); }
int main(void) {
  struct node *list = 0, *p0 = 0, *p1 = 0, *p2 = 0, *p3 = 0;
  int sum = 0;
  ${statements.join("\n  ")}
}
`;
}
