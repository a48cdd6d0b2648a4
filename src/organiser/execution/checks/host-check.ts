/** One line of `agon doctor`. */
export interface HostCheck {
  readonly name: string;
  /** `warn`: results are less exact or less comparable; `fail`: no real competition can be run. */
  readonly level: "ok" | "warn" | "fail";
  readonly finding: string;
  /** The command, or else the advice in words, that fixes it. Never for `ok`. */
  readonly remedy?: string;
}

export function ok(name: string, finding: string): HostCheck {
  return { name, level: "ok", finding };
}

export function warn(name: string, finding: string, remedy: string): HostCheck {
  return { name, level: "warn", finding, remedy };
}

export function fail(name: string, finding: string, remedy: string): HostCheck {
  return { name, level: "fail", finding, remedy };
}
