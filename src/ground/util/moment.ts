const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * An ISO 8601 time in UTC for display: `22 Nov 2026, 14:03`; any other text is returned unchanged.
 */
export function formatMoment(text: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::[\d.]+)?Z)?$/.exec(text);
  const [, year, month, day, time] = parts ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return text;
  return `${Number(day)} ${name} ${year}${time === undefined ? "" : `, ${time}`}`;
}
