/**
 * The process that executes one run at a time: watches its limits, measures it and ends it. It does
 * nothing else, so nothing delays its looks, and it continues when the coordinator is stopped or
 * busy. When the coordinator is gone, the run ends as well.
 */
import { PlatformError } from "../../../ground/util/errors.ts";
import { takePrecedence } from "../system/precedence.ts";
import { runCommand } from "./run-command.ts";
import type { SupervisorMessage, SupervisorOrder } from "./supervisor.ts";

let controller = new AbortController();
let isAtWork = false;

async function execute({
  request,
  host,
}: Extract<SupervisorOrder, { kind: "run" }>): Promise<void> {
  isAtWork = true;
  controller = new AbortController();
  let message: SupervisorMessage;
  try {
    const measurement = await runCommand(request, host, controller.signal);
    message = { kind: "measured", measurement };
  } catch (error) {
    const { message: text, stack } = error as Error;
    message =
      error instanceof PlatformError
        ? { kind: "failed", code: error.code, message: text, hint: error.hint }
        : { kind: "failed", code: undefined, message: stack ?? text, hint: undefined };
  }
  isAtWork = false;
  if (process.connected) process.send?.(message);
  else process.exit(1);
}

process.on("message", (order: SupervisorOrder) => {
  if (order.kind === "run") void execute(order);
  else controller.abort(new Error("aborted"));
});
process.on("disconnect", () => {
  controller.abort(new Error("the coordinator is gone"));
  if (!isAtWork) process.exit(0);
});
takePrecedence();
// Signals to a whole group, from a terminal or a cluster, are answered by the coordinator.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
