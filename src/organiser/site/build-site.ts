/** Makes the files of a competition's site from its data; writes nothing. */

import { createHash } from "node:crypto";
import { defined } from "../../ground/util/defined.ts";
import { type Html, html, Html as SafeHtml } from "../../ground/util/html.ts";
import {
  type CategoryPart,
  type DataFileEntry,
  type EarlierEntry,
  encodePart,
  MANIFEST_FORMAT,
  type Manifest,
  type PartEntry,
  storeStanding,
  storeTrack,
  withLooks,
} from "../explorer/index.ts";
import type { AppAssets } from "./app-assets.ts";
import { dataFile, hashedFile, type SiteFile, sha256 } from "./data-file.ts";
import { editionPage } from "./edition-page.ts";
import { documentStart } from "./fragments.ts";
import type { SiteData, SitePart } from "./site-data.ts";
import { staticPages, TASK_PAGES_RUNS, TaskPages } from "./static-pages.ts";

export interface BuildOptions {
  /** Everything in `index.html`. */
  readonly singleFile?: boolean;
  /** Address of server-sent events about new results; only where there is a server. */
  readonly liveEvents?: string;
  /** Pages of tasks without scripts; default: for sites of up to {@link TASK_PAGES_RUNS} runs. */
  readonly taskPages?: boolean;
}

/**
 * The files of the site, `index.html` last. A pure function of its arguments:
 * equal data give equal bytes.
 */
export function* buildSite(
  data: SiteData,
  assets: AppAssets,
  options: BuildOptions = {},
): Generator<SiteFile> {
  const inlined: SiteFile[] = [];
  const entries: DataFileEntry[] = [];
  const parts: PartEntry[] = [];
  const sources: Record<string, string> = {};
  const singleFile = options.singleFile === true;
  function* emit(file: SiteFile): Generator<SiteFile, string> {
    const { path, content } = file;
    const bytes = Buffer.byteLength(content);
    if (!entries.some((entry) => entry.path === path)) {
      entries.push({ path, sha256: sha256(content), bytes });
      if (singleFile) inlined.push(file);
      else yield file;
    }
    return path;
  }
  const automata: Record<string, string> = {};
  const script = hashedFile("app.js", assets.script);
  const style = hashedFile("app.css", assets.style);
  const scriptParts = assets.parts.map(({ name, text }) => ({
    name,
    ...hashedFile(`parts/${name}`, text),
  }));
  const hasPages = !singleFile && options.liveEvents === undefined;
  const hasTaskPages = hasPages && (options.taskPages ?? isSmall(data));
  const taskPages = hasTaskPages ? new TaskPages(data, style.path) : undefined;
  for (const { part, details, sources: programs, automata: graphs } of data.parts) {
    const name = part.category;
    const file = yield* emit(dataFile(name, encodePart(part)));
    const byTool: Record<string, string> = {};
    for (const [tool, content] of details()) {
      byTool[tool] = yield* emit(dataFile(`${name}.${tool}`, JSON.stringify(content)));
    }
    const texts = programs?.();
    if (texts !== undefined && Object.keys(texts.tasks).length > 0) {
      sources[name] = yield* emit(dataFile(`${name}.sources`, JSON.stringify(texts)));
    }
    const functions = graphs?.() ?? {};
    if (Object.keys(functions).length > 0) {
      automata[name] = yield* emit(dataFile(`${name}.automata`, JSON.stringify(functions)));
    }
    parts.push({ ...partSize(part), category: name, file, details: byTool });
    if (taskPages !== undefined) yield* taskPages.of(part);
  }
  const earlier: EarlierEntry[] = [];
  for (const { title, edition, tools, parts: all } of data.earlier ?? []) {
    const own: EarlierEntry["parts"][number][] = [];
    for (const part of all) {
      const file = yield* emit(dataFile(`${title}.${part.category}`, encodePart(part)));
      own.push({ ...partSize(part), category: part.category, file });
    }
    earlier.push({ title, edition, tools, parts: own });
  }
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    title: data.title,
    edition: data.edition,
    facts: data.facts,
    tools: withLooks(data.tools, data.earlier ?? []),
    validators: data.validators,
    participations: data.participations,
    categories: data.categories,
    standings: data.standings.map(storeStanding),
    ...((data.tracks ?? []).length === 0 ? {} : { tracks: (data.tracks ?? []).map(storeTrack) }),
    parts,
    sources,
    ...(Object.keys(automata).length === 0 ? {} : { automata }),
    files: entries,
    ...(earlier.length === 0 ? {} : { earlier }),
    ...defined({ limits: data.limits }),
  };
  const manifestFile = dataFile("manifest", JSON.stringify(manifest));
  if (!singleFile) {
    yield manifestFile;
    yield script;
    yield style;
    yield* scriptParts.map(({ path, content }) => ({ path, content }));
  }
  if (hasPages) yield* staticPages(data, style.path, hasTaskPages);
  if (taskPages !== undefined) yield taskPages.list();
  const head = singleFile
    ? inlineHead(assets)
    : linkedHead({
        script: script.path,
        style: style.path,
        manifest: manifestFile.path,
        parts: scriptParts,
        liveEvents: options.liveEvents,
      });
  const tail = singleFile
    ? [...inlined, manifestFile].map(({ content }) => inlineScript(String(content)))
    : [];
  yield { path: "index.html", content: document(data, head, tail, hasPages) };
}

