import { YamlFile } from "../../ground/util/yaml-reader.ts";

const NO_REASON = "no reason is given";

/**
 * Tools that are shown but not ranked, with the reasons: a text file has one identifier a line and
 * the reason as a comment, a YAML file a list of `tool` with `reason`, as `excludedTools` of a
 * competition.
 * @throws InputError for a YAML file with faults.
 */
export function parseExcludedTools(text: string, file: string): ReadonlyMap<string, string> {
  return new Map(/\.(ya?ml|json)$/.test(file) ? yamlEntries(text, file) : textEntries(text));
}

function textEntries(text: string): readonly (readonly [string, string])[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, tool = "", reason = ""] = /^\s*([^#\s]*)\s*(?:#\s*(.*))?$/.exec(line) ?? [];
    return tool === "" ? [] : [[tool, reason.trim() || NO_REASON] as const];
  });
}

function yamlEntries(text: string, file: string): readonly (readonly [string, string])[] {
  const yaml = new YamlFile(text, file);
  const entries = (yaml.root.asList() ?? []).flatMap((item) => {
    const map = item.asMap();
    map?.allowOnly(["tool", "reason"]);
    const tool = map?.require("tool")?.asString();
    const reason = map?.get("reason")?.asString() ?? NO_REASON;
    return tool === undefined ? [] : [[tool, reason] as const];
  });
  return yaml.finish(entries);
}
