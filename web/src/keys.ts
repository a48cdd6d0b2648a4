/** All keyboard shortcuts in one table: the handler and the help are made from it. */
export interface Shortcut {
  /** As pressed; two words: one after the other. */
  readonly keys: string;
  readonly meaning: string;
  readonly group: "Everywhere" | "Go to" | "Table" | "Plot" | "Run" | "Counterexample";
}

/** The modifier key, as named on the reader's keyboard. */
export const MOD: string = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: "?", meaning: "this help", group: "Everywhere" },
  { keys: "/", meaning: "to the query box", group: "Everywhere" },
  { keys: "Mod+k", meaning: "find a page, verifier, category or task", group: "Everywhere" },
  { keys: "e", meaning: "export what is shown", group: "Everywhere" },
  { keys: "y", meaning: "copy the link to this view", group: "Everywhere" },
  { keys: "d", meaning: "dark, light, as the system", group: "Everywhere" },
  { keys: "Escape", meaning: "close, or back", group: "Everywhere" },
  { keys: "g e", meaning: "edition", group: "Go to" },
  { keys: "g c", meaning: "compare", group: "Go to" },
  { keys: "g r", meaning: "runs", group: "Go to" },
  { keys: "g q", meaning: "quantile plot", group: "Go to" },
  { keys: "g s", meaning: "scatter plot", group: "Go to" },
  { keys: "g v", meaning: "validation", group: "Go to" },
  { keys: "g w", meaning: "what if: other rules", group: "Go to" },
  { keys: "g a", meaning: "about: provenance", group: "Go to" },
  { keys: "j", meaning: "row down (also ↓)", group: "Table" },
  { keys: "k", meaning: "row up (also ↑)", group: "Table" },
  { keys: "h", meaning: "column left (also ←)", group: "Table" },
  { keys: "l", meaning: "column right (also →)", group: "Table" },
  { keys: "Enter", meaning: "open the run", group: "Table" },
  { keys: "f", meaning: "only rows with the value of this cell", group: "Table" },
  { keys: "F", meaning: "only rows without it", group: "Table" },
  { keys: "Mod+c", meaning: "copy the cell (with Shift: the row)", group: "Table" },
  { keys: "u", meaning: "clear the filters", group: "Table" },
  { keys: "x", meaning: "pick the run's verifier for comparison", group: "Table" },
  { keys: "c", meaning: "compare what was picked", group: "Table" },
  { keys: "+", meaning: "zoom in", group: "Plot" },
  { keys: "-", meaning: "zoom out", group: "Plot" },
  { keys: "0", meaning: "whole plot", group: "Plot" },
  { keys: "T", meaning: "plot as a table", group: "Plot" },
  { keys: "[", meaning: "previous run of the last table", group: "Run" },
  { keys: "]", meaning: "next run of the last table", group: "Run" },
  { keys: "ArrowLeft", meaning: "step back", group: "Counterexample" },
  { keys: "ArrowRight", meaning: "step on", group: "Counterexample" },
  { keys: "1", meaning: "to the path", group: "Counterexample" },
  { keys: "2", meaning: "to the source", group: "Counterexample" },
  { keys: "3", meaning: "to the automaton", group: "Counterexample" },
  { keys: "4", meaning: "to the values", group: "Counterexample" },
];

type Action = (event: KeyboardEvent) => void;

const layers: Map<string, Action>[] = [];
let prefix = "";

/** Binds keys until the returned function is called; later bindings come before earlier ones. */
export function bindKeys(actions: Readonly<Record<string, Action>>): () => void {
  for (const keys of Object.keys(actions)) {
    if (!SHORTCUTS.some((shortcut) => shortcut.keys === keys) && !EXTRA.has(keys)) {
      throw new Error(`the key ${keys} is not in the table of shortcuts`);
    }
  }
  const layer = new Map(Object.entries(actions));
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
  };
}

/** Second names of keys in the table. */
const EXTRA: ReadonlySet<string> = new Set(["ArrowUp", "ArrowDown"]);

addEventListener("keydown", (event) => {
  const name = nameOf(event);
  if (name === undefined) return;
  // A dialog has its own keys, and the browser closes it at Escape.
  if (document.querySelector("dialog[open]") !== null) return;
  const isTyping = isTextField(event.target) && name !== "Escape" && !name.startsWith("Mod+");
  if (isTyping) return;
  const keys = prefix === "" ? name : `${prefix} ${name}`;
  prefix = "";
  const action = [...layers]
    .reverse()
    .find((layer) => layer.has(keys))
    ?.get(keys);
  if (action !== undefined) {
    event.preventDefault();
    action(event);
  } else if (keys === "g") {
    prefix = "g";
  }
});

function nameOf(event: KeyboardEvent): string | undefined {
  if (event.altKey || event.isComposing) return undefined;
  if (event.ctrlKey || event.metaKey)
    return event.shiftKey ? undefined : `Mod+${event.key.toLowerCase()}`;
  return event.key;
}

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
}