/** Small sites include parts that are generated one by one. */
function isSmall({ parts }: SiteData): boolean {
  if (!Array.isArray(parts)) return false;
  const runs = (parts as readonly SitePart[]).reduce(
    (sum, { part }) => sum + partSize(part).runs,
    0,
  );
  return runs <= TASK_PAGES_RUNS;
}

function partSize({ columns, tasks }: CategoryPart): Pick<PartEntry, "runs" | "tasks"> {
  const runs = columns.status.reduce((count, code) => count + Number(code !== 0), 0);
  return { runs, tasks: tasks.length };
}

interface Head {
  readonly policy: readonly string[];
  readonly elements: Html;
}

/** The page makes its workers from its own text, because files of a disk cannot be workers. */
const WORKERS = "worker-src blob:";

/**
 * Allows only files of the site itself; over `file://`, browsers treat these as the same origin.
 */
function linkedHead({
  script,
  style,
  manifest,
  parts,
  liveEvents,
}: {
  readonly script: string;
  readonly style: string;
  readonly manifest: string;
  readonly parts: readonly { readonly name: string; readonly path: string }[];
  readonly liveEvents: string | undefined;
}): Head {
  return {
    policy: [
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      WORKERS,
      ...(liveEvents === undefined ? [] : ["connect-src 'self'"]),
    ],
    elements: html`<link rel="stylesheet" href="${style}">
<script defer src="${script}"></script>
<script defer src="${manifest}"></script>
${parts.map(({ name, path }) => html`<meta name="agon-part" content="${name} ${path}">\n`)}${
  liveEvents !== undefined && html`<meta name="agon-live" content="${liveEvents}">`
}`,
  };
}

/**
 * The script is allowed by its hash, and lets in the data by a nonce that only the page contains.
 */
function inlineHead({ script, style, parts }: AppAssets): Head {
  return {
    policy: [`style-src '${hashSource(style)}'`, "img-src data: blob:", WORKERS],
    elements: html`<style>${new SafeHtml(style)}</style>
${[script, ...parts.map(({ text }) => text)].map(inlineScript)}`,
  };
}

function inlineScript(content: string): Html {
  return html`<script>${new SafeHtml(content.replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--"))}</script>\n`;
}

function hashSource(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function document(data: SiteData, head: Head, tail: readonly Html[], hasPages: boolean): string {
  const inline = [head.elements, ...tail].flatMap(({ text }) =>
    [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, content = ""]) => content),
  );
  const scripts =
    inline.length === 0
      ? []
      : [`script-src ${inline.map((content) => `'${hashSource(content)}'`).join(" ")}`];
  const policy = [
    "default-src 'none'",
    ...scripts,
    ...head.policy,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`${documentStart(policy, data.title)}
${head.elements}
</head>
<body>
<div id="app"><main class="page">
${editionPage(data, hasPages)}
</main></div>
${tail}</body>
</html>
`.text;
}
