/** The two plots of the page: for the filtered tasks. */
import { axis, COLOURS, prepare, range } from "./canvas.ts";
import { isNumeric, type RunSet } from "./columns.ts";
import { any, choice, element, input, select } from "./dom.ts";

/** Fills the choices of columns; the scatter plot starts with the first two run sets. */
export function fillPlotChoices(sets: readonly RunSet[]): void {
  const titles = new Set(
    sets.flatMap(({ columns }) => columns.filter(isNumeric).map(({ title }) => title)),
  );
  for (const title of titles) choice(select("q-column"), title, title);
  for (const [at, { title, columns }] of sets.entries()) {
    for (const [index, column] of columns.entries()) {
      if (!isNumeric(column)) continue;
      for (const id of ["s-x", "s-y"]) {
        choice(select(id), `${at},${index}`, `${title}: ${column.title}`);
      }
    }
  }
  const second = [...select("s-y").options].find(({ value }) => value.startsWith("1,"));
  if (second !== undefined) select("s-y").value = second.value;
}

export function showQuantile(sets: readonly RunSet[], rows: readonly number[]): void {
  const title = select("q-column").value;
  const isLog = input("q-log").checked;
  const onlyCorrect = input("q-correct").checked;
  const lines = sets.flatMap((set, at) => {
    const column = set.columns.findIndex((candidate) => candidate.title === title);
    if (set.isHidden || column < 0) return [];
    const numbers = set.numbers(column);
    const values = rows
      .filter((row) => !onlyCorrect || set.categories[row] === "c")
      .map((row) => numbers[row] ?? Number.NaN)
      .filter((value) => Number.isFinite(value))
      .sort((a, b) => a - b);
    return [{ set, colour: COLOURS[at % COLOURS.length] ?? COLOURS[0], values }];
  });
  const drawing = prepare("q-canvas");
  const { pen } = drawing;
  const ends = lines.flatMap(({ values }) => [
    values.find((value) => !isLog || value > 0),
    values.at(-1),
  ]);
  const longest = Math.max(1, ...lines.map(({ values }) => values.length));
  const x = axis(drawing, true, [0, longest], false);
  const y = axis(drawing, false, range(ends, isLog), isLog);
  const legend = any("q-legend");
  legend.replaceChildren();
  for (const { set, colour, values } of lines) {
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.beginPath();
    for (const [at, value] of values.entries()) {
      if (at === 0) pen.moveTo(x(1), y(value));
      else pen.lineTo(x(at + 1), y(value));
    }
    pen.stroke();
    const entry = element("li", `${set.title}: ${values.length} values`);
    entry.style.setProperty("border-left", `4px solid ${colour}`);
    legend.append(entry);
  }
}

export function showScatter(sets: readonly RunSet[], rows: readonly number[]): void {
  const chosen = (id: string): Float64Array | undefined => {
    const [set, column] = select(id).value.split(",").map(Number);
    return column === undefined ? undefined : sets[set ?? -1]?.numbers(column);
  };
  const across = chosen("s-x");
  const up = chosen("s-y");
  const isLog = input("s-log").checked;
  if (across === undefined || up === undefined) return;
  const points = rows.flatMap((row) => {
    const point = [across[row] ?? Number.NaN, up[row] ?? Number.NaN] as const;
    return point.every(Number.isFinite) ? [point] : [];
  });
  const drawing = prepare("s-canvas");
  const { pen } = drawing;
  const ends = range(points.flat(), isLog);
  const x = axis(drawing, true, ends, isLog);
  const y = axis(drawing, false, ends, isLog);
  const [low, high] = ends;
  pen.globalAlpha = 0.5;
  pen.beginPath();
  pen.moveTo(x(low), y(low));
  pen.lineTo(x(high), y(high));
  pen.stroke();
  pen.fillStyle = COLOURS[0];
  for (const [value, other] of points) pen.fillRect(x(value) - 1.5, y(other) - 1.5, 3, 3);
  any("s-count").textContent = `${points.length.toLocaleString("en")} tasks with both values`;
}
