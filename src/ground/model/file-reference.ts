/** A file pinned by content. */
export interface FileReference {
  /** `/`-separated path relative to the root the holder documents. */
  readonly path: string;
  /** Lower-case hexadecimal SHA-256 of the content. */
  readonly sha256: string;
}
