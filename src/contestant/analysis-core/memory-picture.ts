/** A drawing of the memory of one state or of many: objects with cells, and pointers from cells to objects. */
export interface MemoryPicture {
  readonly objects: readonly PicturedObject[];
  /** Number of objects that were left out. */
  readonly omitted: number;
}

export interface PicturedObject {
  /** Unique within the picture. */
  readonly id: number;
  /** `list`: any number of nodes, one of which is shown. */
  readonly kind: "variable" | "block" | "list";
  readonly title: string;
  /** `16 bytes, line 4`, `2 or more nodes`. */
  readonly detail: string;
  readonly state: "live" | "freed" | "lost";
  readonly cells: readonly PicturedCell[];
  /** The invalid operation on the object: `write at +40`. */
  readonly fault?: string;
  /** The list of which each node has an object like this one. */
  readonly owner?: number;
}

export interface PicturedCell {
  /** A member, an index, an offset in bytes; empty for the whole object. */
  readonly label: string;
  readonly value: string;
  /** The object that the value points to. */
  readonly target?: number;
}
