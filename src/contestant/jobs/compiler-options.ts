/** Converts `-D`, `-U` and `-std` to equivalent directives. */

/** In the order of the command line: later options override earlier ones. */
export interface MacroOption {
  readonly kind: "define" | "undefine";
  /** `NAME`, or `NAME=VALUE` of a definition. */
  readonly text: string;
}

const VERSIONS: Readonly<Record<string, string | undefined>> = {
  c89: undefined,
  c90: undefined,
  ansi: undefined,
  "iso9899:1990": undefined,
  c99: "199901L",
  c9x: "199901L",
  "iso9899:1999": "199901L",
  c11: "201112L",
  c1x: "201112L",
  "iso9899:2011": "201112L",
  c17: "201710L",
  c18: "201710L",
  "iso9899:2017": "201710L",
  "iso9899:2018": "201710L",
};

/** Whether `-std=NAME` is supported. */
export function isStandard(name: string): boolean {
  return Object.hasOwn(VERSIONS, isoName(name));
}

function isoName(name: string): string {
  return name.replace(/^gnu/, "c");
}

/**
 * Returns the lines of a source text. The program is always read as GNU C: a standard determines
 * only macros.
 */
export function definitionsOf(macros: readonly MacroOption[], standard?: string): string {
  const lines: string[] = [];
  if (standard !== undefined) {
    const version = VERSIONS[isoName(standard)];
    lines.push("#undef __STDC_VERSION__");
    if (version !== undefined) lines.push(`#define __STDC_VERSION__ ${version}`);
    if (!standard.startsWith("gnu")) {
      lines.push("#define __STRICT_ANSI__ 1", "#undef linux", "#undef unix");
    }
  }
  for (const { kind, text } of macros) {
    const equals = text.indexOf("=");
    if (kind === "undefine") lines.push(`#undef ${text}`);
    else if (equals < 0) lines.push(`#define ${text} 1`);
    else lines.push(`#define ${text.slice(0, equals)} ${text.slice(equals + 1)}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}
