/**
 * The query language of the pages: words that all must hold, e.g.
 *
 *     v:cpachecker s:wrong,unknown cpu>100 -status:TIMEOUT task:/loops?\//  sum
 *
 * `key:a,b` holds if one of the values does; `key:10..100`, `key>10` and `key<10` are ranges; `-`
 * before a word negates it; a word without key is searched in the name of the task; `/…/` is a
 * regular expression; blanks need "quotes".
 */
export const QUERY_KEYS = {
  tool: { kind: "text", names: ["v", "verifier", "tool"], meaning: "identifier of the verifier" },
  result: {
    kind: "text",
    names: ["s", "result"],
    meaning: "correct, correct-unconfirmed, wrong, unknown, error, missing",
  },
  status: { kind: "text", names: ["status"], meaning: "status, e.g. TIMEOUT" },
  category: { kind: "text", names: ["c", "category"], meaning: "base category" },
  task: { kind: "text", names: ["t", "task"], meaning: "name of the task" },
  expected: { kind: "text", names: ["expected"], meaning: "expected verdict" },
  points: { kind: "number", names: ["points"], meaning: "points" },
  cpu: { kind: "number", names: ["cpu"], meaning: "CPU time in seconds" },
  wall: { kind: "number", names: ["wall"], meaning: "wall time in seconds" },
  memory: { kind: "number", names: ["mem", "memory"], meaning: "memory in MB" },
  energy: { kind: "number", names: ["energy"], meaning: "energy in J" },
} as const;

export type QueryKey = keyof typeof QUERY_KEYS;

/** The keys whose values are numbers. */
export type NumberKey = "points" | "cpu" | "wall" | "memory" | "energy";

export type Term =
  | {
      readonly key: QueryKey;
      readonly negated: boolean;
      readonly kind: "texts";
      /** Regular expressions are written `/…/`. */
      readonly values: readonly string[];
    }
  | {
      readonly key: NumberKey;
      readonly negated: boolean;
      readonly kind: "range";
      readonly minimum: number;
      readonly maximum: number;
      /** The bounds themselves are excluded: `>` and `<`. */
      readonly isStrict: boolean;
    };

export interface Query {
  readonly terms: readonly Term[];
  /** Words that were not understood, in sentences; such words do not filter. */
  readonly faults: readonly string[];
}

export function parseQuery(text: string): Query {
  const terms: Term[] = [];
  const faults: string[] = [];
  for (const word of wordsOf(text)) {
    const parsed = parseWord(word);
    if (typeof parsed === "string") faults.push(parsed);
    else if (parsed !== undefined) terms.push(parsed);
  }
  return { terms, faults };
}

/** Splits at blanks outside of quotes and slashes. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:"[^"]*"?|(?<=^|[\s:,-])\/(?:\\.|[^/\\])+\/|\S)+/g) ?? [];
}

function parseWord(word: string): Term | string | undefined {
  const negated = word.startsWith("-") && word.length > 1;
  const body = negated ? word.slice(1) : word;
  const match = /^([a-z]+)([:<>])(.*)$/s.exec(body);
  const key = match === null ? undefined : keyOf(match[1] as string);
  if (match === null || key === undefined) {
    if (match !== null && match[2] !== ":") return `there is no number '${match[1]}' to compare`;
    const value = unquoted(body);
    return value === ""
      ? undefined
      : checked({ key: "task", negated, kind: "texts", values: [value] });
  }
  const [, name, operator, rest] = match as unknown as [string, string, string, string];
  if (QUERY_KEYS[key].kind === "number") {
    return (
      rangeTerm(key as NumberKey, negated, operator, rest) ??
      `'${name}' is compared with numbers: ${name}>10, ${name}:1..10`
    );
  }
  if (operator !== ":") return `'${name}' is not a number: write ${name}:${rest}`;
  const values = splitValues(rest);
  return values.length === 0 ? undefined : checked({ key, negated, kind: "texts", values });
}

function checked(term: Term & { readonly kind: "texts" }): Term | string {
  for (const value of term.values) {
    if (!isPattern(value)) continue;
    try {
      new RegExp(value.slice(1, -1));
    } catch {
      return `${value} is not a regular expression`;
    }
  }
  return term;
}

function keyOf(name: string): QueryKey | undefined {
  return (Object.keys(QUERY_KEYS) as QueryKey[]).find((key) =>
    (QUERY_KEYS[key].names as readonly string[]).includes(name),
  );
}

function splitValues(text: string): readonly string[] {
  if (isPattern(text)) return [text];
  return (text.match(/(?:"[^"]*"?|[^,])+/g) ?? []).map(unquoted).filter((value) => value !== "");
}

function unquoted(text: string): string {
  return text.replace(/"/g, "");
}

export function isPattern(value: string): boolean {
  return value.length > 2 && value.startsWith("/") && value.endsWith("/");
}

function rangeTerm(
  key: NumberKey,
  negated: boolean,
  operator: string,
  text: string,
): Term | undefined {
  const isStrict = operator !== ":";
  const [from, to] = operator === ":" && text.includes("..") ? text.split("..") : [text, text];
  const number = (word: string | undefined, open: number): number =>
    word === undefined || word === "" ? open : Number(word);
  const minimum =
    operator === "<" ? Number.NEGATIVE_INFINITY : number(from, Number.NEGATIVE_INFINITY);
  const maximum =
    operator === ">" ? Number.POSITIVE_INFINITY : number(to, Number.POSITIVE_INFINITY);
  if (text === "" || Number.isNaN(minimum) || Number.isNaN(maximum)) return undefined;
  return { key, negated, kind: "range", minimum, maximum, isStrict };
}

/** The text that {@link parseQuery} reads. */
export function formatQuery(terms: readonly Term[]): string {
  return terms.map(formatTerm).join(" ");
}

export function formatTerm(term: Term): string {
  const sign = term.negated ? "-" : "";
  const name = QUERY_KEYS[term.key].names[0];
  if (term.kind === "texts") return `${sign}${name}:${term.values.map(quoted).join(",")}`;
  const { minimum, maximum, isStrict } = term;
  if (isStrict) {
    return minimum === Number.NEGATIVE_INFINITY
      ? `${sign}${name}<${maximum}`
      : `${sign}${name}>${minimum}`;
  }
  if (minimum === maximum) return `${sign}${name}:${minimum}`;
  const end = (value: number): string => (Number.isFinite(value) ? String(value) : "");
  return `${sign}${name}:${end(minimum)}..${end(maximum)}`;
}

function quoted(value: string): string {
  const plain = value.replace(/"/g, "");
  if (isPattern(plain)) return plain;
  return /[\s,]/.test(plain) || isPattern(plain) ? `"${plain}"` : plain;
}
