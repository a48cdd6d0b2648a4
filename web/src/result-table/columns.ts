/** The packed columns of the page: texts separated by line feeds, one stream for each run set. */
import type {
  ResultPageColumn,
  ResultPageMeta,
  ResultPageSet,
} from "../../../src/organiser/tables/index.ts";
import { any } from "./dom.ts";

const GROUP_SEPARATOR = "\u001d";

/** Unpacks the content of a script element, and removes the element. */
async function unpack(id: string): Promise<string[]> {
  const holder = document.getElementById(id);
  const packed = Uint8Array.from(atob(holder?.textContent ?? ""), (char) => char.charCodeAt(0));
  holder?.remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).split(GROUP_SEPARATOR);
}

export const isNumeric = ({ kind }: ResultPageColumn): boolean =>
  kind === "count" || kind === "measure";

/** The results of one tool; texts are split lazily. */
export class RunSet {
  readonly title: string;
  readonly tool: string;
  readonly columns: readonly ResultPageColumn[];
  /** For each task; see `CATEGORY_LETTERS`. */
  readonly categories: string;
  /** Index of the column with the status; -1: there is none. */
  readonly status: number;
  readonly #texts: readonly string[];
  readonly #cells: (readonly string[])[] = [];
  readonly #numbers: Float64Array[] = [];
  isHidden = false;
  /** Category to filter by; empty: all tasks. */
  wanted = "";

  private constructor({ tool, name, columns }: ResultPageSet, texts: readonly string[]) {
    this.tool = tool;
    this.title = `${tool} · ${name}`;
    this.columns = columns;
    this.status = columns.findIndex(({ kind }) => kind === "status");
    const [categories = "", ...rest] = texts;
    this.categories = categories;
    this.#texts = rest;
  }

  static async read(set: ResultPageSet, index: number): Promise<RunSet> {
    return new RunSet(set, await unpack(`set${index}`));
  }

  /** The texts of a column, one per task. */
  cells(column: number): readonly string[] {
    this.#cells[column] ??= (this.#texts[column] ?? "").split("\n");
    return this.#cells[column];
  }

  /** The numbers of a column; NaN where there is none. */
  numbers(column: number): Float64Array {
    this.#numbers[column] ??= Float64Array.from(this.cells(column), numberOf);
    return this.#numbers[column];
  }
}

function numberOf(text: string): number {
  if (text === "") return Number.NaN;
  if (text === "Inf") return Number.POSITIVE_INFINITY;
  return text === "-Inf" ? Number.NEGATIVE_INFINITY : Number(text);
}

/** The content of the whole page. */
export interface Contents {
  readonly meta: ResultPageMeta;
  readonly tasks: readonly string[];
  readonly sets: readonly RunSet[];
}

export async function readContents(): Promise<Contents> {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser cannot unpack the data (DecompressionStream, since 2023)");
  }
  const meta = JSON.parse(any("meta").textContent ?? "") as ResultPageMeta;
  const [tasks = ""] = await unpack("tasks");
  return {
    meta,
    tasks: tasks.split("\n"),
    sets: await Promise.all(meta.sets.map((set, index) => RunSet.read(set, index))),
  };
}
