import { describe, expect, it } from "vitest";
import { ILP32, LP64, parseC } from "../../cfront/index.ts";
import { buildCfa } from "../lowering/program-builder.ts";
import { intrinsicOf } from "../model/intrinsics.ts";
import { LIBRARY_TEXT } from "./library.ts";

const PROGRAM = `
typedef __SIZE_TYPE__ size_t;
size_t strlen(const char *); char *strdup(const char *); int isalpha(int); double modf(double, double *);
int rand(void); const unsigned short **__ctype_b_loc(void); char *strcasecmp(void); int abs(int);
int abs(int x) { return x; }
int main(void) { double w; strcasecmp(); return strlen(strdup("a")) + isalpha(1) + modf(1, &w) + rand()
  + (*__ctype_b_loc())['x'] + abs(3); }`;

describe.each([ILP32, LP64])("library models on $name", (machine) => {
  const { functions } = buildCfa(parseC("test.c", PROGRAM, machine), machine);

  it("are linked where the program has no definition and declares them as they are", () => {
    const models = [...functions.values()].filter(({ isLibrary }) => isLibrary);
    expect(models.map(({ name }) => name).sort()).toEqual([
      "__agon_drawn",
      "__ctype_b_loc",
      "isalpha",
      "modf",
      "rand",
      "strdup",
      "strlen",
    ]);
  });

  it("are all complete", () => {
    const unit = parseC("models", LIBRARY_TEXT, machine);
    const names = [...unit.functions.values()].filter(({ definition }) => definition !== undefined);
    const table = names.map(({ name }) => `(void *)${name}`).join(", ");
    const text = `${LIBRARY_TEXT}\nvoid *all[] = { ${table} }; int main(void) { return all[0] != 0; }`;
    const program = buildCfa(parseC("models", text, machine), machine);
    const edges = [...program.functions.values()].flatMap(({ nodes }) =>
      nodes.flatMap(({ leaving }) => leaving),
    );
    const called = edges.flatMap((edge) =>
      edge.kind === "call" && edge.callee.kind === "address" ? edge.callee.target.name : [],
    );
    expect(names.length).toBeGreaterThan(130);
    expect(called.filter((name) => !program.functions.has(name) && !intrinsicOf(name))).toEqual([]);
    const reasons = edges.flatMap((edge) => (edge.kind === "unsupported" ? edge.reason : []));
    expect(
      reasons.filter(
        (reason) =>
          !/thread-specific|atexit|scanf|conversion|wide|modifier|fgets|va_arg|ungetc|files that are open|pushed back|'ftell'|random|'rand'|clean-up handlers|key that is deleted/.test(
            reason,
          ),
      ),
    ).toEqual([]);
  });

  it("rest on intrinsics only", () => {
    const called = [...functions.values()]
      .filter(({ isLibrary }) => isLibrary)
      .flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving))
      .flatMap((edge) => (edge.kind === "call" && edge.callee.kind === "address" ? [edge] : []))
      .map(({ callee }) => (callee.kind === "address" ? callee.target.name : ""));
    const unknown = called.filter((name) => !functions.has(name) && !intrinsicOf(name));
    expect(unknown).toEqual([]);
  });
});
