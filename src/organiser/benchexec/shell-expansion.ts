/** Python's `os.path.expanduser` and `os.path.expandvars`, which BenchExec applies to patterns and command lines. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";

/** Expands a pattern that was joined with its folder (`util.expand_filename_pattern`). */
export function expandPattern(pattern: string): string {
  return expandVariables(expandUser(pattern));
}

/** Expands a word of a command line that the tool's module has made (`model.cmdline_for_run`). */
export function expandWord(word: string): string {
  return expandUser(expandVariables(word));
}

/** Unknown variables are not replaced. */
function expandVariables(text: string): string {
  return text.replace(
    /\$(?:(\w+)|\{([^}]*)\})/g,
    (written, plain?: string, braced?: string) => process.env[plain ?? braced ?? ""] ?? written,
  );
}

/** Replaces `~` and `~USER` at the beginning; unknown users are not replaced. */
function expandUser(text: string): string {
  const [, user, rest = ""] = /^~([^/]*)(.*)$/s.exec(text) ?? [];
  if (user === undefined) return text;
  const home = user === "" ? homedir() : homeOf(user);
  return home === undefined ? text : home.replace(/\/+$/, "") + rest || "/";
}

function homeOf(user: string): string | undefined {
  let users: string;
  try {
    users = readFileSync("/etc/passwd", "utf8");
  } catch {
    return undefined;
  }
  const fields = users.split("\n").map((line) => line.split(":"));
  return fields.find(([name]) => name === user)?.[5];
}
