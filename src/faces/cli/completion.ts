/** Scripts that complete command lines of Agon, for three shells. */
import type { UsageOption } from "./usage-options.ts";

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly UsageOption[];
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

function bash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ name, options }) =>
      `    ${name}) words="${options.flatMap(({ names }) => names).join(" ")}" ;;`,
  );
  return `# Completion of agon for bash: eval "$(agon completion bash)"
_agon() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(" ")} help version"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  if [ "\${COMP_WORDS[1]}" = help ]; then
    words="${commands.map(({ name }) => name).join(" ")} exit-codes urls"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case $current in
    -*) ;;
    *) return ;;
  esac
  case \${COMP_WORDS[1]} in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _agon agon
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const described = commands.map(({ name, summary }) =>
    quoted(`${name}:${summary.replaceAll(":", "\\:")}`),
  );
  const cases = commands.map(({ name, options }) => {
    const specifications = options.flatMap(({ names, takes, text }) => {
      const label = text.replaceAll(/[[\]\\]/g, "\\$&").replaceAll(":", "\\:");
      return names.map((option) =>
        quoted(`*${option}[${label}]${takes === undefined ? "" : `:${takes}:_files`}`),
      );
    });
    const list = ["_arguments", ...specifications, quoted("*:file:_files")].join(" ");
    return `    ${name}) ${list} ;;`;
  });
  return `#compdef agon
# Completion of agon for zsh: eval "$(agon completion zsh)"
_agon() {
  local -a commands
  commands=(${described.join(" ")})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join("\n")}
    *) _files ;;
  esac
}
compdef _agon agon
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c agon -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...options.map(({ names, takes, text }) => {
      const flags = names.map((option) =>
        option.startsWith("--") ? `-l ${option.slice(2)}` : `-s ${option.slice(1)}`,
      );
      const value = takes === undefined ? "" : " -r";
      const condition = quoted(`__fish_seen_subcommand_from ${name}`);
      return `complete -c agon -n ${condition} ${flags.join(" ")}${value} -d ${quoted(text)}`;
    }),
  ]);
  return `# Completion of agon for fish: agon completion fish | source\n${lines.join("\n")}\n`;
}
