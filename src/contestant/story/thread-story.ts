/** Describes interactions of threads: data races and deadlocks. */
import { type CfaEdge, type CfaProgram, calledName } from "../cfa/index.ts";
import type { Outcome, SharedAccess, View } from "../interpreter/index.ts";
import { memoryName } from "./memory-name.ts";

export interface ThreadStory {
  /** The edge at which it shows. */
  readonly edge: CfaEdge;
  readonly sentence: string;
  readonly remarks: readonly { readonly text: string; readonly edge: CfaEdge }[];
}

/** The sources of a description. */
export interface StorySource {
  readonly program: CfaProgram;
  /** The source of an edge's statement. */
  readonly source: (edge: CfaEdge) => string;
  /** The state in which the execution ended; undefined when it was not observed. */
  readonly view: View | undefined;
}

export function raceStory(
  { address, first, second }: Extract<Outcome, { kind: "data-race" }>,
  { program, source, view }: StorySource,
): ThreadStory {
  const name = view === undefined ? undefined : staticName(address, program, view);
  const what = name === undefined ? "the same memory" : `\`${name}\``;
  const does = (access: SharedAccess): string =>
    `\`${source(access.edge)}\` ${access.isWrite ? "writes" : "reads"}`;
  const sentence = `data race for ${what}: ${does(second)} in thread ${second.thread}, and ${does(first)} in thread ${first.thread}, in any order`;
  const text = `the other access, by thread ${first.thread}`;
  return { edge: second.edge, sentence, remarks: [{ text, edge: first.edge }] };
}

export function deadlockStory(
  { threads }: Extract<Outcome, { kind: "deadlock" }>,
  source: (edge: CfaEdge) => string,
): ThreadStory | undefined {
  // A thread that joins another one waits because that one does.
  const awaitsEnd = ({ edge }: (typeof threads)[number]): boolean =>
    /_join$/.test(calledName(edge) ?? "");
  const [first, ...others] = threads.toSorted((a, b) => +awaitsEnd(a) - +awaitsEnd(b));
  const waits = (each: (typeof threads)[number]): string =>
    `thread ${each.thread} waits for ever in \`${source(each.edge)}\``;
  if (first === undefined) return undefined;
  return {
    edge: first.edge,
    sentence: `deadlock: ${waits(first)}, and no other thread can go on`,
    remarks: others.map((each) => ({ text: waits(each), edge: each.edge })),
  };
}

/** Returns the name of an address in a static object of the program. */
function staticName(
  address: number,
  { globals, functions, machine }: CfaProgram,
  view: View,
): string | undefined {
  const type = { kind: "pointer", bits: machine.pointerBits } as const;
  const shared = [...globals, ...[...functions.values()].flatMap(({ locals }) => locals)];
  for (const target of shared) {
    if (target.kind !== "global" || target.isReadOnly) continue;
    const base = { kind: "address", type, target } as const;
    const offset = BigInt(address) - view.evaluate(base);
    if (offset < 0n || offset >= BigInt(target.size)) continue;
    const right = { kind: "integer", type, value: offset } as const;
    const place = { kind: "binary", operator: "add", type, left: base, right } as const;
    return memoryName(place, view);
  }
  return undefined;
}
