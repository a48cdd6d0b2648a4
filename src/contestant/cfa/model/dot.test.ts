import { expect, it } from "vitest";
import { LP64, parseC } from "../../cfront/index.ts";
import { buildCfa } from "../lowering/program-builder.ts";
import { cfaToDot } from "./dot.ts";

it("draws functions as clusters", () => {
  const text = 'int puts(const char *); int main(void) { while (puts("x") > 0) ; return 3; }';
  expect(cfaToDot(buildCfa(parseC("test.c", text, LP64), LP64))).toMatchInlineSnapshot(`
    "digraph cfa {
      node [shape=circle, fontname=monospace];
      subgraph "cluster_main" {
        label="main";
        0 [shape=circle];
        0 -> 1 [label="skip"];
        1 [shape=diamond];
        1 -> 2 [label="$1 = puts(&\\"0\\")"];
        2 [shape=circle];
        2 -> 1 [label="[$1 > 0] {while true}"];
        2 -> 3 [label="![$1 > 0] {while false}"];
        3 [shape=circle];
        3 -> 4 [label="return 3"];
        4 [shape=doublecircle];
      }
    }
    "
  `);
});
