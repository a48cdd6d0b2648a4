const DAY = 86_400;
const YEAR = 365.25 * DAY;

/** A time for display: `0.42 s`, `12 s`, `3 min 5 s`, `2 h 10 min`, `6.5 days`, `7.9 years`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (seconds >= 2 * YEAR) return `${roughly(seconds / YEAR)} years`;
  if (seconds >= 2 * DAY) return `${roughly(seconds / DAY)} days`;
  if (whole < 3600) return withRest(Math.floor(whole / 60), "min", whole % 60, "s");
  const minutes = Math.round(whole / 60);
  return withRest(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function withRest(value: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${value} ${unit}` : `${value} ${unit} ${rest} ${restUnit}`;
}

/** One decimal, as long as it is significant. */
function roughly(value: number): string {
  return value < 100 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
}
