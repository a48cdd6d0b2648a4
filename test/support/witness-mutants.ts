/** Ways to break a witness in the form that Agon writes, each with the place that is then wrong. */

export interface Mutant {
  /** Description of the change in a few words; mutants of one kind are counted together. */
  readonly kind: string;
  readonly text: string;
  /** Lines of the witness, from 1, in which the fault may be reported. */
  readonly from: number;
  readonly to: number;
  /**
   * `wrong`: the format or the task forbids it, for every program.
   * `semantic`: the executions of the program decide.
   */
  readonly nature: "wrong" | "semantic";
  /** The wrong part, as a message may quote it. */
  readonly quoted: readonly string[];
}

type Replacement = readonly [kind: string, nature: Mutant["nature"], line: string];

const OTHER_SPECIFICATION = "CHECK( init(main()), LTL(G valid-free) )";

/** All mutants of a witness; `program` is the text that its locations are in. */
export function mutantsOf(text: string, program: string): readonly Mutant[] {
  const lines = text.split("\n");
  const mutants: Mutant[] = [];
  const add = (
    kind: string,
    nature: Mutant["nature"],
    changed: readonly string[],
    [from, to]: readonly [number, number],
    quoted: readonly string[],
  ): void => {
    mutants.push({ kind, nature, text: changed.join("\n"), from: from + 1, to: to + 1, quoted });
  };
  for (const [index, line] of lines.entries()) {
    const block = blockAround(lines, index);
    const place = [Math.max(block[0], 0), block[1]] as const;
    for (const [kind, nature, replaced] of replacements(line, lines.slice(0, index), program)) {
      if (replaced === line) continue;
      const changed = lines.with(index, replaced);
      add(kind, nature, changed, place, [...places(lines, place), ...places(changed, place)]);
    }
    const [key] =
      /(?<=^[\s-]*)(?:format_version|uuid|creation_time|specification|data_model|line|file_name|action|value|format|name)(?=:)/.exec(
        line,
      ) ?? [];
    // The format of a constraint is known without it, but the schema requires it.
    if (key !== undefined && !line.trimStart().startsWith("-")) {
      add(`missing ${key}`, "wrong", lines.toSpliced(index, 1), place, [key]);
    }
  }
  for (const [from, to] of segmentsOf(lines)) {
    const segment = lines.slice(from, to + 1);
    const isTarget = segment.some((line) => line.includes('type: "target"'));
    const around = [Math.max(from - 1, 0), Math.min(to + 1, lines.length - 1)] as const;
    const nature = isTarget ? "wrong" : "semantic";
    const kind = isTarget ? "missing target" : "missing segment";
    const previous = isTarget ? ([0, lines.length - 1] as const) : around;
    add(kind, nature, lines.toSpliced(from, to - from + 1), previous, places(lines, [from, to]));
    const twice = isTarget ? "target twice" : "segment twice";
    const doubled = lines.toSpliced(from, 0, ...segment);
    add(twice, nature, doubled, [from, to + segment.length], places(lines, [from, to]));
  }
  return mutants;
}

/** The witness lines of the segment or entry that the line belongs to, from 0. */
function blockAround(lines: readonly string[], index: number): readonly [number, number] {
  for (const [from, to] of [...segmentsOf(lines), ...invariantsOf(lines)]) {
    if (index >= from && index <= to) return [from, to];
  }
  return [0, lines.findIndex((line) => /^\s*content:/.test(line))];
}

function segmentsOf(lines: readonly string[]): readonly (readonly [number, number])[] {
  return partsOf(lines, /^\s*- segment:/);
}

function invariantsOf(lines: readonly string[]): readonly (readonly [number, number])[] {
  return partsOf(lines, /^\s*- invariant:/);
}

function partsOf(lines: readonly string[], start: RegExp): readonly (readonly [number, number])[] {
  const starts = lines.flatMap((line, index) => (start.test(line) ? [index] : []));
  const end = lines.at(-1) === "" ? lines.length - 2 : lines.length - 1;
  return starts.map((from, i) => [from, (starts[i + 1] ?? end + 1) - 1] as const);
}

/** Possible names of the place in messages: `line N`, expressions. */
function places(lines: readonly string[], [from, to]: readonly [number, number]): string[] {
  const quoted: string[] = [];
  for (const line of lines.slice(from, to + 1)) {
    const at = /^\s*line: (\d+)/.exec(line)?.[1];
    if (at !== undefined) quoted.push(`line ${at},`, `line ${at}:`, `:${at}:`, `line ${at} `);
    const value = /^\s*value: "(.*)"/.exec(line)?.[1];
    if (value !== undefined) quoted.push(value.replaceAll("\\\\", "\\"));
  }
  return quoted;
}

