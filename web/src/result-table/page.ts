/** The script of the page of a result table: it loads nothing and sends nothing. */
import { type Contents, type RunSet, readContents } from "./columns.ts";
import { any, button, byId, choice, element, input } from "./dom.ts";
import { filteredRows, type Sorting } from "./filtered-rows.ts";
import { fillPlotChoices, showQuantile, showScatter } from "./plots.ts";
import { CATEGORIES, showTable } from "./table-view.ts";

const VIEWS = ["summary", "table", "quantile", "scatter"] as const;
type View = (typeof VIEWS)[number];

/** The text behind `#`: the view, and the filters: `/table?filter=loops&differ&hidden=0,2`. */
function address(): { readonly view: View; readonly query: URLSearchParams } {
  const [name, query] = location.hash.slice(2).split("?");
  const view = VIEWS.find((known) => known === name) ?? "summary";
  return { view, query: new URLSearchParams(query ?? "") };
}

class TablePage {
  readonly #contents: Contents;
  #rows: readonly number[] = [];
  #page = 0;
  #sorting: Sorting | undefined;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  start(): void {
    const { meta, sets } = this.#contents;
    for (const set of sets) this.#addSet(set);
    fillPlotChoices(sets);
    for (const id of ["filter", "differ"]) input(id).oninput = () => this.#refresh();
    const choices = ["q-column", "q-log", "q-correct", "s-x", "s-y", "s-log"];
    for (const id of choices) any(id).onchange = () => this.#show();
    button("back").onclick = () => this.#turn(-1);
    button("next").onclick = () => this.#turn(1);
    addEventListener("hashchange", () => this.#readAddress());
    addEventListener("resize", () => this.#show());
    any("wait").remove();
    if (meta.state !== undefined && location.hash === "") {
      history.replaceState(null, "", `#${meta.state}`);
    }
    this.#readAddress();
  }

  /** Adds the choices for a run set: whether it is shown, and with which results. */
  #addSet(set: RunSet): void {
    const box = element("input");
    box.type = "checkbox";
    box.checked = true;
    box.onchange = () => {
      set.isHidden = !box.checked;
      this.#refresh();
    };
    const label = element("label");
    label.append(box, ` ${set.title} `);
    const results = element("select");
    results.setAttribute("aria-label", `results of ${set.tool}`);
    choice(results, "", "all results");
    for (const letter of new Set(set.categories)) {
      choice(results, letter, CATEGORIES.get(letter) ?? letter);
    }
    results.onchange = () => {
      set.wanted = results.value;
      this.#refresh();
    };
    const line = element("li");
    line.append(label, results);
    any("sets").append(line);
  }

  #readAddress(): void {
    const { query } = address();
    input("filter").value = query.get("filter") ?? "";
    input("differ").checked = query.has("differ");
    const hidden = (query.get("hidden") ?? "").split(",");
    const boxes = any("sets").querySelectorAll("input");
    for (const [at, set] of this.#contents.sets.entries()) {
      set.isHidden = hidden.includes(String(at));
      const box = boxes[at];
      if (box !== undefined) box.checked = !set.isHidden;
    }
    this.#refresh();
  }

  #writeAddress(): void {
    const query = new URLSearchParams();
    if (input("filter").value !== "") query.set("filter", input("filter").value);
    if (input("differ").checked) query.set("differ", "");
    const hidden = this.#contents.sets.flatMap(({ isHidden }, at) => (isHidden ? [at] : []));
    if (hidden.length > 0) query.set("hidden", hidden.join(","));
    const text = String(query);
    const link = (view: View): string => `#/${view}${text === "" ? "" : `?${text}`}`;
    for (const view of VIEWS) byId(`tab-${view}`, HTMLAnchorElement).href = link(view);
    history.replaceState(null, "", link(address().view));
  }

  #refresh(): void {
    const { tasks, sets } = this.#contents;
    this.#rows = filteredRows(tasks, sets, {
      text: input("filter").value,
      onlyDifferent: input("differ").checked,
      sorting: this.#sorting,
    });
    this.#page = 0;
    this.#writeAddress();
    this.#show();
  }

  #turn(pages: number): void {
    this.#page += pages;
    this.#show();
  }

  #show(): void {
    const chosen = address().view;
    for (const view of VIEWS) {
      any(view).hidden = view !== chosen;
      any(`tab-${view}`).setAttribute("aria-current", view === chosen ? "page" : "false");
    }
    any("filters").hidden = chosen === "summary";
    const { sets } = this.#contents;
    switch (chosen) {
      case "summary":
        return;
      case "table": {
        const state = { rows: this.#rows, page: this.#page, sorting: this.#sorting };
        showTable(this.#contents, state, (sorting) => {
          this.#sorting = sorting;
          this.#refresh();
        });
        return;
      }
      case "quantile":
        showQuantile(sets, this.#rows);
        return;
      case "scatter":
        showScatter(sets, this.#rows);
        return;
    }
  }
}

readContents()
  .then((contents) => new TablePage(contents).start())
  .catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const wait = document.getElementById("wait");
    if (wait !== null) wait.textContent = `The table cannot be shown: ${reason}`;
  });
