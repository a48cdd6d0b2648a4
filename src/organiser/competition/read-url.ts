/** Reads files from the web, where a file on disk may be named as well. */
import { spawnSync } from "node:child_process";
import { PlatformError } from "../../ground/util/errors.ts";

const MAX_BYTES = 2 ** 31 - 1;
/** Time without data after which the download fails. */
const PATIENCE_SECONDS = 60;

/**
 * Readers of files are synchronous, but Node.js fetches asynchronously: so a separate process
 * fetches, and writes to its standard output.
 */
const PROGRAM = `
const [url, seconds] = process.argv.slice(1);
const give = new AbortController();
let timer = setTimeout(() => give.abort(new Error("no answer within " + seconds + " s")), seconds * 1000);
try {
  const answer = await fetch(url, { signal: give.signal });
  if (!answer.ok) throw new Error("the server answers " + answer.status + " " + answer.statusText);
  for await (const piece of answer.body ?? []) {
    timer.refresh();
    if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
} catch (error) {
  const cause = error.cause?.errors?.[0] ?? error.cause ?? error;
  process.stderr.write(cause.message || cause.code || String(error));
  process.exitCode = 1;
} finally {
  clearTimeout(timer);
}
`;

/** Whether the text is a web address, not a path. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** @throws PlatformError `ERR_DOWNLOAD` when the file cannot be fetched. */
export function readUrl(url: string): Uint8Array {
  const words = ["--input-type=module", "-e", PROGRAM, "--", url, String(PATIENCE_SECONDS)];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    maxBuffer: MAX_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status === 0) return stdout;
  const reason = stderr?.toString("utf8").trim() || "the download failed";
  throw new PlatformError("ERR_DOWNLOAD", `${url} cannot be fetched: ${reason}`, {
    hint: "is this machine online, and the address right? The path of a downloaded file is accepted, too",
  });
}
