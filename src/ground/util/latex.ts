/** Characters that are not simply escaped with a backslash. */
const COMMANDS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "–": "--",
  "—": "---",
  "…": "\\dots{}",
  "·": "\\ensuremath{\\cdot}",
  "×": "\\ensuremath{\\times}",
  "≥": "\\ensuremath{\\geq}",
  "≤": "\\ensuremath{\\leq}",
};

/**
 * Text that LaTeX prints as it is; straight quotes need
 * `\usepackage[T1]{fontenc}`. Control characters become blanks.
 */
export function escapeLatex(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[\\~^<>|"–—…·×≥≤{}#$%&_]/g, (char) => COMMANDS[char] ?? `\\${char}`);
}
