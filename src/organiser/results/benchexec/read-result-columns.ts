import { encodeUtf8 } from "../../../ground/util/utf8.ts";
import { type ExpectedTag, XmlScanner } from "../../../ground/util/xml-scanner.ts";
import { type Cells, CellsBuilder } from "./cells.ts";

/** A result file column by column, everything as written. Rows are runs in the order of the file. */
export interface ResultColumns {
  readonly runCount: number;
  /** Attributes of the root element, in the order of the file. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly systems: readonly SystemAttributes[];
  /** Columns of the whole run set: totals. */
  readonly totals: ReadonlyMap<string, string>;
  /** Attributes of the runs: `name`, `files`, `properties` … */
  readonly runAttributes: ReadonlyMap<string, Cells>;
  readonly columns: readonly NamedCells[];
}

export interface SystemAttributes {
  readonly host: string | undefined;
  readonly os: string | undefined;
  readonly cpu: string | undefined;
  readonly cores: string | undefined;
  readonly frequency: string | undefined;
  readonly turbo: string | undefined;
  readonly ram: string | undefined;
}

export interface NamedCells {
  readonly title: string;
  /** Not marked as hidden in every run that has it. */
  readonly isVisible: boolean;
  readonly cells: Cells;
}

const OPENING = 0x5b;
const CLOSING = 0x5d;

interface Slot {
  readonly title: string;
  readonly titleBytes: Uint8Array;
  readonly cells: CellsBuilder;
  isVisible: boolean;
  /** The form of the column's element, if it is known. */
  tag: ExpectedTag | undefined;
}

const RUN_ATTRIBUTES = [
  "name",
  "files",
  "properties",
  "propertyFile",
  "expectedVerdict",
  "logfile",
  "runset",
] as const;

/**
 * Reads a result file as its bytes arrive, into columns. Memory grows with the
 * values of the runs, not with the text around them. All versions since 2012:
 * root `result` or `test`, runs `run` or `sourcefile`.
 */
export class ResultColumnsReader {
  readonly #scanner: XmlScanner;
  readonly #path: string[] = [];
  readonly #attributes = new Map<string, string>();
  readonly #systems: { -readonly [Key in keyof SystemAttributes]: SystemAttributes[Key] }[] = [];
  readonly #totals = new Map<string, string>();
  readonly #runAttributes: readonly Slot[] = RUN_ATTRIBUTES.map(newSlot);
  readonly #slots: Slot[] = [];
  readonly #slotsByTitle = new Map<string, number>();
  /** Runs almost always have the same columns in the same order. */
  #nextSlot = 0;
  #run = -1;
  #isInRun = false;
  /** The form of the runs' tags, if it is known, and the attributes in their order. */
  #runTag: ExpectedTag | undefined;
  #runTagSlots: readonly (Slot | undefined)[] = [];

