/** Find a page, verifier, category or task by some letters of its name. */
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatRoute } from "../../../src/organiser/explorer/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { type Manifest, openLink, taskParts } from "../state.ts";
import { Dialog } from "./dialog.tsx";
import { PAGES } from "./pages.ts";

interface Entry {
  readonly kind: string;
  readonly text: string;
  readonly link: string;
}

const SHOWN = 12;

export function Palette({ data, onClose }: { data: Manifest; onClose: () => void }): VNode {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // Focuses before the next key arrives: text typed right after the shortcut belongs here.
  useLayoutEffect(() => input.current?.focus(), []);
  const loading = runsOf().value;
  const entries = useMemo((): readonly Entry[] => {
    const tasks =
      loading.state === "ready"
        ? [...new Set(loading.value.views.flatMap(({ part }) => part.tasks.map(({ id }) => id)))]
        : [];
    return [
      ...PAGES.map(({ title, path }) => ({ kind: "page", text: title, link: formatRoute(path) })),
      ...data.tools.map(({ id, name }) => ({
        kind: "verifier",
        text: name,
        link: formatRoute(["v", id]),
      })),
      ...data.categories.map(({ name }) => ({
        kind: "category",
        text: name,
        link: formatRoute(["c", name]),
      })),
      ...tasks.map((task) => ({
        kind: taskParts(task).property,
        text: `${taskParts(task).folder}/${taskParts(task).name}`,
        link: formatRoute(["t", task]),
      })),
    ];
  }, [data, loading]);
  const words = text.toLowerCase().split(/\s+/);
  const found = useMemo(
    () =>
      entries
        .filter((entry) => words.every((word) => entry.text.toLowerCase().includes(word)))
        .slice(0, SHOWN),
    [entries, text],
  );
  const go = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    openLink(entry.link);
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-label="Name of a page, verifier, category or task"
        aria-activedescendant={found.length > 0 ? `palette-${active}` : undefined}
        placeholder="page, verifier, category or task"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step !== 0) {
            event.preventDefault();
            setActive((active + step + found.length) % Math.max(1, found.length));
          } else if (event.key === "Enter") {
            event.preventDefault();
            go(found[active]);
          }
        }}
      />
      <div id="palette-list" role="listbox" class="palette" aria-label="Found">
        {found.map((entry, index) => (
          <div
            key={entry.link}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => go(entry)}
          >
            <span class="one-line">{entry.text}</span>
            <span class="note">{entry.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="nothing">Nothing has such a name.</p>}
    </Dialog>
  );
}
