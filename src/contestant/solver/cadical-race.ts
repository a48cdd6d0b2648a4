/**
 * Runs two processes of CaDiCaL on the same formula, with different random decisions, where a core
 * would be idle: the first answer counts. The time to find a model varies at random (Gomes, Selman,
 * Kautz: "Boosting combinatorial search through randomization", AAAI 1998), and two searches are
 * faster on average.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Share of the CPU seconds for the second process: formulas that the first one decides alone are
 * still decided in the rest.
 */
const SECOND_SHARE = 1 / 4;

/**
 * Each writes its number and exit code to the pipe when it has ended. The limits of the system end
 * a process after its own CPU time, and then the other continues.
 */
const SCRIPT = `
ulimit -v "$2"
cat > formula
mkfifo ended
exec 3<> ended
solve() {
  number=$1
  ulimit -t "$2"
  shift 2
  trap 'kill -9 $!; exit' TERM
  "$@" formula > "$number" 2> /dev/null &
  wait $!
  echo "$number $?" >&3
}
solve 0 "$3" "$1" &
first=$!
solve 1 "$4" "$1" --seed=1 &
second=$!
for _ in 0 1; do
  read -r number status <&3
  case $status in 10 | 20) break ;; esac
done
kill $first $second 2> /dev/null
wait
cat "$number"
exit "$status"
`;

export interface RaceLimits {
  /** CPU seconds of both processes together. */
  readonly seconds: number;
  /** Maximal address space of each. */
  readonly memoryKib: number;
  readonly outputBytes: number;
  /** Time after which the race is stopped. */
  readonly wallMilliseconds: number;
}

/**
 * @param command - starts CaDiCaL
 * @param formula - in DIMACS format
 * @returns exit code and output of the process that answered first, or of the last one where none
 * has answered.
 */
export function raceCadical(
  command: string,
  formula: string,
  { seconds, memoryKib, outputBytes, wallMilliseconds }: RaceLimits,
): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), "agon-race-"));
  const second = Math.max(1, Math.floor(seconds * SECOND_SHARE));
  const limits = [memoryKib, seconds - second, second].map(String);
  try {
    const { status, stdout } = spawnSync("sh", ["-c", SCRIPT, "sh", command, ...limits], {
      cwd: folder,
      input: formula,
      maxBuffer: outputBytes,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: wallMilliseconds,
      killSignal: "SIGKILL",
    });
    return { status, output: stdout?.toString("latin1") ?? "" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the CPU seconds of both, when the one that answered has used so many of its own. */
export function secondsOfBoth(winnerSeconds: number, limitSeconds: number): number {
  return Math.min(2 * winnerSeconds, limitSeconds);
}
