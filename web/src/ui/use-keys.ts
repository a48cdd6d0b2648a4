import { useLayoutEffect, useRef } from "preact/hooks";
import { bindKeys } from "../keys.ts";

/**
 * Binds keys while the component is shown: at its first rendering, so that no key right after it is
 * lost.
 */
export function useKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  const names = Object.keys(actions).join("\n");
  useLayoutEffect(
    () =>
      bindKeys(
        Object.fromEntries(
          names
            .split("\n")
            .filter((name) => name !== "")
            .map((name) => [name, (event: KeyboardEvent) => latest.current[name]?.(event)]),
        ),
      ),
    [names],
  );
}
