/**
 * Addresses inside the pages: everything behind `#`. The path names the page, the query its state;
 * unknown keys are kept. BenchExec's addresses (`#/table?filter=…`) are translated.
 */
export interface Route {
  /** Decoded parts of the path, e.g. `["c", "C.Overall"]`; empty: the first page. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#?\/?/, "");
  const [path = "", query = ""] = splitOnce(text, "?");
  const route: Route = {
    path: path
      .split("/")
      .filter((part) => part !== "")
      .map(decoded),
    query: Object.fromEntries(
      query
        .split("&")
        .filter((pair) => pair !== "")
        .map((pair) => splitOnce(pair, "=").map(decoded)),
    ) as Record<string, string>,
  };
  return translateBenchExec(route);
}

/** With `#`; keys in the order given, empty values left out. */
export function formatRoute(
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [`${encoded(key)}=${encoded(value)}`],
  );
  const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  return `#/${path.map(encoded).join("/")}${search}`;
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Malformed escapes are kept: addresses come from anywhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

/** Readable: escapes only characters that would be misread. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2C|3C|3E|40|24)/g, (sequence) =>
    decodeURIComponent(sequence),
  );
}

/** BenchExec's pages `table`, `quantile`, `scatter`, `info` and `summary`. */
function translateBenchExec({ path, query }: Route): Route {
  const [page] = path;
  if (path.length !== 1) return { path, query };
  switch (page) {
    case "table": {
      const { filter, sort: order = "", ...rest } = query;
      const words = filter === undefined ? [] : queryOfFilter(filter);
      const sort = sortOfOrder(order);
      return {
        path: ["runs"],
        query: {
          ...rest,
          ...(words.length === 0 ? {} : { q: words.join(" ") }),
          ...(sort === "" ? {} : { sort }),
        },
      };
    }
    case "quantile":
    case "scatter":
      return { path: ["plot", page], query };
    case "info":
      return { path: ["about"], query };
    case "summary":
      return { path: [], query };
    default:
      return { path, query };
  }
}

/** Column ids by BenchExec's titles. */
const SORT_COLUMNS: Readonly<Record<string, string>> = {
  id: "task",
  status: "status",
  category: "result",
  cputime: "cpu",
  walltime: "wall",
  memory: "memory",
  cpuenergy: "energy",
};

/**
 * `id,asc;0_cputime_1,desc`: run set, title and number of each column. The same
 * column of several run sets is one here, and the first of them decides.
 */
function sortOfOrder(order: string): string {
  const keys = new Map<string, string>();
  for (const entry of order.split(";")) {
    const [id = "", direction = ""] = entry.split(",");
    const column = SORT_COLUMNS[/^\d+_(.*)_\d+$/.exec(id)?.[1] ?? id];
    if (column === undefined || keys.has(column)) continue;
    keys.set(column, direction === "desc" ? `-${column}` : column);
  }
  return [...keys.values()].join(",");
}

/**
 * `id(values(…)),0(0*status*(status(in(…)),category(in(…))),1*cputime*(value(10:100)))`: run set,
 * column number, title and conditions. Run sets cannot be distinguished by number here, so
 * conditions hold for all verifiers.
 */
function queryOfFilter(filter: string): readonly string[] {
  const words: string[] = [];
  const values = (text: string): string =>
    decoded(text).split(",").map(decoded).map(quote).join(",");
  const quote = (text: string): string => (/[\s,]/.test(text) ? `"${text}"` : text);
  const id = /(?:^|,)id\(values\(([^)]*)\)\)/.exec(filter)?.[1];
  if (id !== undefined) {
    const names = id
      .split(",")
      .map(decoded)
      .filter((name) => name !== "");
    words.push(...names.map((name) => `task:${quote(name)}`));
  }
  for (const [, list = ""] of filter.matchAll(/status\(in\(([^)]*(?:\([^)]*\)[^)]*)*)\)\)/g)) {
    words.push(`status:${values(list)}`);
  }
  for (const [, list = ""] of filter.matchAll(/category\(in\(([^)]*)\)\)/g)) {
    words.push(`s:${values(list)}`);
  }
  const numbers: Readonly<Record<string, string>> = {
    cputime: "cpu",
    walltime: "wall",
    memory: "mem",
    cpuenergy: "energy",
  };
  for (const [, title = "", range = ""] of filter.matchAll(/\*(\w+)\*\(value\(([^)]*)\)\)/g)) {
    const key = numbers[title];
    const [from = "", to = ""] = decoded(range).split(":");
    if (key !== undefined) words.push(`${key}:${from}..${to}`);
  }
  return words;
}
