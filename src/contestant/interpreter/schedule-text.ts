import { InputError } from "../../ground/util/errors.ts";
import { ENDLESS, type Turn } from "./schedule.ts";

/**
 * Schedules as text: turns `THREAD:POINTS`, or `THREAD` for one that only the
 * thread itself ends, separated by white space; `#` begins a comment.
 */
export function formatSchedule(turns: readonly Turn[]): string {
  return turns.map(({ thread, points }) => `${thread}:${points}`).join(" ");
}

/** @throws InputError with the faulty line. */
export function parseSchedule(text: string, fileName: string): Turn[] {
  return text.split("\n").flatMap((line, index) =>
    line
      .replace(/#.*/, "")
      .split(/\s+/)
      .filter((word) => word !== "")
      .map((word) => {
        const match = /^(\d{1,3})(?::(\d{1,9}))?$/.exec(word);
        if (match === null) {
          throw new InputError([
            {
              severity: "error",
              code: "schedule-syntax",
              message: `'${word}' is no turn of a thread`,
              file: fileName,
              line: index + 1,
              hint: "turns are written THREAD:POINTS, such as 0:12 1:3",
            },
          ]);
        }
        const points = match[2] === undefined ? ENDLESS : Number(match[2]);
        return { thread: Number(match[1]), points };
      }),
  );
}
