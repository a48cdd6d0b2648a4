/** The options of a command, parsed from its usage: completion and manual pages follow the help. */

export interface UsageOption {
  /** `--quiet`, `-q`; the first is the long one where there is one. */
  readonly names: readonly string[];
  /** The argument of the option, such as `FILE`; undefined for a flag. */
  readonly takes: string | undefined;
  /** In one line. */
  readonly text: string;
}

/** An option starts its line: `  -q, --quiet   no progress`, `  --config NAME   technique`. */
const LINE = /^ {2}(-\S.*?)(?: {2,}(\S.*))?$/;

export function optionsOfUsage(usage: string): readonly UsageOption[] {
  const options: { names: string[]; takes: string | undefined; text: string }[] = [];
  let last: (typeof options)[number][] = [];
  for (const line of usage.split("\n")) {
    const match = LINE.exec(line);
    if (match !== null && /^--?[a-zA-Z]/.test(match[1] ?? "")) {
      last = groupsOf(match[1] ?? "", match[2] ?? "");
      options.push(...last);
    } else if (/^ {8,}\S/.test(line)) {
      for (const option of last) option.text = `${option.text} ${line.trim()}`.trim();
    } else last = [];
  }
  return options.map(({ names, takes, text }) => ({ names, takes, text }));
}

/** `-q, --quiet` is one option; `-D NAME, -U NAME` are two. */
function groupsOf(
  head: string,
  text: string,
): { names: string[]; takes: string | undefined; text: string }[] {
  const groups: { names: string[]; takes: string | undefined; text: string }[] = [];
  for (const part of head.split(/,\s+(?=-)/)) {
    const [, name = "", takes] = /^(\S+?)(?:[\s=]+(\S+).*)?$/.exec(part) ?? [];
    const previous = groups.at(-1);
    const isSame = previous !== undefined && previous.takes === undefined && name.startsWith("--");
    if (isSame && /^-\w$/.test(previous.names[0] ?? "")) {
      previous.names.unshift(name);
      previous.takes = takes;
    } else if (/^--?[a-zA-Z][\w-]*$/.test(name)) groups.push({ names: [name], takes, text });
  }
  return groups;
}
