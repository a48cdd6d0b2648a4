import { type FSWatcher, watch } from "node:fs";

/** Time without changes to wait for, because editors write a file in several steps. */
const QUIET_MILLISECONDS = 150;
const C_FILE = /\.(?:c|h|i|json)$/;

/**
 * Resolves when a C file or header in one of the folders has changed, and no further change follows
 * for a moment.
 */
export function nextChange(folders: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const watchers: FSWatcher[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      for (const watcher of watchers) watcher.close();
      done();
    };
    for (const folder of folders) {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null && !C_FILE.test(name)) return;
        clearTimeout(timer);
        timer = setTimeout(end, QUIET_MILLISECONDS);
      });
      watcher.on("error", failed);
      watchers.push(watcher);
    }
  });
}
