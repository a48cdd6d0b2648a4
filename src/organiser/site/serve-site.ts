/**
 * The pages while a competition runs: kept in memory, and made again when there are new results.
 */
import { createReadStream, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { extname } from "node:path";
import { readAppAssets } from "./app-assets.ts";
import { buildSite } from "./build-site.ts";
import type { Attachment, SiteData } from "./site-data.ts";

/** The displayed state at a moment. */
export interface LiveState {
  readonly data: SiteData;
  readonly attachments: readonly Attachment[];
}

export interface LiveSite {
  readonly server: Server;
  /** Displays another state; readers are notified if anything is new. */
  update(state: LiveState): void;
  /** Number of readers who wait for new results. */
  readonly readers: number;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** Address of the event stream, relative to the first page. */
const EVENTS = "events";

/** Short enough that proxies and browsers keep the connection. */
const HEARTBEAT_MILLISECONDS = 20_000;

/** Creates a server that does not listen yet. */
export function liveSite(first: LiveState): LiveSite {
  const assets = readAppAssets();
  const readers = new Set<ServerResponse>();
  let files: ReadonlyMap<string, string | Uint8Array> = new Map();
  let superseded: typeof files = new Map();
  let attached = new Map<string, Attachment>();
  let manifest = "";
  const update = ({ data, attachments }: LiveState): void => {
    const built = [...buildSite(data, assets, { liveEvents: EVENTS })];
    const named = built.find(({ path }) => path.startsWith("data/manifest."))?.path ?? "";
    // Files that an open page may still request are kept until the next change.
    if (named !== manifest) superseded = files;
    files = new Map(built.map(({ path, content }) => [path, content]));
    attached = new Map(attachments.map((each) => [each.path, each]));
    if (named === manifest) return;
    manifest = named;
    for (const reader of readers) tell(reader, manifest);
  };
  update(first);
  const server = createServer((request, response) => {
    const path = pathOf(request);
    if (!isOurName(request.headers.host)) {
      // A page of another site whose name was redirected to this machine (DNS rebinding).
      response.writeHead(421, { "content-type": "text/plain" }).end("Not a name of this server.\n");
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405).end();
    } else if (path === EVENTS) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      readers.add(response);
      tell(response, manifest);
      request.on("close", () => readers.delete(response));
    } else {
      answer(response, path, files.get(path) ?? superseded.get(path), attached.get(path));
    }
  });
  const heartbeat = setInterval(() => {
    for (const reader of readers) reader.write(": still here\n\n");
  }, HEARTBEAT_MILLISECONDS);
  return {
    server,
    update,
    get readers() {
      return readers.size;
    },
    close: () =>
      new Promise((done) => {
        clearInterval(heartbeat);
        for (const reader of readers) reader.end();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function tell(reader: ServerResponse, manifest: string): void {
  reader.write(`event: manifest\ndata: ${manifest}\n\n`);
}

/** Addresses, and the names that this machine has for itself; others are refused. */
function isOurName(header: string | undefined): boolean {
  const name = /^(\[[0-9a-f:.]+\]|[^:]*)(?::\d+)?$/i.exec(header ?? "")?.[1]?.toLowerCase() ?? "";
  if (name.startsWith("[")) return isIP(name.slice(1, -1)) === 6;
  return name === "localhost" || name === hostname().toLowerCase() || isIP(name) === 4;
}

/** The policy that a page states itself; other files must not be executed. */
function policyOf(path: string, content: string | Uint8Array | undefined): string {
  const text = path.endsWith(".html") && content !== undefined ? content.toString() : "";
  const stated = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1];
  return `${stated ?? "default-src 'none'; sandbox"}; frame-ancestors 'none'`;
}

function pathOf({ url = "/" }: IncomingMessage): string {
  try {
    const { pathname } = new URL(url, "http://localhost");
    return pathname === "/" ? "index.html" : decodeURIComponent(pathname.slice(1));
  } catch {
    return "";
  }
}

/** Answers only with the files of the site: the address is never looked up in the file system. */
function answer(
  response: ServerResponse,
  path: string,
  content: string | Uint8Array | undefined,
  attachment: Attachment | undefined,
): void {
  const headers = {
    "content-type": TYPES[extname(path)] ?? "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "content-security-policy": policyOf(path, content),
    "referrer-policy": "no-referrer",
    // Names with a hash never change their content.
    "cache-control": /\.[0-9a-f]{12}\.\w+$/.test(path) ? "max-age=31536000, immutable" : "no-cache",
  };
  if (content !== undefined) response.writeHead(200, headers).end(content);
  else if (attachment !== undefined && "content" in attachment) {
    response.writeHead(200, { ...headers, "content-type": "application/zip" });
    response.end(attachment.content());
  } else if (attachment !== undefined && existsSync(attachment.source)) {
    // Logs and witnesses are served as text, regardless of their names.
    response.writeHead(200, { ...headers, "content-type": "text/plain; charset=utf-8" });
    createReadStream(attachment.source).pipe(response);
  } else {
    response.writeHead(404, { "content-type": "text/plain" }).end("There is no such file.\n");
  }
}
