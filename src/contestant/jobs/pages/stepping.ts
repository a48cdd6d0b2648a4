/**
 * The part of a page that steps through an execution, with buttons and keys: the executed line, and
 * the values of variables after it. Without scripts it stays hidden, and the list of steps contains
 * the same. Below the table stands the memory after the step, where the program has blocks.
 */
import { type Html, html, Html as SafeHtml } from "../../../ground/util/html.ts";
import type { TraceStep } from "../../story/index.ts";
import { renderMemory } from "./memory-figure.ts";
import type { Stepping } from "./witness-page.ts";

export interface ShownStep {
  /** Number in the whole execution, from 1. */
  readonly number: number;
  readonly step: TraceStep;
  /** Description of the step, as in the list of steps. */
  readonly text: string;
}

/** Maximal number of drawings in one page. */
const MAX_PICTURES = 300;

/** Drawings need more space beside the source. */
const WIDE_STYLE = `
@media (min-width: 900px) { .stage:has(.stepping:not([hidden])) { grid-template-columns: minmax(0, 1fr) minmax(360px, 46%); } }
`;

const STYLE = `
.stage { display: grid; gap: 12px; }
@media (min-width: 900px) { .stage:has(.stepping:not([hidden])) { grid-template-columns: minmax(0, 1fr) 360px; } }
.stepping { order: 1; position: sticky; top: 8px; align-self: start; max-height: calc(100vh - 16px); overflow: auto;
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px; }
@media (max-width: 899px) { .stepping { order: 0; max-height: 45vh; } .source .line { scroll-margin-top: 46vh; } }
.stepping h3 { font-size: 15px; margin: 0 0 8px; }
.stepping .controls { display: flex; flex-wrap: wrap; gap: 6px; }
.stepping button { font: inherit; color: var(--ink); background: var(--head); border: 1px solid var(--line); border-radius: 6px;
  padding: 4px 10px; cursor: pointer; }
.stepping button:disabled { color: var(--soft); cursor: default; }
.stepping .now { min-height: 4.5em; margin: 10px 0; color: var(--ink); overflow-wrap: anywhere; }
.stepping table { border-collapse: collapse; width: 100%; font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
.stepping caption { text-align: left; font: 13px system-ui, sans-serif; color: var(--soft); padding-bottom: 4px; }
.stepping th { text-align: left; font-weight: 400; vertical-align: top; padding: 2px 8px 2px 0; }
.stepping td { overflow-wrap: anywhere; padding: 2px 0; }
.stepping tr.changed { background: var(--weak-ground); color: var(--weak); }
.source .line.now { outline: 2px solid var(--link); outline-offset: -2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
`;

/** Works on the data of the page and writes text only, never HTML. */
const SCRIPT = `
"use strict";
const panel = document.querySelector(".stepping");
const steps = JSON.parse(document.getElementById("steps").textContent);
const button = (name) => panel.querySelector("[data-go=" + name + "]");
const say = (selector, text) => { panel.querySelector(selector).textContent = text; };
let at = 0;
function values(step, before) {
  const body = panel.querySelector("tbody");
  body.replaceChildren(...step.values.map(([name, value]) => {
    const row = document.createElement("tr");
    const old = before && before.depth === step.depth && before.values.find((other) => other[0] === name);
    const isChanged = step.changed ? step.changed.includes(name) : before && (!old || old[1] !== value);
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    const cell = document.createElement("td");
    cell.textContent = value + (isChanged ? " (changed)" : "");
    if (isChanged) row.className = "changed";
    row.append(head, cell);
    return row;
  }));
}
function show(index, scrolls) {
  at = Math.max(0, Math.min(steps.length - 1, index));
  const step = steps[at];
  say(".place", "Step " + step.number + " of " + steps[steps.length - 1].number + ", " + step.place);
  say(".source-text", step.source);
  say(".happens", step.text);
  say("caption", "Variables in " + step.function + " after the step");
  values(step, steps[at - 1]);
  panel.querySelectorAll(".memory").forEach((figure, index) => { figure.hidden = index !== step.picture; });
  for (const line of document.querySelectorAll(".line.now, .threads tr.now")) line.classList.remove("now");
  const row = document.getElementById("step-" + step.number);
  if (row) row.classList.add("now");
  const line = step.line && document.getElementById("L" + step.line);
  if (line) {
    line.classList.add("now");
    if (scrolls) line.scrollIntoView({ block: "nearest" });
  }
  for (const name of ["first", "back"]) button(name).disabled = at === 0;
  for (const name of ["next", "last"]) button(name).disabled = at === steps.length - 1;
}
const GO = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => steps.length - 1 };
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
for (const [name, to] of Object.entries(GO)) button(name).addEventListener("click", () => show(to(), true));
document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(GO[name](), true);
});
panel.hidden = false;
show(0, false);
`;

/** @param file - the file whose source the page shows; steps elsewhere name their own */
export function renderStepping(file: string, steps: readonly ShownStep[]): Stepping | undefined {
  if (steps.length === 0) return undefined;
  const pictures = new Pictures();
  const data = steps.map(({ number, step, text }) => ({
    number,
    text,
    source: step.source,
    function: step.function,
    depth: step.depth,
    place: placeOf(file, step),
    line: step.file === file ? step.line : 0,
    values: (step.values ?? []).map(({ name, value }) => [name, value]),
    picture: pictures.numberOf(step),
    // Between two steps of a thread other threads may change shared variables: only the changes of
    // the step itself are marked.
    ...(step.thread === undefined ? {} : { changed: changedBy(step) }),
  }));
  // Within a script element only "<" could end the text.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const panel = html`<section class="stepping" hidden aria-label="Execution step by step" tabindex="0">
<h3>Step by step</h3>
<div class="controls">
<button type="button" data-go="first">⇤ First</button><button type="button" data-go="back" aria-keyshortcuts="ArrowLeft">← Back</button><button type="button" data-go="next" aria-keyshortcuts="ArrowRight">Next →</button><button type="button" data-go="last">Last ⇥</button>
</div>
<div class="now" aria-live="polite"><div class="place"></div><div><code class="source-text"></code></div><div class="happens"></div></div>
<table><caption></caption><tbody></tbody></table>
${pictures.figures}
<script type="application/json" id="steps">${new SafeHtml(json)}</script>
</section>`;
  const width = pictures.figures.length > 0 ? WIDE_STYLE : "";
  return { panel, script: SCRIPT, style: STYLE + width };
}

/** Returns the variables that the step changed. */
function changedBy({ changes }: TraceStep): readonly string[] {
  return changes.map(({ name }) => /^\w+/.exec(name)?.[0] ?? name);
}

function placeOf(file: string, { file: own, line, function: name, thread }: TraceStep): string {
  const by = thread === undefined ? "" : `, thread ${thread}`;
  return `${own === file ? "line " : `${own}:`}${line}, in ${name}${by}`;
}

/** The drawings of a page: steps that change no block share theirs. */
class Pictures {
  readonly figures: Html[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the index of the step's figure, from 0; -1: it has none. */
  numberOf({ memory }: TraceStep): number {
    if (memory === undefined || memory.objects.length === 0) return -1;
    const key = JSON.stringify(memory);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.figures.length >= MAX_PICTURES) return -1;
    const number = this.figures.length;
    this.#numbers.set(key, number);
    this.figures.push(renderMemory(memory, "Memory after the step", true));
    return number;
  }
}
