/** The table of contracts against the models, the intrinsics and the headers. */
import { describe, expect, it } from "vitest";
import { HEADERS, ILP32, LP64, parseC } from "../../cfront/index.ts";
import { CONTRACTS, contractOf, SIZED_TYPES, withSizes } from "../../library-contracts/index.ts";
import { intrinsicNames, intrinsicOf } from "../model/intrinsics.ts";
import { libraryModels } from "./library.ts";

/** Names of verifiers, of compilers and of Agon's own. */
const OWN = /^__(agon|goblint|ESBMC|CPROVER|VERIFIER|builtin)_/;
/** gcc and glibc call functions on floating-point numbers so, too. */
const INNER = /^__(?!assert|errno|ctype|printf|fprintf|mem|strdup|stack|chk|sigsetjmp|longjmp)/;

const modelled = new Set(libraryModels(LP64).map(({ name }) => name));

it("every function that has a meaning has a contract", () => {
  const names = [...modelled, ...intrinsicNames()].filter((name) => !OWN.test(name));
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => contractOf(name) === undefined)).toEqual([]);
});

it("every contract is that of a function that has a meaning", () => {
  const without = CONTRACTS.map(({ name }) => name).filter(
    (name) => !modelled.has(name) && intrinsicOf(name) === undefined,
  );
  expect(without).toEqual([]);
});

it("there is one contract for a name", () => {
  const names = CONTRACTS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(CONTRACTS.filter(({ name }) => INNER.test(name)).map(({ name }) => name)).toEqual([]);
});

describe.each([ILP32, LP64])("on $name", (machine) => {
  const headers = [...new Set(CONTRACTS.map(({ header }) => header))].filter((header) =>
    HEADERS.has(header),
  );

  it.each(headers)("prototypes agree with <%s>", (header) => {
    const include = `#define _GNU_SOURCE\n#include <${header}>\n#include <stdarg.h>\n#include <stddef.h>\n`;
    const before = parseC("header.c", include, machine).functions;
    for (const { prototype, name } of CONTRACTS.filter((each) => each.header === header)) {
      if (!before.has(name)) continue;
      const again = (): unknown => parseC("again.c", `${include}${prototype};`, machine);
      expect(again, prototype).not.toThrow();
    }
  });

  it("the types of extents have the sizes that they are said to have", () => {
    const includes = ["pthread.h", "semaphore.h", "threads.h", "wchar.h", "time.h"]
      .map((header) => `#include <${header}>`)
      .join("\n");
    const asserted = SIZED_TYPES.map(
      (type) => `_Static_assert(sizeof(${type}) == ${withSizes(`sizeof(${type})`)}, "size");`,
    );
    const text = `#define _GNU_SOURCE\n${includes}\n${asserted.join("\n")}`;
    expect(() => parseC("sizes.c", text, machine)).not.toThrow();
  });
});
