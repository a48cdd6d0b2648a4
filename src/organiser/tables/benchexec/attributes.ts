import type { RunSet } from "./run-set.ts";

/** Attributes of a run set, each in one text; `niceName` is its name in tables. */
export type RunSetAttributes = ReadonlyMap<string, string>;

/** For tables: units rounded, several texts in one, and a name that distinguishes the run sets. */
export function niceAttributes(runSets: readonly RunSet[]): readonly RunSetAttributes[] {
  const all = runSets.map(({ attributes }) => {
    const nice = new Map<string, string>();
    for (const [key, values] of attributes) {
      const text = FORMATS[key]?.(values) ?? inOneText(values);
      nice.set(key, text);
    }
    return nice;
  });
  const names = new Set(all.map((attributes) => attributes.get("benchmarkname")));
  for (const attributes of all) {
    const benchmark = attributes.get("benchmarkname") ?? "";
    const name = attributes.get("name") ?? "";
    attributes.set(
      "niceName",
      name === "" ? benchmark : names.size === 1 ? name : `${benchmark}.${name}`,
    );
  }
  return all;
}

const FORMATS: Readonly<Record<string, (values: readonly string[]) => string>> = {
  turbo: (values) => {
    const [value, ...others] = new Set(values);
    if (others.length > 0) return "mixed";
    return value === "true" ? "enabled" : value === "false" ? "disabled" : "";
  },
  timelimit: (values) => inOneText(values.map((value) => value.replace(/([^ ])s$/, "$1 s"))),
  memlimit: (values) => inOneText(values.map(inMegabytes)),
  ram: (values) => inOneText(values.map(inMegabytes)),
  freq: (values) => inOneText(values.map((value) => inMillions(value, "Hz", "MHz"))),
  host: (values) => inOneText(mergeNumbered(values)),
};

function inMegabytes(value: string): string {
  return inMillions(value, "B", "MB");
}

function inMillions(value: string, unit: string, millions: string): string {
  const [, number = "", written = ""] = /^(.*?)(\D*)$/.exec(value) ?? [];
  if ((written !== "" && written !== unit) || !/^\s*[-+]?\d+$/.test(number)) return value;
  return `${roundHalfEven(Number(number) / 1e6)} ${millions}`;
}

/** Rounds like C's printf: the exact double, halves to the even neighbour. */
function roundHalfEven(value: number): string {
  const floor = Math.floor(value);
  const isUp = value - floor > 0.5 || (value - floor === 0.5 && floor % 2 !== 0);
  return String(isUp ? floor + 1 : floor);
}

/** Without repetitions. */
function inOneText(values: readonly string[]): string {
  const different = [...new Set(values)];
  return different.length > 1 ? `[${different.join("; ")}]` : (different[0] ?? "");
}

/** More hosts with the same prefix are shown as `apollon*`. */
const NUMBERED_HOSTS = 6;

function mergeNumbered(names: readonly string[]): readonly string[] {
  const groups: { readonly prefix: string; readonly names: string[] }[] = [];
  for (const name of names) {
    const prefix = name.replace(/\d+$/, "");
    const group = groups.at(-1);
    if (group === undefined || prefix === name || group.prefix !== prefix) {
      groups.push({ prefix, names: [name] });
    } else group.names.push(name);
  }
  return groups.flatMap(({ prefix, names: members }) =>
    members.length > NUMBERED_HOSTS ? [`${prefix}*`] : members,
  );
}
