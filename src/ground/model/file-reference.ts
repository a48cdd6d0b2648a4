/** A file pinned by content. */
export interface FileReference {
  /** `/`-separated path relative to the root that the owner of this reference documents. */
  readonly path: string;
  /** Lower-case hexadecimal SHA-256 of the content. */
  readonly sha256: string;
}
