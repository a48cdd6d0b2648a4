/**
 * Shows a counterexample of a program with threads as a table: one column per thread, later steps
 * further down.
 */
import { type Html, html } from "../../../ground/util/html.ts";
import type { TraceThread } from "../../story/index.ts";
import type { ShownStep } from "./stepping.ts";

export const THREADS_STYLE = `
.threads { border-collapse: collapse; font-size: 13px; width: 100%; }
.threads th, .threads td { text-align: left; vertical-align: top; padding: 3px 10px; border-bottom: 1px solid var(--line); }
.threads thead th { background: var(--head); font-weight: 600; white-space: nowrap; }
.threads tbody th { font-weight: 400; white-space: nowrap; }
.threads code { font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.threads .happens { color: var(--soft); }
.threads td + td { border-left: 1px solid var(--line); }
.threads tr.violation td:not(:empty) { background: var(--bad-ground); color: var(--bad); }
.threads tr.violation .happens { color: inherit; }
.threads tr.now { outline: 2px solid var(--link); outline-offset: -2px; }
`;

/** @param file - the file whose source the page shows; steps elsewhere name their own */
export function renderThreadTable(
  file: string,
  threads: readonly TraceThread[],
  steps: readonly ShownStep[],
): Html {
  const acting = threads.filter(({ number }) => steps.some(({ step }) => step.thread === number));
  const columns = acting.map(
    ({ number, function: name }) => html`<th scope="col">Thread ${number}: ${name}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What every thread does">
<table class="threads">
<thead><tr><th scope="col">Step</th>${columns}</tr></thead>
<tbody>${steps.map((shown) => row(file, acting, shown))}</tbody>
</table></div>`;
}

function row(
  file: string,
  threads: readonly TraceThread[],
  { number, step, text }: ShownStep,
): Html {
  const place =
    step.file === file
      ? html`<a href="#L${step.line}">line ${step.line}</a>`
      : html`${step.file}:${step.line}`;
  const { source } = step;
  const effect = text.startsWith(source) ? text.slice(source.length).replace(/^: /, "") : text;
  const cells = threads.map((thread) =>
    thread.number === step.thread
      ? html`<td><code>${source}</code>${effect !== "" && html` <span class="happens">${effect}</span>`}</td>`
      : html`<td></td>`,
  );
  return html`<tr id="step-${number}" class="${step.kind}"><th scope="row">${number}. ${place}</th>${cells}</tr>
`;
}
