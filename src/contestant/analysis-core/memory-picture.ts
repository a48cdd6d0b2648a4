/** The memory of a state, or of many, as people draw it: objects with cells, and pointers from cells to objects. */
export interface MemoryPicture {
  readonly objects: readonly PicturedObject[];
  /** Objects that were left out. */
  readonly omitted: number;
}

export interface PicturedObject {
  /** Within the picture. */
  readonly id: number;
  /** A list is any number of nodes of which one is shown. */
  readonly kind: "variable" | "block" | "list";
  readonly title: string;
  /** `16 bytes, line 4`, `2 or more nodes`. */
  readonly detail: string;
  readonly state: "live" | "freed" | "lost";
  readonly cells: readonly PicturedCell[];
  /** What is done to it that it does not allow: `write at +40`. */
  readonly fault?: string;
  /** The list each node of which has an object of its own like this one. */
  readonly owner?: number;
}

export interface PicturedCell {
  /** A member, an index, an offset in bytes; empty for the whole object. */
  readonly label: string;
  readonly value: string;
  /** The object that the value points to. */
  readonly target?: number;
}
