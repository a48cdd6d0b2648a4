/**
 * Parts of the script that few pages need, loaded on demand. Pages opened from a disk can load
 * classic scripts only: a part is a script that calls
 * `agonParts.define(name, body)` (scripts/web-parts.mjs), and the first page contains the paths of
 * the parts by name (`<meta name="agon-part" content="NAME PATH">`).
 */

type Body = (require: unknown, exports: unknown, module: unknown) => void;

/** Object that the build puts before everything else. */
interface Parts {
  readonly bodies: ReadonlyMap<string, Body>;
  /** For each part all that must be loaded before it runs, itself included. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  require(path: string): unknown;
  /** The build replaces `import()` by this function. */
  load: (name: string) => Promise<unknown>;
}

declare const agonParts: Parts;

const loading = new Map<string, Promise<void>>();

/** Makes `import()` work in the pages. */
export function listenToParts(): void {
  agonParts.load = async (name) => {
    await Promise.all((agonParts.needs[name] ?? []).map(bodyOf));
    return agonParts.require(name);
  };
}

/** The text of a script for a worker. @throws Error when its file is missing. */
export async function workerText(name: string): Promise<string> {
  await bodyOf(name);
  return `(${String(agonParts.bodies.get(name))})()`;
}

async function bodyOf(name: string): Promise<void> {
  if (agonParts.bodies.has(name)) return;
  let promise = loading.get(name);
  if (promise === undefined) {
    promise = loadScript(name).finally(() => loading.delete(name));
    loading.set(name, promise);
  }
  await promise;
}

function loadScript(name: string): Promise<void> {
  const paths = [...document.querySelectorAll<HTMLMetaElement>('meta[name="agon-part"]')];
  const path = paths.map(({ content }) => content.split(" ")).find(([own]) => own === name)?.[1];
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${path ?? name} could not be loaded. Is the folder complete?`));
    };
    script.src = path ?? name;
    document.head.append(script);
  });
}
