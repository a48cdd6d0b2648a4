import { statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { automataOf } from "../../../contestant/inspection/index.ts";
import { PlatformError } from "../../../ground/util/errors.ts";
import { describeProgress, isComplete, openSpool } from "../../../organiser/competition/index.ts";
import type { Spool } from "../../../organiser/execution/index.ts";
import {
  type LiveState,
  liveSite,
  siteOfCompetition,
  taskRootOf,
} from "../../../organiser/site/index.ts";
import { parseWords } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";

const DEFAULT_PORT = 8060;

/** Time between two checks of the spool; scoring adds its own time. */
const LOOK_MILLISECONDS = 2000;

export const command: Command = {
  usage: `
Usage: agon serve SPOOL [--port N] [--host H]

Serves the pages of 'agon site' and updates them in the browser as results
arrive. Scores are computed from the current results. Ctrl-C ends it.

  --port N          port (default: ${DEFAULT_PORT}; 0: any free one)
  --host H          address to listen on (default: 127.0.0.1, this machine only);
                    other addresses show the results to all who can reach them
                    (by address or by this machine's own name)`,
  examples: ["agon serve agon-demo", "agon serve agon-demo --port 0"],
  run: async (words) => {
    const args = parseWords(words, ["SPOOL"], {
      host: { type: "string" },
      port: { type: "string" },
    });
    const port = args.integer("port", 0) ?? DEFAULT_PORT;
    if (port > 65_535) throw new UsageError(`--port must be at most 65535, found '${port}'`);
    const host = args.text("host") ?? "127.0.0.1";
    const { spool } = openSpool(args.operands.SPOOL);
    const { state, summary } = read(spool);
    const site = liveSite(state);
    await listen(site.server, port, host);
    const { port: actual } = site.server.address() as AddressInfo;
    const shown = host.includes(":") ? `[${host}]` : host;
    console.log(`http://${shown}:${actual}/  (${summary}; Ctrl-C ends)`);
    await watch(spool, (next) => site.update(next));
    await site.close();
    return EXIT_CODES.done.code;
  },
};

function read(spool: Spool): { readonly state: LiveState; readonly summary: string } {
  const { spool: current, competition } = openSpool(spool.directory);
  const { data, attachments, progress } = siteOfCompetition(competition, current, {
    ...taskRootOf(spool),
    automataOf,
  });
  const state = isComplete(progress) ? "complete" : "so far";
  return { state: { data, attachments }, summary: `${state}: ${describeProgress(progress)}` };
}

function listen(
  server: ReturnType<typeof liveSite>["server"],
  port: number,
  host: string,
): Promise<void> {
  return new Promise((ready, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      failed(
        new PlatformError("ERR_LISTEN", `cannot listen on ${host}:${port}: ${error.message}`, {
          hint: "another port: --port 0 takes any free one",
        }),
      );
    });
    server.listen(port, host, () => ready());
  });
}

/** Resolves at Ctrl-C or SIGTERM. */
function watch(spool: Spool, onNews: (state: LiveState) => void): Promise<void> {
  return new Promise((ended) => {
    let known = fingerprint(spool);
    const timer = setInterval(() => {
      const now = fingerprint(spool);
      if (now === known) return;
      known = now;
      try {
        onNews(read(spool).state);
      } catch (error) {
        // The coordinator may be writing; the next check reads it again.
        console.error(`agon: not updated: ${(error as Error).message}`);
        known = "";
      }
    }, LOOK_MILLISECONDS);
    const stop = (): void => {
      clearInterval(timer);
      ended();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}

/** Changes when results are added: the times of folders change with their entries. */
function fingerprint(spool: Spool): string {
  return ["results", "packs", "competition.lock.yml"]
    .map((name) => statSync(spool.path(name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join(" ");
}
