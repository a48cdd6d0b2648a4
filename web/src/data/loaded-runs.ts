/** Runs of categories, loaded at the first use and kept. */
import { type Signal, signal } from "@preact/signals";
import type { Edition } from "../../../src/ground/model/index.ts";
import {
  type AutomataFile,
  basesBelow,
  type CategoryPart,
  type DetailsFile,
  decodePart,
  type EarlierEntry,
  earlierPartsIn,
  joinedRuns,
  RunStore,
  type Side,
  type SourcesFile,
} from "../../../src/organiser/explorer/index.ts";
import { type Manifest, manifest } from "../state.ts";
import { loadBytes, loadJson } from "./data-files.ts";

export type Loading<T> =
  | { readonly state: "loading"; readonly done: number; readonly total: number }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "ready"; readonly value: T };

const parts = new Map<string, Promise<CategoryPart>>();
const stores = new Map<string, Signal<Loading<RunStore>>>();

/** Names of the base categories with runs in a category; without a name, of all categories. */
export function basesOf({ categories, parts: known }: Manifest, name?: string): readonly string[] {
  const found = basesBelow(categories, name);
  return known.map(({ category }) => category).filter((category) => found.has(category));
}

/** The runs of a category and everything below it; without a name, of all categories. */
export function runsOf(name?: string): Signal<Loading<RunStore>> {
  const current = manifest.value as Manifest;
  const isKnown = (name ?? "") === "" || current.categories.some((each) => each.name === name);
  if (!isKnown) return signal({ state: "failed", message: `There is no category “${name}”.` });
  const bases = new Set(basesOf(current, name));
  const entries = current.parts.filter(({ category }) => bases.has(category));
  return storeOf(entries, current.edition);
}

function storeOf(
  entries: readonly { readonly file: string }[],
  edition: Edition,
): Signal<Loading<RunStore>> {
  const key = [edition.id, ...entries.map(({ file }) => file)].join("\n");
  let store = stores.get(key);
  if (store === undefined) {
    store = signal<Loading<RunStore>>({ state: "loading", done: 0, total: entries.length });
    stores.set(key, store);
    void load(
      entries.map(({ file }) => file),
      edition,
      store,
    );
  }
  return store;
}

/** Other result sets of the site, newest first. */
export function earlierResults(): readonly EarlierEntry[] {
  return manifest.value?.earlier ?? [];
}

/** The runs of an earlier result set in the base categories of those names; see `earlierPartsIn`. */
export function earlierRunsOf(
  index: number,
  categories: readonly string[],
): Signal<Loading<RunStore>> {
  const { parts: all, edition } = earlierResults()[index] as EarlierEntry;
  return storeOf(earlierPartsIn(all, new Set(categories)), edition);
}

/** The last joined store, with its sources. */
let joined:
  | {
      readonly x: RunStore;
      readonly y: RunStore;
      readonly tools: readonly [string, string];
      readonly store: RunStore;
    }
  | undefined;

/** The runs of two verifiers: of this site, or of this and earlier results in one store. */
export function runsOfSides(sides: readonly Side[], category: string): Loading<RunStore> {
  const [first, second] = sides;
  if (first === undefined || second === undefined || sides.every(({ set }) => set === undefined)) {
    return runsOf(category).value;
  }
  const data = manifest.value as Manifest;
  const bases = basesOf(data, category);
  const [x, y] = [first, second].map(({ set }) =>
    set === undefined ? runsOf(category).value : earlierRunsOf(set, bases).value,
  ) as [Loading<RunStore>, Loading<RunStore>];
  if (x.state !== "ready") return x;
  if (y.state !== "ready") return y;
  if (
    joined?.x !== x.value ||
    joined.y !== y.value ||
    joined.tools.join() !== `${first.id},${second.id}`
  ) {
    const tools = [first.id, second.id] as const;
    const sources = [
      { store: x.value, tool: first.id },
      { store: y.value, tool: second.id },
    ] as const;
    joined = { x: x.value, y: y.value, tools, store: joinedRuns(...sources, data.edition.scoring) };
  }
  return { state: "ready", value: joined.store };
}

async function load(
  files: readonly string[],
  { scoring }: Edition,
  target: Signal<Loading<RunStore>>,
): Promise<void> {
  let done = 0;
  try {
    const loaded = await Promise.all(
      files.map(async (file) => {
        const part = await partOf(file);
        done++;
        target.value = { state: "loading", done, total: files.length };
        return part;
      }),
    );
    target.value = { state: "ready", value: new RunStore(loaded, scoring) };
  } catch (error) {
    target.value = { state: "failed", message: (error as Error).message };
  }
}

function partOf(file: string): Promise<CategoryPart> {
  let part = parts.get(file);
  if (part === undefined) {
    part = loadBytes(file).then(decodePart);
    parts.set(file, part);
  }
  return part;
}

const jsonFiles = new Map<string, Signal<Loading<unknown>>>();

function jsonOf<T>(file: string): Signal<Loading<T>> {
  let known = jsonFiles.get(file) as Signal<Loading<T>> | undefined;
  if (known === undefined) {
    const target = signal<Loading<T>>({ state: "loading", done: 0, total: 1 });
    known = target;
    jsonFiles.set(file, target as Signal<Loading<unknown>>);
    loadJson<T>(file).then(
      (value) => {
        target.value = { state: "ready", value };
      },
      (error: Error) => {
        target.value = { state: "failed", message: error.message };
      },
    );
  }
  return known;
}

/** Undefined where the site has no details of these runs. */
export function detailsOf(
  category: string,
  tool: string,
): Signal<Loading<DetailsFile>> | undefined {
  const entry = manifest.value?.parts.find((part) => part.category === category);
  const file = entry?.details[tool];
  return file === undefined ? undefined : jsonOf<DetailsFile>(file);
}

/** Undefined where the site has no automata of this category. */
export function automataOf(category: string): Signal<Loading<AutomataFile>> | undefined {
  const file = manifest.value?.automata?.[category];
  return file === undefined ? undefined : jsonOf<AutomataFile>(file);
}

/** Undefined where the site has no programs of this category. */
export function sourcesOf(category: string): Signal<Loading<SourcesFile>> | undefined {
  const file = manifest.value?.sources[category];
  return file === undefined ? undefined : jsonOf<SourcesFile>(file);
}
