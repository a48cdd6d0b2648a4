import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

/** A competition is not run with less unless that is asked for; `--require-sandbox` only says so. */
export function requiresSandbox(args: Arguments<string>): boolean {
  const isWeak = args.flag("allow-weak-sandbox");
  if (isWeak && args.flag("require-sandbox")) {
    throw new UsageError("--require-sandbox or --allow-weak-sandbox, not both");
  }
  return !isWeak;
}
