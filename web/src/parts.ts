/**
 * Parts of the script that few pages need, loaded when they are asked for. Pages
 * opened from a disk can load classic scripts only: a part is a script that calls
 * `agonParts.define(name, body)` (scripts/web-parts.mjs), and the first page says
 * under which names the parts lie (`<meta name="agon-part" content="NAME PATH">`).
 */

type Body = (require: unknown, exports: unknown, module: unknown) => void;

/** What the build puts before everything else. */
interface Parts {
  readonly bodies: ReadonlyMap<string, Body>;
  /** For each part all that must be there before it runs, itself among them. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  require(path: string): unknown;
  /** What `import()` becomes in the build. */
  load: (name: string) => Promise<unknown>;
}

declare const agonParts: Parts;

const loading = new Map<string, Promise<void>>();

/** Lets `import()` work in the pages. */
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
