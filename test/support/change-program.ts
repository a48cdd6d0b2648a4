/** Small changes to the text of a program, which mostly give another valid program. */

type Random = (limit: number) => number;

const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*.*?\*\/|\/\/[^\n]*|^[ \t]*#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|<<=?|>>=?|->|\+\+|--|[<>=!]=|&&|\|\||[-+*/%&|^]=?|[<>=!]|./gms;

const EXCHANGES: readonly (readonly string[])[] = [
  ["<", "<=", ">", ">=", "==", "!="],
  ["&&", "||"],
  ["++", "--"],
  ["+=", "-=", "*="],
  ["+", "-"],
  ["int", "unsigned", "short", "char"],
  ["0", "1"],
];

/** Changes one to three operators, constants or types outside of declarations of functions. */
export function changeProgram(text: string, random: Random): string {
  const tokens: string[] = text.match(TOKEN) ?? [];
  const start = tokens.indexOf("{");
  const places = [...tokens.keys()].filter(
    (at) => at > start && alternativesTo(tokens[at] as string).length > 0,
  );
  for (let count = 1 + random(3); count > 0 && places.length > 0; count--) {
    const at = places[random(places.length)] as number;
    const others = alternativesTo(tokens[at] as string);
    if (others.length > 0) tokens[at] = others[random(others.length)] as string;
  }
  return tokens.join("");
}

function alternativesTo(token: string): readonly string[] {
  const others = EXCHANGES.filter((group) => group.includes(token))
    .flat()
    .filter((other) => other !== token);
  if (!/^\d{1,9}$/.test(token)) return others;
  const value = Number.parseInt(token, 10);
  return [...others, String(value + 1), String(Math.max(0, value - 1)), String(value * 2 + 3)];
}
