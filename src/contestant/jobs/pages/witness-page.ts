/** Shows a program with the content of a witness at its places: one self-contained page. */
import { createHash } from "node:crypto";
import { type Html, html, Html as SafeHtml } from "../../../ground/util/html.ts";
import type { Annotation } from "../../../ground/witness/index.ts";
import { MEMORY_STYLE } from "./memory-figure.ts";
import { REACHABILITY_STYLE } from "./reachability-figure.ts";

export interface WitnessPage {
  /** Names for display; they are not linked. */
  readonly witnessName: string;
  readonly programName: string;
  readonly programText: string;
  /** `violation witness 2.0 by Agon 0.1.0`. */
  readonly description: string;
  /** Heading of the annotations; default: `What it says`. */
  readonly listTitle?: string;
  readonly annotations: readonly Annotation[];
  /** Replaces the list of annotations, which stand in the source in any case. */
  readonly table?: Table;
  /** Drawings between the annotations and the source. */
  readonly drawings?: readonly Drawings[];
  /** A part of the page that steps through an execution. */
  readonly stepping?: Stepping;
  /** Parts of the witness without a place in the program, and parts that were lost. */
  readonly remarks: readonly string[];
}

export interface Drawings {
  readonly title: string;
  readonly figures: readonly Html[];
}

export interface Table {
  readonly table: Html;
  readonly style: string;
}

/** The additions to a page, each in one place. */
export interface Stepping {
  /** Panel beside the source. */
  readonly panel: Html;
  readonly script: string;
  readonly style: string;
}

const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1c2430; --soft: #5b6675; --line: #dde2e9; --ground: #f6f7f9; --card: #ffffff;
  --head: #eef1f5; --link: #1a56b0; --good: #1b7a3d; --good-ground: #e2f4e8; --bad: #b3261e;
  --bad-ground: #fce4e2; --weak: #7a5b00; --weak-ground: #fbf0cf; --ghost: #8b2d86; --ghost-ground: #f6e3f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --soft: #9aa6b6; --line: #303a48; --ground: #12171f; --card: #1a212b;
    --head: #222b37; --link: #8ab4ff; --good: #7fd79d; --good-ground: #15361f; --bad: #ff9d95;
    --bad-ground: #48191a; --weak: #f0cf72; --weak-ground: #3c3110; --ghost: #eaa5e5; --ghost-ground: #3f1d3d;
  }
}
body {
  margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
}
a { color: var(--link); }
h1 { font-size: 26px; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 28px 0 8px; }
p, footer { color: var(--soft); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.source { margin: 0; padding: 12px 0; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; tab-size: 8; }
.source .line { display: block; padding: 0 14px; }
.source .marked { background: var(--head); }
.source .line:target { outline: 2px solid var(--link); outline-offset: -2px; }
.source b {
  display: inline-block; width: 5ch; margin-right: 1ch; text-align: right; color: var(--soft);
  font-weight: 400; user-select: none;
}
.numbered { list-style: none; padding-left: 0; }
.mark { padding: 0 6px; border-radius: 4px; overflow-wrap: anywhere; }
.mark.target, .mark.avoid { background: var(--bad-ground); color: var(--bad); }
.mark.follow, .mark.cycle { background: var(--weak-ground); color: var(--weak); }
.mark.invariant, .mark.contract { background: var(--good-ground); color: var(--good); }
.mark.ghost { background: var(--ghost-ground); color: var(--ghost); }
`;

/**
 * The content security policy: nothing may be loaded, and only our own script may run, identified
 * by its hash.
 */
function policyOf(style: string, script: string | undefined): string {
  const hash = (text: string): string =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(script === undefined ? [] : [`script-src ${hash(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Returns the whole document. All text from witness and program is escaped. */
export function renderWitnessPage(page: WitnessPage): string {
  const { witnessName, programName, description, annotations, remarks } = page;
  const { listTitle = "What it says", table, stepping, drawings } = page;
  const figures = STYLE + MEMORY_STYLE + REACHABILITY_STYLE;
  const style = figures + (table?.style ?? "") + (stepping?.style ?? "");
  const isNumbered = annotations.every(({ text }) => /^\d+\. /.test(text));
  const list = html`<ol${isNumbered && html` class="numbered"`}>${annotations.map(entry)}</ol>`;
  const listed = table?.table ?? (annotations.length > 0 ? list : undefined);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, stepping?.script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${witnessName} in ${programName}</title>
<style>${new SafeHtml(style)}</style>
</head>
<body>
<header><h1>${witnessName} in ${programName}</h1>
<p>${description}</p></header>
<main>
${remarks.length > 0 && html`<ul>${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>`}
${listed !== undefined && html`<h2>${listTitle}</h2>${listed}`}
${drawings?.map(({ title, figures: drawn }) => html`<h2>${title}</h2>${drawn}`)}
<h2>Source</h2>
<div class="stage">${stepping?.panel}
<div class="scroll" tabindex="0" role="region" aria-label="Source"><pre class="source">${sourceLines(page)}</pre></div></div>
</main>
<footer><p>Written by Agon.</p></footer>
${stepping !== undefined && new SafeHtml(`<script>${stepping.script}</script>`)}
</body>
</html>
`.text;
}

function entry({ role, text, location }: Annotation): Html {
  const { line, column } = location;
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return html`<li><a href="#L${line}">${place}</a> <span class="mark ${role}">${text}</span></li>`;
}

function sourceLines({ programText, annotations }: WitnessPage): readonly Html[] {
  const byLine = new Map<number, Annotation[]>();
  for (const annotation of annotations) {
    const others = byLine.get(annotation.location.line);
    if (others === undefined) byLine.set(annotation.location.line, [annotation]);
    else others.push(annotation);
  }
  return programText
    .replace(/\n$/, "")
    .split("\n")
    .map((text, index) => {
      const line = index + 1;
      const notes = byLine.get(line) ?? [];
      const marked = notes.length > 0 ? "line marked" : "line";
      return html`<span class="${marked}" id="L${line}"><b>${line}</b> ${text.replace(/\r$/, "")}
</span>${notes.map(
        ({ location, role, text: note }) =>
          html`<span class="line"><b></b> ${" ".repeat((location.column ?? firstColumn(text)) - 1)}<span class="mark ${role}">▲ ${note}</span>
</span>`,
      )}`;
    });
}

function firstColumn(text: string): number {
  return Math.max(text.search(/\S/), 0) + 1;
}
