/**
 * Data files are scripts that call `agonData(path, content)`: nothing else can
 * be loaded from a disk. Content is gzip in base64.
 */
type Receive = (packed: string) => void;

const waiting = new Map<string, Receive>();
const inlined = new Map<string, string>();

/** Called with the path of the manifest whenever one has arrived. */
export type ManifestListener = (path: string) => void;

export function listenToData(onManifest: ManifestListener): void {
  Object.assign(globalThis, {
    agonData: (path: string, packed: string): void => {
      const receive = waiting.get(path);
      if (receive === undefined) inlined.set(path, packed);
      else receive(packed);
      if (path.startsWith("data/manifest.")) onManifest(path);
    },
  });
}

/** Unpacked bytes of a data file. @throws Error when the file is missing or damaged. */
export async function loadBytes(path: string): Promise<Uint8Array> {
  return unpack(inlined.get(path) ?? (await loadScript(path)));
}

export async function loadJson<T>(path: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await loadBytes(path))) as T;
}

function loadScript(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const end = (): void => {
      script.remove();
      waiting.delete(path);
    };
    waiting.set(path, (packed) => {
      end();
      resolve(packed);
    });
    script.onerror = () => {
      end();
      reject(new Error(`${path} could not be loaded. Is the folder complete?`));
    };
    script.src = path;
    document.head.append(script);
  });
}

async function unpack(packed: string): Promise<Uint8Array> {
  const stream = new Blob([fromBase64(packed)]).stream();
  const unpacked = stream.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

interface Base64Decoder {
  fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  // Newer browsers do it many times faster.
  const native = (Uint8Array as unknown as Base64Decoder).fromBase64?.(text);
  if (native !== undefined) return native;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
