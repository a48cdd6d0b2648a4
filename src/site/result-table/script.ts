/** What the page of a result table does in the browser: no framework, nothing loaded, nothing sent. */
export const SCRIPT: string = String.raw`
"use strict";
const meta = JSON.parse(document.getElementById("meta").textContent);
const byId = (id) => document.getElementById(id);
const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};

/* Columns: texts separated by line feeds, one stream for each run set, unpacked once. */
const unpack = async (id) => {
  const packed = Uint8Array.from(atob(byId(id).textContent), (c) => c.charCodeAt(0));
  byId(id).remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).split("\u001d");
};
let tasks = [];
let sets = [];
const cells = (set, column) => {
  const at = column + 1;
  if (typeof set.texts[at] === "string") set.texts[at] = set.texts[at].split("\n");
  return set.texts[at];
};
const numbers = (set, column) => {
  set.numbers ??= [];
  return (set.numbers[column] ??= Float64Array.from(cells(set, column), (text) =>
    text === "" ? NaN : text === "Inf" ? Infinity : text === "-Inf" ? -Infinity : Number(text)));
};
const isNumeric = (column) => column.kind === "count" || column.kind === "measure";

/* Half up, on the digits as they are written. */
const rounded = (text, column) => {
  if (column.kind !== "measure" && column.digits === undefined) return text;
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return text;
  const fraction = parts[3] ?? "";
  const all = (parts[2] + fraction).replace(/^0+/, "");
  const wanted = column.digits ?? 3;
  if (all.length <= wanted) return text;
  let value = BigInt(all.slice(0, wanted)) + (all[wanted] >= "5" ? 1n : 0n);
  let exponent = all.length - wanted - fraction.length;
  if (String(value).length > wanted) { value /= 10n; exponent++; }
  let digits = String(value);
  if (exponent >= 0) return parts[1] + digits + "0".repeat(exponent);
  digits = digits.padStart(1 - exponent, "0");
  return parts[1] + digits.slice(0, exponent) + "." + digits.slice(exponent);
};

const CATEGORIES = { c: "correct", u: "correct-unconfirmed", w: "wrong", k: "unknown", e: "error", m: "missing", a: "aborted", n: "no run" };
const PAGE = 100;
const state = { order: null, rows: [], page: 0, sort: null };

const filtered = () => {
  const text = byId("filter").value.trim();
  let matches = () => true;
  if (text !== "") {
    let expression = null;
    try { expression = new RegExp(text, "i"); } catch { expression = null; }
    const lower = text.toLowerCase();
    matches = (name) => expression ? expression.test(name) : name.toLowerCase().includes(lower);
  }
  const wanted = sets.map((set) => set.wanted);
  const onlyDifferent = byId("differ").checked;
  const statuses = sets.map((set) => set.status < 0 ? null : cells(set, set.status));
  const rows = [];
  for (let row = 0; row < tasks.length; row++) {
    if (!matches(tasks[row])) continue;
    if (wanted.some((letter, at) => letter && sets[at].texts[0][row] !== letter)) continue;
    if (onlyDifferent) {
      const shown = statuses.filter((column, at) => column && !sets[at].hidden);
      if (shown.every((column) => column[row] === shown[0][row])) continue;
    }
    rows.push(row);
  }
  if (state.sort) {
    const { set, column, down } = state.sort;
    const sign = down ? -1 : 1;
    if (set < 0) { if (down) rows.reverse(); }
    else if (isNumeric(sets[set].columns[column])) {
      const values = numbers(sets[set], column);
      rows.sort((a, b) => (isNaN(values[a]) - isNaN(values[b])) || sign * (values[a] - values[b]) || 0);
    } else {
      const values = cells(sets[set], column);
      rows.sort((a, b) => sign * (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0));
    }
  }
  return rows;
};

const showTable = () => {
  const shown = sets.filter((set) => !set.hidden);
  const head = byId("head");
  head.replaceChildren();
  const names = element("tr");
  names.append(element("th", "task"));
  const columns = element("tr");
  const sortable = (label, set, column) => {
    const cell = element("th", undefined, set >= 0 && isNumeric(sets[set].columns[column]) ? "right" : "left");
    const { sort } = state;
    const isSorted = sort && sort.set === set && sort.column === column;
    const button = element("button", label + (isSorted ? (sort.down ? " ↓" : " ↑") : ""));
    button.onclick = () => {
      state.sort = isSorted && sort.down ? null : { set, column, down: Boolean(isSorted) };
      refresh();
    };
    cell.append(button);
    return cell;
  };
  columns.append(sortable(meta.prefix || "name", -1, 0));
  for (const set of shown) {
    const name = element("th", set.tool + " · " + set.name);
    name.colSpan = set.columns.length;
    names.append(name);
    set.columns.forEach((column, at) => columns.append(sortable(column.title, sets.indexOf(set), at)));
  }
  head.append(names, columns);
  const body = byId("body");
  body.replaceChildren();
  for (const row of state.rows.slice(state.page * PAGE, (state.page + 1) * PAGE)) {
    const line = element("tr");
    line.append(element("th", tasks[row], "left"));
    for (const set of shown) {
      const category = CATEGORIES[set.texts[0][row]];
      set.columns.forEach((column, at) => {
        const text = cells(set, at)[row];
        const cell = element("td", rounded(text, column), isNumeric(column) ? "right" : "left");
        if (column.kind === "status") { cell.classList.add("is-" + set.texts[0][row]); cell.title = category; }
        else if (cell.textContent !== text) cell.title = text;
        line.append(cell);
      });
    }
    body.append(line);
  }
  const pages = Math.max(1, Math.ceil(state.rows.length / PAGE));
  byId("count").textContent = state.rows.length.toLocaleString("en") + " of " + tasks.length.toLocaleString("en") +
    " tasks, page " + (state.page + 1) + " of " + pages;
  byId("back").disabled = state.page === 0;
  byId("next").disabled = state.page + 1 >= pages;
};

const COLOURS = ["#2f6fde", "#d1495b", "#2a9d5c", "#b8860b", "#8b2d86", "#00838f", "#795548", "#607d8b", "#e06b00", "#5a4fcf"];
const prepare = (canvas) => {
  const scale = devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = width * scale; canvas.height = height * scale;
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.font = "12px system-ui, sans-serif";
  const style = getComputedStyle(document.body);
  pen.fillStyle = pen.strokeStyle = style.color;
  return { pen, width: width - 80, height: height - 50, left: 60, top: 10 };
};
const axis = (plot, isX, low, high, isLog) => {
  const { pen, width, height, left, top } = plot;
  const place = (value) => {
    const part = isLog ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low || 1);
    return isX ? left + part * width : top + height - part * height;
  };
  const ticks = [];
  if (isLog) {
    const factors = high / low < 1000 ? [1, 2, 5] : [1];
    for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power++) {
      for (const factor of factors) {
        const tick = Number((factor * 10 ** power).toPrecision(3));
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    }
  }
  else {
    const rough = (high - low || 1) / 6, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(Number(tick.toPrecision(6)));
  }
  pen.globalAlpha = 0.15;
  for (const tick of ticks) {
    pen.beginPath();
    if (isX) { pen.moveTo(place(tick), top); pen.lineTo(place(tick), top + height); }
    else { pen.moveTo(left, place(tick)); pen.lineTo(left + width, place(tick)); }
    pen.stroke();
  }
  pen.globalAlpha = 1;
  for (const tick of ticks) {
    pen.textAlign = isX ? "center" : "right";
    pen.fillText(String(tick), isX ? place(tick) : left - 6, isX ? top + height + 16 : place(tick) + 4);
  }
  return place;
};
const range = (series, isLog) => {
  let low = Infinity, high = -Infinity;
  for (const value of series) if (isFinite(value) && (!isLog || value > 0)) { low = Math.min(low, value); high = Math.max(high, value); }
  return low <= high ? [isLog ? low : Math.min(0, low), high > low ? high : low + 1] : [isLog ? 0.1 : 0, 1];
};

const showQuantile = () => {
  const title = byId("q-column").value, isLog = byId("q-log").checked, onlyCorrect = byId("q-correct").checked;
  const lines = [];
  sets.forEach((set, at) => {
    const column = set.columns.findIndex((candidate) => candidate.title === title);
    if (set.hidden || column < 0) return;
    const values = numbers(set, column);
    const chosen = state.rows.filter((row) => isFinite(values[row]) && (!onlyCorrect || set.texts[0][row] === "c"));
    lines.push({ set, colour: COLOURS[at % COLOURS.length], values: chosen.map((row) => values[row]).sort((a, b) => a - b) });
  });
  const plot = prepare(byId("q-canvas"));
  const [low, high] = range(lines.flatMap((line) => [line.values.find((value) => !isLog || value > 0), line.values.at(-1)]), isLog);
  const x = axis(plot, true, 0, Math.max(1, ...lines.map((line) => line.values.length)), false);
  const y = axis(plot, false, low, high, isLog);
  const legend = byId("q-legend");
  legend.replaceChildren();
  for (const { set, colour, values } of lines) {
    plot.pen.strokeStyle = colour; plot.pen.lineWidth = 1.5;
    plot.pen.beginPath();
    values.forEach((value, at) => plot.pen[at === 0 ? "moveTo" : "lineTo"](x(at + 1), y(value)));
    plot.pen.stroke();
    const entry = element("li", set.tool + " · " + set.name + ": " + values.length + " values");
    entry.style.setProperty("border-left", "4px solid " + colour);
    legend.append(entry);
  }
};

const showScatter = () => {
  const pick = (id) => {
    const [set, column] = byId(id).value.split(",").map(Number);
    return Number.isNaN(column) ? null : numbers(sets[set], column);
  };
  const across = pick("s-x"), up = pick("s-y"), isLog = byId("s-log").checked;
  if (!across || !up) return;
  const rows = state.rows.filter((row) => isFinite(across[row]) && isFinite(up[row]));
  const plot = prepare(byId("s-canvas"));
  const values = [];
  for (const row of rows) values.push(across[row], up[row]);
  const [low, high] = range(values, isLog);
  const x = axis(plot, true, low, high, isLog), y = axis(plot, false, low, high, isLog);
  plot.pen.globalAlpha = 0.5;
  plot.pen.beginPath();
  plot.pen.moveTo(x(low), y(low)); plot.pen.lineTo(x(high), y(high));
  plot.pen.stroke();
  plot.pen.fillStyle = COLOURS[0];
  for (const row of rows) plot.pen.fillRect(x(across[row]) - 1.5, y(up[row]) - 1.5, 3, 3);
  byId("s-count").textContent = rows.length.toLocaleString("en") + " tasks with both values";
};

const tabs = ["summary", "table", "quantile", "scatter"];
/* Behind '#': the view, and what is filtered: /table?filter=loops&differ&hidden=0,2 */
const address = () => {
  const [view, query] = location.hash.slice(2).split("?");
  return { view: tabs.includes(view) ? view : "summary", query: new URLSearchParams(query ?? "") };
};
const readAddress = () => {
  const { query } = address();
  byId("filter").value = query.get("filter") ?? "";
  byId("differ").checked = query.has("differ");
  const hidden = (query.get("hidden") ?? "").split(",");
  sets.forEach((set, at) => {
    set.hidden = hidden.includes(String(at));
    byId("sets").querySelectorAll("input")[at].checked = !set.hidden;
  });
  refresh();
};
const writeAddress = () => {
  const query = new URLSearchParams();
  if (byId("filter").value !== "") query.set("filter", byId("filter").value);
  if (byId("differ").checked) query.set("differ", "");
  const hidden = sets.flatMap((set, at) => set.hidden ? [at] : []);
  if (hidden.length > 0) query.set("hidden", hidden.join(","));
  const text = String(query);
  for (const tab of tabs) byId("tab-" + tab).href = "#/" + tab + (text === "" ? "" : "?" + text);
  history.replaceState(null, "", "#/" + address().view + (text === "" ? "" : "?" + text));
};
const show = () => {
  const chosen = address().view;
  for (const tab of tabs) {
    byId(tab).hidden = tab !== chosen;
    byId("tab-" + tab).setAttribute("aria-current", tab === chosen ? "page" : "false");
  }
  byId("filters").hidden = chosen === "summary";
  if (chosen === "table") showTable();
  if (chosen === "quantile") showQuantile();
  if (chosen === "scatter") showScatter();
};
const refresh = () => { state.rows = filtered(); state.page = 0; writeAddress(); show(); };

const choice = (select, value, text) => {
  const option = element("option", text);
  option.value = value;
  select.append(option);
};
const start = async () => {
  if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot unpack the data (DecompressionStream, since 2023)");
  tasks = (await unpack("tasks"))[0].split("\n");
  sets = await Promise.all(meta.sets.map(async (set, at) => ({
    ...set, texts: await unpack("set" + at), hidden: false, wanted: "",
    status: set.columns.findIndex((column) => column.kind === "status"),
  })));
  for (const set of sets) {
    const line = element("li");
    const box = element("input");
    box.type = "checkbox"; box.checked = true;
    box.onchange = () => { set.hidden = !box.checked; refresh(); };
    const label = element("label");
    label.append(box, " " + set.tool + " · " + set.name + " ");
    const select = element("select");
    select.setAttribute("aria-label", "results of " + set.tool);
    choice(select, "", "all results");
    for (const letter of new Set(set.texts[0])) choice(select, letter, CATEGORIES[letter]);
    select.onchange = () => { set.wanted = select.value; refresh(); };
    line.append(label, select);
    byId("sets").append(line);
  }
  const titles = new Set(sets.flatMap((set) => set.columns.filter(isNumeric).map((column) => column.title)));
  for (const title of titles) choice(byId("q-column"), title, title);
  sets.forEach((set, at) => set.columns.forEach((column, index) => {
    if (!isNumeric(column)) return;
    for (const id of ["s-x", "s-y"]) choice(byId(id), at + "," + index, set.tool + " · " + set.name + ": " + column.title);
  }));
  const second = [...byId("s-y").options].find((option) => option.value.startsWith("1,"));
  if (second) byId("s-y").value = second.value;
  for (const id of ["filter", "differ"]) byId(id).oninput = refresh;
  for (const id of ["q-column", "q-log", "q-correct", "s-x", "s-y", "s-log"]) byId(id).onchange = show;
  byId("back").onclick = () => { state.page--; show(); };
  byId("next").onclick = () => { state.page++; show(); };
  addEventListener("hashchange", readAddress);
  addEventListener("resize", show);
  byId("wait").remove();
  if (meta.state && location.hash === "") history.replaceState(null, "", "#" + meta.state);
  readAddress();
};
start().catch((error) => { byId("wait").textContent = "The table cannot be shown: " + error.message; });
`;