  /** `file` is used for messages only. */
  constructor(file: string) {
    const handler = {
      open: (name: string, depth: number) => this.#open(name, depth),
      close: (_: string, depth: number) => {
        this.#path.pop();
        if (depth !== 1) return;
        this.#isInRun = false;
        this.#scanner.expected = this.#runTag;
      },
      expected: () => {
        if (this.#isInRun) this.#takeExpectedColumn();
        else this.#takeExpectedRun();
      },
    };
    this.#scanner = new XmlScanner(file, handler, { code: "invalid-result-file" });
  }

  /** UTF-8. @throws InputError with the position of the first fault. */
  write(bytes: Uint8Array): void {
    this.#scanner.write(bytes);
  }

  /** @throws InputError also when the text ends too early. */
  end(): ResultColumns {
    this.#scanner.end();
    const runCount = this.#run + 1;
    const columns = this.#build(runCount);
    spareBuilders.push(...[...this.#runAttributes, ...this.#slots].map(({ cells }) => cells));
    return columns;
  }

  #build(runCount: number): ResultColumns {
    return {
      runCount,
      attributes: this.#attributes,
      systems: this.#systems,
      totals: this.#totals,
      runAttributes: new Map(
        this.#runAttributes
          .filter(({ cells }) => cells.count > 0)
          .map(({ title, cells }) => [title, cells.build(runCount)]),
      ),
      columns: this.#slots.map(({ title, isVisible, cells }) => ({
        title,
        isVisible,
        cells: cells.build(runCount),
      })),
    };
  }

  #open(name: string, depth: number): void {
    this.#path.push(name);
    if (depth === 2 && this.#isInRun) {
      if (name === "column") this.#takeColumn();
      return;
    }
    if (depth === 1) this.#openSecond(name);
    else if (depth === 2 && this.#path[1] === "systeminfo") this.#takeSystemPart(name);
    else if (depth === 0) {
      if (name !== "result" && name !== "test") {
        this.#scanner.fault(
          `the root element is <${name}>, expected <result>: this is not a result file`,
        );
      }
      for (let index = 0; index < this.#scanner.attributeCount; index++) {
        this.#attributes.set(this.#scanner.name(index), this.#scanner.value(index));
      }
    }
  }

  #openSecond(name: string): void {
    const scanner = this.#scanner;
    if (name === "run" || name === "sourcefile") {
      this.#beginRun();
      this.#takeRunAttributes(name);
    } else if (name === "systeminfo") {
      this.#systems.push({
        host: scanner.attribute("hostname"),
        os: undefined,
        cpu: undefined,
        cores: undefined,
        frequency: undefined,
        turbo: undefined,
        ram: undefined,
      });
    } else if (name === "column") {
      const title = scanner.attribute("title");
      const value = scanner.attribute("value");
      if (title !== undefined && value !== undefined) this.#totals.set(title, value);
    }
  }

  #takeSystemPart(name: string): void {
    const system = this.#systems.at(-1);
    if (system === undefined) return;
    const scanner = this.#scanner;
    if (name === "os") system.os = scanner.attribute("name");
    else if (name === "ram") system.ram = scanner.attribute("size");
    else if (name === "cpu") {
      system.cpu = scanner.attribute("model");
      system.cores = scanner.attribute("cores");
      system.frequency = scanner.attribute("frequency");
      system.turbo = scanner.attribute("turboboostActive");
    }
  }

  #beginRun(): void {
    this.#run++;
    this.#isInRun = true;
    this.#expectSlot(0);
  }

  #takeRunAttributes(element: string): void {
    const scanner = this.#scanner;
    const all = Array.from({ length: scanner.attributeCount }, (_, index) => index);
    const slots = all.map((index) =>
      this.#runAttributes.find(({ title }) => scanner.isNamed(index, title)),
    );
    this.#storeRunAttributes(slots);
    if (slots.every((slot) => slot?.title !== "name")) {
      scanner.fault(`<${element}> has no attribute 'name'`);
    }
    if (this.#runTag !== undefined) return;
    const tag = scanner.expectation(all);
    // A run without columns does not show the start of the others.
    if (tag?.opened === undefined) return;
    this.#runTag = tag;
    this.#runTagSlots = slots;
  }

  /** The attributes' slots, in the order of the tag. */
  #storeRunAttributes(slots: readonly (Slot | undefined)[]): void {
    for (let index = 0; index < slots.length; index++) {
      const slot = slots[index];
      if (slot === undefined) continue;
      if (slot.title === "files") this.#requireList(index);
      this.#store(slot, index);
    }
  }

  #takeExpectedRun(): void {
    this.#path.push(this.#runTag?.opened as string);
    this.#beginRun();
    this.#storeRunAttributes(this.#runTagSlots);
  }

  #takeExpectedColumn(): void {
    const { cells } = this.#slots[this.#nextSlot] as Slot;
    const { bytes, valueStarts, valueEnds } = this.#scanner;
    cells.append(this.#run, bytes, valueStarts[0] as number, valueEnds[0] as number);
    this.#expectSlot(this.#nextSlot + 1);
  }

  #requireList(index: number): void {
    const scanner = this.#scanner;
    const start = scanner.valueStarts[index] as number;
    const end = scanner.valueEnds[index] as number;
    // Almost always, and without creating a string.
    if (scanner.bytes[start] === OPENING && scanner.bytes[end - 1] === CLOSING) return;
    const files = scanner.value(index);
    if (files === "" || (files.startsWith("[") && files.endsWith("]"))) return;
    scanner.fault(`'files' must be a list in brackets, found '${files}'`);
  }

  #takeColumn(): void {
    const scanner = this.#scanner;
    let title = -1;
    let value = -1;
    let isHidden = false;
    for (let index = 0; index < scanner.attributeCount; index++) {
      if (scanner.isNamed(index, "title")) title = index;
      else if (scanner.isNamed(index, "value")) value = index;
      else if (scanner.isNamed(index, "hidden")) isHidden = scanner.hasValue(index, "true");
    }
    if (title < 0) scanner.fault("<column> has no attribute 'title'");
    const slot = this.#slotOf(title);
    if (!isHidden) slot.isVisible = true;
    if (value < 0) slot.cells.appendMissing(this.#run);
    else {
      this.#store(slot, value);
      slot.tag ??= scanner.expectation([value]);
    }
  }

  #expectSlot(index: number): void {
    this.#nextSlot = index;
    this.#scanner.expected = this.#slots[index]?.tag;
  }

  #store({ cells }: Slot, index: number): void {
    const scanner = this.#scanner;
    if (scanner.isEncoded[index] !== 0) {
      if (this.#run >= cells.count) cells.appendText(this.#run, scanner.value(index));
      return;
    }
    cells.append(
      this.#run,
      scanner.bytes,
      scanner.valueStarts[index] as number,
      scanner.valueEnds[index] as number,
    );
  }

  #slotOf(attribute: number): Slot {
    const expected = this.#slots[this.#nextSlot];
    if (expected !== undefined && this.#isTitled(expected, attribute)) {
      this.#expectSlot(this.#nextSlot + 1);
      return expected;
    }
    const title = this.#scanner.value(attribute);
    let index = this.#slotsByTitle.get(title);
    if (index === undefined) {
      index = this.#slots.length;
      this.#slots.push(newSlot(title));
      this.#slotsByTitle.set(title, index);
    }
    this.#expectSlot(index + 1);
    return this.#slots[index] as Slot;
  }

  #isTitled({ titleBytes }: Slot, attribute: number): boolean {
    const scanner = this.#scanner;
    const start = scanner.valueStarts[attribute] as number;
    if ((scanner.valueEnds[attribute] as number) - start !== titleBytes.length) return false;
    if (scanner.isEncoded[attribute] !== 0) return false;
    for (let at = 0; at < titleBytes.length; at++) {
      if (scanner.bytes[start + at] !== titleBytes[at]) return false;
    }
    return true;
  }
}

/** Builders of files that were read: their memory is reused for later files. */
const spareBuilders: CellsBuilder[] = [];

function newSlot(title: string): Slot {
  return {
    title,
    titleBytes: encodeUtf8(title),
    cells: spareBuilders.pop() ?? new CellsBuilder(),
    isVisible: false,
    tag: undefined,
  };
}
