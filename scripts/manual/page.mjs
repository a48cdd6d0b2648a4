// A page of the manual: navigation, text, the pages before and after. Needs no script and no
// external resource.
import { dirname, posix } from "node:path";

export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1c2430; --soft: #566070; --line: #dde2e9; --ground: #f6f7f9; --card: #ffffff; --head: #eef1f5; --link: #1a56b0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --soft: #9aa6b6; --line: #303a48; --ground: #12171f; --card: #1a212b; --head: #222b37; --link: #8ab4ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.6 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
}
a { color: var(--link); }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--card); padding: 8px; }
.frame { display: grid; grid-template-columns: 250px minmax(0, 1fr); max-width: 1180px; margin: 0 auto; }
nav.contents { padding: 24px 16px; border-right: 1px solid var(--line); font-size: 15px; }
nav.contents h2 { font-size: 13px; margin: 18px 0 4px; color: var(--soft); }
nav.contents ul { list-style: none; margin: 0; padding: 0; }
nav.contents a { display: block; padding: 2px 8px; border-radius: 6px; text-decoration: none; }
nav.contents a:hover { text-decoration: underline; }
nav.contents a[aria-current] { background: var(--head); font-weight: 600; color: var(--ink); }
main { padding: 24px 32px 48px; min-width: 0; }
h1 { font-size: 30px; line-height: 1.2; margin: 8px 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 21px; margin: 36px 0 8px; }
h3 { font-size: 17px; margin: 26px 0 6px; }
h1 code, h2 code, h3 code { font-size: 0.92em; }
p, li { max-width: 76ch; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13.5px; }
:not(pre) > code { background: var(--head); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
pre {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px; overflow-x: auto;
  line-height: 1.45;
}
.prompt { color: var(--link); font-weight: 600; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-size: 14.5px; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
th { background: var(--head); }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 10px; }
.turn { display: flex; justify-content: space-between; gap: 16px; margin-top: 48px; border-top: 1px solid var(--line); padding-top: 16px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 760px) {
  .frame { display: block; }
  nav.contents { border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 16px; }
}
@media print { nav, .skip { display: none; } .frame { display: block; } }
`;

const html = (file) => file.replace(/\.md$/, ".html");
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const words = (title) => escaped(title.replace(/`/g, ""));

/** @param page - `file` is the page's own name below docs; `body` is HTML */
export function wholePage({ file, title, sections, body, before, after }) {
  const here = dirname(file);
  const to = (other) => posix.relative(here, html(other));
  const link = (page) =>
    `<a href="${to(page.file)}"${page.file === file ? ' aria-current="page"' : ""}>${words(page.title)}</a>`;
  const lists = sections.map(
    (section) =>
      `<h2>${words(section.title)}</h2><ul>${section.pages.map((page) => `<li>${link(page)}</li>`).join("")}</ul>`,
  );
  const turns = [
    before === undefined
      ? "<span></span>"
      : `<a href="${to(before.file)}" rel="prev">← ${words(before.title)}</a>`,
    after === undefined ? "" : `<a href="${to(after.file)}" rel="next">${words(after.title)} →</a>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words(title)} · Agon</title>
<link rel="stylesheet" href="${to("manual.css")}">
</head>
<body>
<a class="skip" href="#text">To the text</a>
<div class="frame">
<nav class="contents" aria-label="Manual">
<a href="${to("index.md")}"${file === "index.md" ? ' aria-current="page"' : ""}>Agon: the manual</a>
${lists.join("\n")}
</nav>
<main id="text">
${body}
<nav class="turn" aria-label="Pages before and after">${turns.join("")}</nav>
</main>
</div>
</body>
</html>
`;
}
