import { buildCfa } from "../../src/contestant/cfa/lowering/program-builder.ts";
import { formatFunction } from "../../src/contestant/cfa/model/format.ts";
import { LP64, parseC } from "../../src/contestant/cfront/index.ts";

export function build(text: string): ReturnType<typeof buildCfa> {
  return buildCfa(parseC("test.c", text, LP64), LP64);
}

/** The lines of `main` when its body is `body`, after global declarations. */
export function main(body: string, globals = ""): string {
  const program = build(`${globals}\nint main(void) { ${body} }`);
  return formatFunction(program.main);
}
