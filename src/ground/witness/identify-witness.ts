/**
 * Determines kind and version of a witness file from its first bytes: the file is written by an
 * untrusted tool and may have gigabytes. {@link parseWitness} and the linter, which have limits,
 * decide whether it is valid.
 */
import { InputError } from "../util/errors.ts";
import { YamlFile } from "../util/yaml-reader.ts";
import { type WitnessPart, WitnessSplitter } from "./witness-splitter.ts";

/** Properties of a witness file that can be determined without the program. */
export type WitnessIdentity =
  | {
      readonly state: "present";
      readonly kind: "violation" | "correctness";
      readonly version: string;
    }
  | { readonly state: "invalid"; readonly reason: string };

/** Number of characters within which a file must declare its kind. */
const HEAD = 1 << 20;
/**
 * Files that cannot be split into entries (YAML in flow style) are parsed as a whole up to this
 * length.
 */
const WHOLE = 1 << 18;
/** Number of characters that are added before each new attempt. */
const STEP = 1 << 12;

/**
 * Kind and format version of a witness file of any format. Takes only as many pieces as needed, and
 * at most a million characters.
 */
export function identifyWitness(pieces: Iterable<string>, fileName: string): WitnessIdentity {
  const head = new Head(pieces);
  try {
    const start = head.upTo(STEP).replace(/^\ufeff/, "");
    if (/^\s*(<\?xml|<graphml)/.test(start)) return identifyGraphml(head);
    const entry = firstEntry(head, fileName);
    return entry === undefined ? identifyByKeys(head) : identifyEntry(entry, fileName);
  } finally {
    head.close();
  }
}

const NO_ENTRY: WitnessIdentity = {
  state: "invalid",
  reason: "no witness entry with entry_type and format_version",
};

const ENTRY_TYPE = /(?:^|[\s{,])(["']?)entry_type\1\s*:\s*["']?(\w+)/;
const FORMAT_VERSION = /(?:^|[\s{,])(["']?)format_version\1\s*:\s*["']?([\w.]+)/;

/**
 * For an entry whose end is out of reach (a long comment, a large value in flow style), the first
 * keys decide.
 */
function identifyByKeys(head: Head): WitnessIdentity {
  const text = head.upTo(HEAD);
  const [type, version] = [ENTRY_TYPE.exec(text)?.[2], FORMAT_VERSION.exec(text)?.[2]];
  return type === undefined || version === undefined ? NO_ENTRY : identityOf(type, version);
}

function identityOf(type: string, version: string): WitnessIdentity {
  const kind = type === "violation_sequence" ? "violation" : "correctness";
  return { state: "present", kind, version };
}

/** The beginning of a text that arrives in pieces. */
class Head {
  readonly #pieces: Iterator<string>;
  #text = "";
  /** The end of the text is reached. */
  #isWhole = false;

  constructor(pieces: Iterable<string>) {
    this.#pieces = pieces[Symbol.iterator]();
  }

  /** The first `length` characters, fewer when the text ends before. */
  upTo(length: number): string {
    while (!this.#isWhole && this.#text.length < length) {
      const { done, value } = this.#pieces.next();
      if (done === true) this.#isWhole = true;
      else this.#text += value;
    }
    return this.#text.slice(0, length);
  }

  /** Ends the iteration, so that the producer of the pieces can close its file. */
  close(): void {
    this.#pieces.return?.();
  }
}

/** The text of the first entry, where it can be split off without its content. */
function firstEntry(head: Head, fileName: string): string | undefined {
  let found: WitnessPart | undefined;
  const splitter = new WitnessSplitter(fileName, (part) => {
    found ??= part;
  });
  try {
    for (let end = 0; found === undefined && end < HEAD; ) {
      const text = head.upTo(end + STEP).slice(end);
      splitter.write(text);
      end += text.length;
      if (text === "") {
        splitter.close();
        break;
      }
    }
    return found?.text;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (found !== undefined) return found.text;
    const text = head.upTo(WHOLE + 1);
    return text.length > WHOLE ? undefined : text;
  }
}

function identifyEntry(text: string, fileName: string): WitnessIdentity {
  const yaml = new YamlFile(text, fileName);
  const entry = yaml.isSound ? yaml.root.asListOrSingle()?.[0]?.asMap() : undefined;
  const version = entry?.get("metadata")?.asMap()?.get("format_version")?.asWritten();
  const type = entry?.get("entry_type")?.asWritten();
  return version === undefined || type === undefined ? NO_ENTRY : identityOf(type, version);
}

function identifyGraphml(head: Head): WitnessIdentity {
  const text = head.upTo(HEAD);
  const kind = /<data\s+key="witness-type"\s*>\s*(violation|correctness)_witness\s*</.exec(text);
  if (kind === null) return { state: "invalid", reason: "the GraphML file has no witness-type" };
  const version = /<data\s+key="witness-format-version"\s*>\s*([\d.]+)\s*</.exec(text);
  return {
    state: "present",
    kind: kind[1] as "violation" | "correctness",
    version: version?.[1] ?? "1.0",
  };
}
