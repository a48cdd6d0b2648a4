import type { Finding, Fix } from "./finding.ts";

/** Adds a fix to findings of the reader where it follows from the finding alone. */
export function withSafeFix(finding: Finding): Finding {
  if (finding.fix !== undefined) return finding;
  const fix = fixOf(finding);
  return fix === undefined ? finding : { ...finding, fix };
}

function fixOf({ code, line, sourceLine, message }: Finding): Fix | undefined {
  if (line === undefined || sourceLine === undefined) return undefined;
  switch (code) {
    case "draft-key":
      return deleteKey(line, sourceLine, /^'(\w+)'/.exec(message)?.[1]);
    case "column-zero":
      return deleteKey(line, sourceLine, "column");
    case "branching-format":
      return deleteKey(line, sourceLine, "format");
    case "result-format":
      return replaceWord(line, sourceLine, "acsl_expression", "ext_c_expression");
    default:
      return undefined;
  }
}

/** Only where the key has a line of its own. */
function deleteKey(line: number, sourceLine: string, key: string | undefined): Fix | undefined {
  if (key === undefined || !new RegExp(`^\\s*["']?${key}["']?\\s*:`).test(sourceLine)) {
    return undefined;
  }
  return { description: `remove '${key}'`, edits: [{ kind: "delete-line", line }] };
}

function replaceWord(line: number, sourceLine: string, from: string, to: string): Fix | undefined {
  const at = sourceLine.indexOf(from);
  if (at < 0) return undefined;
  return {
    description: `write ${to}`,
    edits: [{ kind: "replace", line, column: at + 1, from, text: to }],
  };
}
