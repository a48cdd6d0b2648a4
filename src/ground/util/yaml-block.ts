/**
 * A parser for the YAML that programs and task definitions are written in: block style, plain keys,
 * scalars of one line, and comments that have lines of their own. It makes the same nodes as the
 * yaml package, in a small part of the time, for files of gigabytes. Unusual texts are left to that
 * package: then this parser returns no answer and no fault.
 */
import { type Pair, Pair as PairNode, type ParsedNode, Scalar, YAMLMap, YAMLSeq } from "yaml";

const MAX_DEPTH = 20;

const KEY = /([A-Za-z_]\w*):(?= |$)/my;
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
/**
 * Words that are not a number, truth value or null in any schema, and have no character of syntax.
 */
const WORD = /^(?:[A-Za-z_]|\.\.?\/)[\w./-]*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const DOUBLE_QUOTED = /^"(?:[^"\\\p{Cc}]|\\["\\])*"$/u;
const SINGLE_QUOTED = /^'[^'\p{Cc}]*'$/u;
const [BLANK, HASH] = [32, 35];
const COMMENT = /#[^\p{Cc}]*$/muy;

/**
 * The root of a document; undefined when the text contains anything that this parser does not
 * understand.
 */
export function parsePlainBlock(text: string): ParsedNode | undefined {
  try {
    return new PlainBlock(text).parse();
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

/** Thrown, without the cost of a stack trace, where another parser has to take over. */
const UNUSUAL: unique symbol = Symbol("unusual YAML");

class PlainBlock {
  readonly #text: string;
  /** The rest of the current line: from its first character that is no blank to its end. */
  #start = 0;
  #end = -1;
  #indent = 0;
  #isOver = false;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): ParsedNode {
    this.#nextLine();
    if (this.#isOver) throw UNUSUAL;
    const root = this.#block(this.#indent);
    if (!this.#isOver) throw UNUSUAL;
    return root;
  }

  /** The next line that is neither empty nor a comment. */
  #nextLine(): void {
    const text = this.#text;
    for (;;) {
      const lineStart = this.#end + 1;
      if (lineStart >= text.length) {
        this.#isOver = true;
        return;
      }
      const end = text.indexOf("\n", lineStart);
      this.#end = end < 0 ? text.length : end;
      let start = lineStart;
      while (text.charCodeAt(start) === BLANK) start++;
      if (start >= this.#end) continue;
      if (text.charCodeAt(start) === HASH) {
        COMMENT.lastIndex = start;
        if (!COMMENT.test(text)) throw UNUSUAL;
        continue;
      }
      this.#start = start;
      this.#indent = start - lineStart;
      return;
    }
  }

  get #isItem(): boolean {
    return this.#text.startsWith("- ", this.#start);
  }

  #block(indent: number): ParsedNode {
    if (++this.#depth > MAX_DEPTH) throw UNUSUAL;
    const node = this.#isItem ? this.#list(indent) : this.#mapping(indent);
    this.#depth--;
    return node;
  }

  #list(indent: number): ParsedNode {
    const list = new YAMLSeq<ParsedNode>();
    const from = this.#start;
    while (!this.#isOver && this.#indent === indent && this.#isItem) {
      this.#start += 2;
      this.#indent += 2;
      KEY.lastIndex = this.#start;
      const isMapping = KEY.test(this.#text);
      list.items.push(isMapping ? this.#block(this.#indent) : this.#scalar());
    }
    return this.#close(list, from, indent);
  }

  #mapping(indent: number): ParsedNode {
    const map = new YAMLMap<ParsedNode, ParsedNode>();
    const from = this.#start;
    while (!this.#isOver && this.#indent === indent && !this.#isItem) {
      const key = this.#key();
      if (map.items.some(({ key: other }) => (other as Scalar.Parsed).value === key.value)) {
        throw UNUSUAL;
      }
      map.items.push(new PairNode(key, this.#value(indent)) as Pair<ParsedNode, ParsedNode>);
    }
    return this.#close(map, from, indent);
  }

  #key(): Scalar.Parsed {
    KEY.lastIndex = this.#start;
    const word = KEY.exec(this.#text)?.[1];
    if (word === undefined || RESERVED.test(word)) throw UNUSUAL;
    const key = scalarNode(word, word, Scalar.PLAIN, this.#start, this.#start + word.length);
    this.#start += word.length + 1;
    return key;
  }

  #value(indent: number): ParsedNode {
    if (this.#start < this.#end) {
      // The blank after the colon.
      this.#start++;
      return this.#scalar();
    }
    this.#nextLine();
    const isNested =
      !this.#isOver && (this.#indent > indent || (this.#indent === indent && this.#isItem));
    if (!isNested) throw UNUSUAL;
    return this.#block(this.#indent);
  }

  /** The whole rest of the line. */
  #scalar(): ParsedNode {
    const from = this.#start;
    const to = this.#end;
    const source = this.#text.slice(from, to);
    this.#nextLine();
    if (INTEGER.test(source)) return scalarNode(Number(source), source, Scalar.PLAIN, from, to);
    if (source === "true" || source === "false") {
      return scalarNode(source === "true", source, Scalar.PLAIN, from, to);
    }
    if (WORD.test(source) && !RESERVED.test(source)) {
      return scalarNode(source, source, Scalar.PLAIN, from, to);
    }
    const inner = source.slice(1, -1);
    if (DOUBLE_QUOTED.test(source)) {
      const value = inner.includes("\\") ? inner.replace(/\\(.)/g, "$1") : inner;
      return scalarNode(value, value, Scalar.QUOTE_DOUBLE, from, to);
    }
    if (SINGLE_QUOTED.test(source)) {
      return scalarNode(inner, inner, Scalar.QUOTE_SINGLE, from, to);
    }
    throw UNUSUAL;
  }

  #close(
    node: YAMLSeq<ParsedNode> | YAMLMap<ParsedNode, ParsedNode>,
    from: number,
    indent: number,
  ): ParsedNode {
    if (!this.#isOver && this.#indent > indent) throw UNUSUAL;
    const to = this.#isOver ? this.#text.length : this.#start;
    node.range = [from, to, to];
    return node as ParsedNode;
  }
}

function scalarNode(
  value: unknown,
  source: string,
  type: Scalar.Type,
  from: number,
  to: number,
): Scalar.Parsed {
  const node = new Scalar(value);
  node.source = source;
  node.type = type;
  node.range = [from, to, to];
  return node as Scalar.Parsed;
}
