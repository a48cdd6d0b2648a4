/** A feature that the engine does not model: the paths that reach it support no TRUE. */
export class UnsupportedFeature extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "UnsupportedFeature";
  }
}
