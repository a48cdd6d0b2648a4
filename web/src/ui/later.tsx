/** Pages whose script is loaded at the first visit. */
import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import type { Loading } from "../data/loaded-runs.ts";
import { Await } from "./basics.tsx";

type PropsOf<Component> = Component extends (props: infer Props) => VNode ? Props & object : never;

/** The page with this name in a part of the script. */
export function later<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): (props: PropsOf<Module[Name]>) => VNode {
  type Component = ComponentType<PropsOf<Module[Name]>>;
  const page = signal<Loading<Component>>({ state: "loading", done: 0, total: 1 });
  let isAsked = false;
  const ask = async (): Promise<void> => {
    try {
      page.value = { state: "ready", value: (await load())[name] as Component };
    } catch (error) {
      page.value = { state: "failed", message: (error as Error).message };
    }
  };
  return (props) => {
    if (!isAsked) {
      isAsked = true;
      void ask();
    }
    return <Await loading={page.value}>{(Page) => <Page {...props} />}</Await>;
  };
}
