import { parseShard, type Shard } from "../../organiser/competition/index.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./command.ts";

/** The value of `--shard` for a call's options. @throws UsageError unless it is like `2/5`. */
export function shardOption(args: Arguments<string>): { readonly shard?: Shard } {
  const text = args.text("shard");
  if (text === undefined) return {};
  const shard = parseShard(text);
  if (shard !== undefined) return { shard };
  throw new UsageError(
    `--shard must be INDEX/COUNT with 1 ≤ INDEX ≤ COUNT, as in 2/5, found '${text}'`,
  );
}
