import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

/**
 * A competition requires the full sandbox unless the user accepts less; `--require-sandbox` makes
 * the default explicit.
 */
export function requiresSandbox(args: Arguments<string>): boolean {
  const isWeak = args.flag("allow-weak-sandbox");
  if (isWeak && args.flag("require-sandbox")) {
    throw new UsageError("--require-sandbox or --allow-weak-sandbox, not both");
  }
  return !isWeak;
}
