/** State that all pages share: the competition and the address. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import {
  formatRoute,
  type Manifest,
  parseRoute,
  type Route,
  readStandings,
} from "../../src/organiser/explorer/index.ts";
import type { CategoryStanding } from "../../src/organiser/scoring/index.ts";

export type { Manifest };

export const manifest: Signal<Manifest | undefined> = signal<Manifest | undefined>(undefined);

export const standings: ReadonlySignal<readonly CategoryStanding[]> = computed(() =>
  manifest.value === undefined ? [] : readStandings(manifest.value),
);

export const route: Signal<Route> = signal<Route>(parseRoute(location.hash));

/** Text for screen readers. */
export const announcement: Signal<string> = signal("");

/** A message that is shown for a moment: an action was done that the page does not show. */
export const notice: Signal<string> = signal("");

let noticeEnd: ReturnType<typeof setTimeout> | undefined;
const NOTICE_MS = 4000;

/** Reports an action, on the screen and to screen readers. */
export function notify(text: string): void {
  announcement.value = text;
  notice.value = text;
  clearTimeout(noticeEnd);
  noticeEnd = setTimeout(() => {
    notice.value = "";
  }, NOTICE_MS);
}

/** Runs that were picked for comparison: `category`, `tool`, `task`. */
export const pinned: Signal<readonly (readonly [string, string, string])[]> = signal<
  readonly (readonly [string, string, string])[]
>([]);

/** The rows that were shown last, so that `[` and `]` step through them. */
export const resultSet: Signal<readonly string[]> = signal<readonly string[]>([]);

addEventListener("hashchange", () => {
  route.value = parseRoute(location.hash);
});

/** Opens a new page, with an entry in the browser's history. */
export function open(path: readonly string[], query: Route["query"] = {}): void {
  location.hash = formatRoute(path, query);
}

export function openLink(link: string): void {
  location.hash = link;
}

/**
 * Changes the state of the same page, without an entry in the history. Empty values are removed.
 */
export function change(patch: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = route.value;
  const merged = { ...query, ...patch };
  const hash = formatRoute(path, merged);
  history.replaceState(history.state, "", hash);
  route.value = parseRoute(hash);
}

export function toolName(id: string): string {
  const { tools = [], validators = [] } = manifest.value ?? {};
  return [...tools, ...validators].find((tool) => tool.id === id)?.name ?? id;
}

/** `loops/sum.yml#unreach-call` → `sum`, with the folder and the property separated. */
export function taskParts(task: string): {
  readonly folder: string;
  readonly name: string;
  readonly property: string;
} {
  const hash = task.lastIndexOf("#");
  const file = hash < 0 ? task : task.slice(0, hash);
  const slash = file.lastIndexOf("/");
  return {
    folder: slash < 0 ? "" : file.slice(0, slash),
    name: file.slice(slash + 1).replace(/\.ya?ml$/, "") || file,
    property: hash < 0 ? "" : task.slice(hash + 1),
  };
}

export function runLink(category: string, tool: string, task: string): string {
  return formatRoute(["r", category, tool, task]);
}
