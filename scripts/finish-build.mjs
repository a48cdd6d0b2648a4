// Completes tsc's output: the entry point must be executable for `npm link` and global installs.
import { chmodSync } from "node:fs";

chmodSync(new URL("../dist/faces/cli/main.js", import.meta.url), 0o755);
