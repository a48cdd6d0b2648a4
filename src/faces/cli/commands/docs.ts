import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PlatformError } from "../../../ground/util/errors.ts";
import { packageRoot } from "../../../organiser/execution/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

export const command: Command = {
  usage: `
Usage: agon docs [PAGE] [--no-open]

Opens the manual in the browser, where there is one, and prints its address. The
pages are part of the package and need neither a network nor scripts.

  PAGE        the last part of a page's name, such as tutorial, commands, papers
  --no-open   only print the address`,
  examples: ["agon docs --no-open", "agon docs tutorial --no-open"],
  run: async (words) => {
    const args = parseWords(words, ["PAGE..."], { "no-open": { type: "boolean" } }, { least: 0 });
    const [wanted = "index", ...others] = args.words;
    if (others.length > 0) throw new UsageError(`unexpected word '${others[0]}'`);
    const folder = join(packageRoot(), "dist", "manual");
    if (!existsSync(folder)) {
      throw new PlatformError("ERR_NO_MANUAL", `there is no manual in ${folder}`, {
        hint: "npm run build",
      });
    }
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".html"))
      .toSorted((a, b) => a.length - b.length);
    const page = pages.find(
      (name) =>
        name
          .replace(/\.html$/, "")
          .split("/")
          .pop() === wanted,
    );
    if (page === undefined) {
      const names = pages.map((name) => name.replace(/^.*\/|\.html$/g, "")).toSorted();
      throw new UsageError(`no page '${wanted}'; there are: ${names.join(", ")}`);
    }
    const address = pathToFileURL(join(folder, page)).href;
    console.log(address);
    if (!args.flag("no-open")) await open(address);
    return EXIT_CODES.done.code;
  },
};

/** Asks the desktop to show the page; without a desktop, the address has been printed. */
async function open(address: string): Promise<void> {
  const isScreen = process.platform === "darwin" || hasDisplay();
  if (!isScreen) return;
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(program, [address], { stdio: "ignore", detached: true });
  await new Promise<void>((done) => {
    child.on("error", () => done());
    child.on("spawn", () => {
      child.unref();
      done();
    });
  });
}

function hasDisplay(): boolean {
  return ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (process.env[name] ?? "") !== "");
}
