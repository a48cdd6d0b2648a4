/**
 * The text of the library models in parts: a program needs few of them, and parsing all takes
 * longer than many verifications. A part that is left out becomes blanks, so that offsets in the
 * text do not change.
 */

/** A declaration or definition at file scope. */
interface ModelPart {
  readonly kind: "declaration" | "state" | "function";
  readonly text: string;
  /** Names in it. */
  readonly words: ReadonlySet<string>;
}

/** A static variable, or a named type: it begins so, and is no function. */
const STATE = /^\s*(?:\/\*[\s\S]*?\*\/\s*)*(?:static|struct|enum)\b/;
/** All internal definitions of models have a name of this form. */
const OWN_NAME = /^__agon_/;

/**
 * Returns the definitions of functions, each once. The text is C without preprocessing directives;
 * it defines names before it uses them.
 */
export class ModelText {
  readonly #parts: readonly ModelPart[];
  readonly #functions = new Map<string, ModelPart>();
  /**
   * The users of static variables and types: there may be only one of each, so that all users are
   * returned together.
   */
  readonly #users = new Map<string, ModelPart[]>();
  readonly #given = new Set<ModelPart>();

  constructor(text: string) {
    this.#parts = partsOf(text);
    for (const part of this.#parts) {
      if (part.kind === "function") this.#functions.set(nameOf(part), part);
    }
    const states = this.#parts.filter(({ kind }) => kind === "state");
    for (const name of states.flatMap(({ words }) => [...words])) {
      if (!OWN_NAME.test(name)) continue;
      this.#users.set(
        name,
        this.#parts.filter(({ words }) => words.has(name)),
      );
    }
  }

  /** Whether it defines the function. */
  defines(name: string): boolean {
    return this.#functions.has(name);
  }

  /**
   * Returns the definitions of the function and of all that it needs, as C text. Functions that an
   * earlier text has defined are declared only; undefined when the function itself is one of them,
   * or there is none.
   */
  definitionsFor(name: string): string | undefined {
    const part = this.#functions.get(name);
    if (part === undefined || this.#given.has(part)) return undefined;
    const wanted = new Set([part]);
    // The list grows during the loop.
    for (const { words } of wanted) {
      for (const word of words) {
        for (const needed of this.#neededFor(word))
          if (!this.#given.has(needed)) wanted.add(needed);
      }
    }
    const mentioned = new Set([...wanted].flatMap(({ words }) => [...words]));
    const text = this.#parts.map((each) => {
      if (wanted.has(each) || each.kind === "declaration") return each.text;
      const isDeclared = each.kind === "function" && mentioned.has(nameOf(each));
      return isDeclared ? declarationOf(each) : " ".repeat(each.text.length);
    });
    for (const each of wanted) this.#given.add(each);
    return text.join("");
  }

  #neededFor(word: string): readonly ModelPart[] {
    const users = this.#users.get(word) ?? [];
    const defined = this.#functions.get(word);
    // Tags of structures have names of their own.
    return defined === undefined ? users : [defined, ...users];
  }
}

/** Returns the text with another definition in place of each function's. */
export function withFunctions(
  text: string,
  definitionOf: (name: string, definition: string) => string,
): string {
  return partsOf(text)
    .map((part) => (part.kind === "function" ? definitionOf(nameOf(part), part.text) : part.text))
    .join("");
}

/** Splits the text into parts without gaps. */
function partsOf(text: string): ModelPart[] {
  const parts: ModelPart[] = [];
  let start = 0;
  let depth = 0;
  let isFunction = false;
  // Strings, characters and comments as wholes; delimiters of parts.
  for (const match of text.matchAll(
    /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|[{};]/g,
  )) {
    const [mark] = match;
    if (mark === "{" && depth++ === 0) isFunction = /\)\s*$/.test(text.slice(start, match.index));
    if (mark === "}") depth--;
    if (depth > 0 || !(mark === ";" || (mark === "}" && isFunction))) continue;
    const end = match.index + 1;
    parts.push(partOf(text.slice(start, end), isFunction));
    start = end;
    isFunction = false;
  }
  return [...parts, partOf(text.slice(start), false)];
}

function partOf(text: string, isFunction: boolean): ModelPart {
  const kind = isFunction ? "function" : STATE.test(text) ? "state" : "declaration";
  return { kind, text, words: new Set(text.match(/[A-Za-z_]\w*/g)) };
}

/** The name of a function: the first one before a bracket. */
function nameOf({ text }: ModelPart): string {
  return /\w+(?=\()/.exec(text)?.[0] ?? "";
}

/** A declaration of the same length as the definition. */
function declarationOf({ text }: ModelPart): string {
  return `${text.slice(0, text.indexOf("{"))};`.padEnd(text.length);
}
