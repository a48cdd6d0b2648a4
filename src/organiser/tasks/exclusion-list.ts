/**
 * Lists of tasks that were found to be invalid after the freeze. A text file
 * has one pattern a line, optionally a property, optionally the reason as a
 * comment (the organisers' `Invalid-TaskDefs.set` is one):
 *
 *     c/loops/bad.yml                      # may read uninitialised memory
 *     c/recursive/*.yml   termination
 *
 * A YAML file has a list of `task` (`FILE` or `FILE#PROPERTY`) with `reason`,
 * as `voidTasks` of a competition.
 */
import { defined } from "../../ground/util/defined.ts";
import { baseNameOf } from "../../ground/util/path.ts";
import { YamlFile, type YamlValue } from "../../ground/util/yaml-reader.ts";

interface Exclusion {
  /** Whole segments from the end of the path; `*` and `?` stay within one. */
  readonly pattern: RegExp;
  /** Absent: any property. */
  readonly property?: string;
  readonly reason: string;
}

const NO_REASON = "on the list of invalid tasks";

export class ExclusionList {
  /** By the last segment of the pattern, for the many without wildcards. */
  readonly #byName = new Map<string, Exclusion[]>();
  readonly #others: Exclusion[] = [];

  constructor(
    entries: readonly {
      readonly pattern: string;
      readonly property?: string;
      readonly reason?: string;
    }[],
  ) {
    for (const { pattern, property, reason = NO_REASON } of entries) {
      const exclusion = {
        pattern: compile(pattern),
        ...defined({ property }),
        reason,
      };
      const name = baseNameOf(pattern);
      if (/[*?]/.test(name)) this.#others.push(exclusion);
      else this.#byName.set(name, [...(this.#byName.get(name) ?? []), exclusion]);
    }
  }

  /**
   * The reason why the task is void; undefined when it is not. `file` may begin higher up than the
   * list's paths.
   */
  reasonFor(file: string, property: string): string | undefined {
    const candidates = [...(this.#byName.get(baseNameOf(file)) ?? []), ...this.#others];
    return candidates.find(
      (entry) =>
        (entry.property === undefined || entry.property === property) && entry.pattern.test(file),
    )?.reason;
  }
}

/** @throws InputError for a YAML file with faults. */
export function parseExclusionList(text: string, file: string): ExclusionList {
  return /\.(ya?ml|json)$/.test(file) ? parseYamlList(text, file) : parseTextList(text);
}

function parseTextList(text: string): ExclusionList {
  const entries = text.split(/\r?\n/).flatMap((line) => {
    const [, content = "", reason] = /^(.*?)(?:(?:^|\s)#\s*(.*))?$/.exec(line) ?? [];
    const [pattern, property] = content.trim().split(/\s+/);
    if (pattern === undefined || pattern === "") return [];
    return [
      {
        pattern,
        ...defined({ property }),
        ...(reason === undefined || reason.trim() === "" ? {} : { reason: reason.trim() }),
      },
    ];
  });
  return new ExclusionList(entries);
}

function parseYamlList(text: string, file: string): ExclusionList {
  const yaml = new YamlFile(text, file);
  const entries = (yaml.root.asList() ?? []).flatMap((item) => readEntry(item));
  return new ExclusionList(yaml.finish(entries));
}

function readEntry(
  item: YamlValue,
): readonly { readonly pattern: string; readonly property?: string; readonly reason?: string }[] {
  const map = item.asMap();
  map?.allowOnly(["task", "reason"]);
  const task = map?.require("task")?.asString();
  if (task === undefined) return [];
  const reason = map?.get("reason")?.asString();
  const [pattern = "", property] = task.split("#");
  return [
    {
      pattern,
      ...defined({ property, reason }),
    },
  ];
}

function compile(pattern: string): RegExp {
  const relative = pattern.replace(/^(\.{0,2}\/)+/, "");
  const source = relative
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]");
  return new RegExp(`(^|/)${source}$`);
}
