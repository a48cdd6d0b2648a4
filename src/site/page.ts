import { createHash } from "node:crypto";
import { type Html, html, Html as SafeHtml, safeHref } from "../util/html.ts";
import { STYLE } from "./style.ts";

/**
 * Nothing may run or be loaded; the only style is ours, named by its hash, so
 * that neither an injected `<style>` nor a `style` attribute has an effect.
 */
const POLICY: string = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** One page: its path inside the site and where it stands. */
export interface Page {
  /** E.g. `runs/agon.C.no-overflow.Main.html`. */
  readonly path: string;
  readonly title: string;
  readonly lead: Html;
  /** Links to the pages above, outermost first; paths inside the site. */
  readonly above: readonly (readonly [path: string, text: string])[];
  readonly body: Html;
}

/** The whole document. */
export function renderPage(page: Page, footer: Html): string {
  const above = page.above.map(([path, text]) => {
    return html`<a href="${linkFrom(page.path, path)}">${text}</a> / `;
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${page.title}</title>
<style>${new SafeHtml(STYLE)}</style>
</head>
<body>
<header>
${above.length > 0 && html`<nav aria-label="Breadcrumb">${above}</nav>`}
<h1>${page.title}</h1>
<p class="lead">${page.lead}</p>
</header>
<main>
${page.body}
</main>
<footer>${footer}</footer>
</body>
</html>
`.text;
}

/** Relative link between two paths inside the site; links that could leave it through a scheme lead nowhere. */
export function linkFrom(page: string, target: string): string {
  if (safeHref(target) !== target) return "#";
  return "../".repeat(page.split("/").length - 1) + target;
}

/** A name as a file name: everything unusual is encoded, so different names stay different. */
export function fileNameOf(...parts: readonly string[]): string {
  const encode = (part: string): string =>
    encodeURIComponent(part).replace(/[!'()*~%]/g, (char) =>
      char === "%" ? "~" : `~${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  // `+` is not left by encodeURIComponent, so it separates the parts unmistakably.
  return `${parts.map(encode).join("+")}.html`;
}

export function categoryPath(category: string): string {
  return `categories/${fileNameOf(category)}`;
}

export function runsPath(category: string, tool: string): string {
  return `runs/${fileNameOf(category, tool)}`;
}
