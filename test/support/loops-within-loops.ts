/**
 * Programs that grow: loops within loops, each with two modes of its own, which are independent of
 * the inner ones. All modes together are two to the power of the levels.
 */

/** C text for `askConfiguration`; with `TOWER_PRELUDE` a program of its own. */
export function loopsWithinLoops(levels: number): string {
  return `int main(void) { ${level(levels)} return 0; }\n`;
}

function level(n: number): string {
  if (n === 0) return "";
  const [mode, stage] = [`mode${n}`, `stage${n}`];
  const [first, second] = [3 * n + 1, 2 * n];
  return [
    `int ${mode} = 0, ${stage} = ${first};`,
    "while (__VERIFIER_nondet_int()) {",
    `  if (${mode} == 0) { check(${stage} == ${first}); ${mode} = 1; ${stage} = ${second}; }`,
    `  else { check(${stage} == ${second}); ${mode} = 0; ${stage} = ${first}; }`,
    level(n - 1),
    "}",
  ].join("\n");
}
