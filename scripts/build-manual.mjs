// Makes the manual as pages: docs/*.md, in the order of docs/index.md, into dist/manual. Parts that
// tables of the program determine (commands, exit codes, …) are generated from these tables: `<!--
// agon: NAME -->`.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { generatedParts } from "./manual/generated-parts.mjs";
import { STYLE, wholePage } from "./manual/page.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const docs = join(root, "docs");
const out = join(root, "dist/manual");
const { Marked } = await import("marked").catch(() => {
  throw new Error("the package 'marked' is not installed: run 'npm ci'");
});

/**
 * Folders of the package that pages may link to; for others (sources, tests) only the name is
 * shown.
 */
const PACKED = ["schema/", "examples/", "README.md", "CHANGELOG.md", "LICENSE"];

/** Sections with their pages, as listed on the first page. */
function contents() {
  const sections = [];
  for (const line of readFileSync(join(docs, "index.md"), "utf8").split("\n")) {
    const heading = /^## (.*)$/.exec(line);
    const entry = /^- \[(.*?)\]\((\S+?\.md)\)/.exec(line);
    if (heading !== null) sections.push({ title: heading[1], pages: [] });
    if (entry !== null) sections.at(-1)?.pages.push({ title: entry[1], file: entry[2] });
  }
  return sections.filter(({ pages }) => pages.length > 0);
}

/** Anchors as GitHub makes them, so that links between pages work in both places. */
function slug(text) {
  return text
    .toLowerCase()
    .replace(/<[^>]*>|[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function rendererFor(file, pictures) {
  const seen = new Map();
  const here = dirname(file);
  return {
    heading({ tokens, depth, text }) {
      const name = slug(text.replace(/`/g, ""));
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      const id = count === 0 ? name : `${name}-${count}`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      if (/^[a-z]+:/.test(href) || href.startsWith("#"))
        return `<a href="${escaped(href)}">${text}</a>`;
      const [path, anchor] = href.split("#");
      const target = posix.normalize(posix.join(here, path));
      const end = anchor === undefined ? "" : `#${anchor}`;
      if (target.endsWith(".md") && !target.startsWith("..")) {
        return `<a href="${path.replace(/\.md$/, ".html")}${end}">${text}</a>`;
      }
      const packed = target.replace(/^(\.\.\/)/, "");
      if (!PACKED.some((name) => packed.startsWith(name))) return text;
      // From dist/manual/… to the root of the package.
      const up = relative(join("dist/manual", here), packed);
      return `<a href="${escaped(up)}">${text}</a>`;
    },
    image({ href, text }) {
      pictures.add(posix.normalize(posix.join(here, href)));
      return `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`;
    },
    code({ text }) {
      const lines = escaped(text).replace(/^\$ .*$/gm, '<b class="prompt">$&</b>');
      return `<pre tabindex="0"><code>${lines}</code></pre>\n`;
    },
    table({ header, rows }) {
      const cells = (row, tag) =>
        row
          .map(({ tokens, text }) => {
            const name = text === "" ? "td" : tag;
            return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
          })
          .join("");
      const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
      const head = header.every(({ text }) => text === "")
        ? ""
        : `<thead><tr>${cells(header, "th")}</tr></thead>`;
      return `<div class="scroll" tabindex="0"><table>${head}<tbody>\n${body}</tbody></table></div>\n`;
    },
  };
}

const sections = contents();
const parts = await generatedParts(root);
const order = [{ title: "Manual", file: "index.md" }, ...sections.flatMap(({ pages }) => pages)];
rmSync(out, { recursive: true, force: true });
const pictures = new Set();
for (const [index, { file }] of order.entries()) {
  const source = readFileSync(join(docs, file), "utf8").replace(
    /^<!-- agon: (\S+) -->$/gm,
    (_, name) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`${file}: no generated part '${name}'`);
      return part;
    },
  );
  const marked = new Marked({ gfm: true, renderer: rendererFor(file, pictures) });
  const title = /^# (.*)$/m.exec(source)?.[1] ?? file;
  const target = join(out, file.replace(/\.md$/, ".html"));
  mkdirSync(dirname(target), { recursive: true });
  const text = wholePage({
    file,
    title,
    sections,
    body: marked.parse(source),
    before: index > 1 ? order[index - 1] : undefined,
    after: order[index + 1],
  });
  writeFileSync(target, text);
}
writeFileSync(join(out, "manual.css"), STYLE);
for (const picture of pictures) {
  const from = join(docs, picture);
  if (!existsSync(from)) throw new Error(`no picture ${picture}: run 'npm run screenshots'`);
  cpSync(from, join(out, picture));
}