/** Other texts for one line. `before`: the lines above. */
function replacements(
  line: string,
  before: readonly string[],
  program: string,
): readonly Replacement[] {
  const programLines = program.split("\n").length;
  const [, indent = "", key = "", value = ""] =
    /^([\s-]*)(\w+(?:\.\w+)*|"[^"]*"): (.*)$/.exec(line) ?? [];
  const with_ = (text: string): string => `${indent}${key}: ${text}`;
  const number = Number(value);
  switch (key) {
    case "line":
      return [
        ["line shifted by 1", "semantic", with_(`${number + 1}`)],
        ["line shifted by -1", number > 1 ? "semantic" : "wrong", with_(`${number - 1}`)],
        ["line shifted by 3", "semantic", with_(`${number + 3}`)],
        ["line beyond the file", "wrong", with_(`${programLines + 7}`)],
        ["line of the wrong type", "wrong", with_(`"${number}x"`)],
      ];
    case "column":
      return [
        ["column shifted by 1", "semantic", with_(`${number + 1}`)],
        ["column shifted by -1", number > 1 ? "semantic" : "wrong", with_(`${number - 1}`)],
        ["column beyond the line", "wrong", with_(`${number + 500}`)],
      ];
    case "function":
      return [["function unknown", "wrong", with_('"no_such_function"')]];
    case "file_name":
      return [["file unknown", "wrong", with_('"other.c"')]];
    case "action":
      return [["follow becomes avoid", "wrong", with_('"avoid"')]];
    case "type":
      return typeReplacements(value).map(
        (type) => ["type swapped", "wrong", with_(`"${type}"`)] as const,
      );
    case "format":
      return [["format unknown", "wrong", with_('"acsl"')]];
    case "format_version":
      return [
        ["version unknown", "wrong", with_('"3.0"')],
        ["version of another format", "wrong", with_('"1.0"')],
      ];
    case "entry_type":
      return [["entry type", "wrong", with_('"violation"')]];
    case "creation_time":
      return [["creation time", "wrong", with_('"yesterday"')]];
    case "data_model":
      return [["data model", "wrong", with_(value.includes("ILP32") ? '"LP64"' : '"ILP32"')]];
    case "language":
      return [["language", "wrong", with_('"Rust"')]];
    case "specification":
      return [
        ["specification", "wrong", with_(`"${OTHER_SPECIFICATION}"`)],
        ["specification broken", "wrong", with_('"CHECK( init(main(), LTL(G"')],
      ];
    case "value":
      return valueReplacements(value, before).map(([kind, nature, text]) => [
        kind,
        nature,
        with_(text),
      ]);
    default:
      return hashReplacements(line);
  }
}

function typeReplacements(value: string): readonly string[] {
  if (value.includes("function_return"))
    return ["assumption", "function_enter", "branching", "returning"];
  if (value.includes("branching")) return ["function_enter", "target", "assumption"];
  if (value.includes("target")) return ["function_enter", "goal"];
  if (value.includes("loop_invariant")) return ["invariant"];
  return [];
}

function hashReplacements(line: string): readonly Replacement[] {
  const hash = /\b[0-9a-f]{64}\b/.exec(line)?.[0];
  if (hash === undefined) return [];
  const other = (hash.startsWith("0") ? "1" : "0") + hash.slice(1);
  return [
    ["hash of another file", "wrong", line.replace(hash, other)],
    ["hash too short", "wrong", line.replace(hash, hash.slice(0, 40))],
  ];
}

/** `value` with its quotes. */
function valueReplacements(value: string, before: readonly string[]): readonly Replacement[] {
  if (/^"(true|false)"$/.test(value) || /^(true|false)$/.test(value)) {
    const swapped = value.includes("true")
      ? value.replace("true", "false")
      : value.replace("false", "true");
    return [
      ["branch swapped", "semantic", swapped],
      ["branch of no kind", "wrong", '"maybe"'],
    ];
  }
  const result = /^"\\\\result == (-?\d+)(.*)"$/.exec(value);
  if (result !== null) {
    const [, constant = "0", suffix = ""] = result;
    const number = BigInt(constant);
    const say = (operator: string, text: bigint): string =>
      `"\\\\result ${operator} ${text}${suffix}"`;
    // A negative constant with the suffix U is a large one: another mutation than the name
    // describes.
    const lower: Replacement[] = suffix.includes("U")
      ? number > 0n
        ? [["constant minus 1", "semantic", say("==", number - 1n)]]
        : []
      : [
          ["constant minus 1", "semantic", say("==", number - 1n)],
          ["constant negated", "semantic", say("==", -number - 1n)],
        ];
    return [
      ...lower,
      ["constant plus 1", "semantic", say("==", number + 1n)],
      ["constant far away", "semantic", say("==", number + 1_000_003n)],
      ["equality negated", "semantic", say("!=", number)],
      ["constraint not C", "wrong", '"\\\\result == = 1"'],
      ["constraint with a name", "wrong", '"\\\\result == nobody"'],
    ];
  }
  if (!before.some((line) => /entry_type: "invariant_set"/.test(line))) return [];
  const replaced: Replacement[] = [];
  for (const match of value.matchAll(/(?<![\w.])\d+(?=[uUlL]*\b)/g)) {
    for (const change of [1n, -1n]) {
      const other = BigInt(match[0]) + change;
      if (other < 0n) continue;
      const text = value.slice(0, match.index) + other + value.slice(match.index + match[0].length);
      replaced.push(["invariant's constant", "semantic", text]);
    }
  }
  for (const match of value.matchAll(/<=|>=|==|!=|(?<![<>-])[<>](?![<>=])/g)) {
    const swap = { "<=": ">", ">=": "<", "==": "!=", "!=": "==", "<": ">=", ">": "<=" };
    const other = swap[match[0] as keyof typeof swap];
    const text = value.slice(0, match.index) + other + value.slice(match.index + match[0].length);
    replaced.push(["invariant's comparison", "semantic", text]);
  }
  const name = /[A-Za-z_]\w*/.exec(value)?.[0];
  if (name !== undefined) {
    replaced.push(["invariant's name", "wrong", value.replace(name, `no_${name}`)]);
  }
  replaced.push(
    ["invariant not C", "wrong", value.replace(/"$/, ' +"')],
    ["invariant false", "semantic", '"0"'],
  );
  return replaced;
}
