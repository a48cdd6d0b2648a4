/** What threads do to each other, in words: data races and deadlocks. */
import { type CfaEdge, type CfaProgram, calledName } from "../cfa/index.ts";
import type { Outcome, SharedAccess, View } from "../interpreter/index.ts";
import { memoryName } from "./memory-name.ts";

export interface ThreadStory {
  /** Where it shows. */
  readonly edge: CfaEdge;
  readonly sentence: string;
  readonly remarks: readonly { readonly text: string; readonly edge: CfaEdge }[];
}

/** What the words are taken from. */
export interface StorySource {
  readonly program: CfaProgram;
  /** The source of an edge's statement. */
  readonly source: (edge: CfaEdge) => string;
  /** Of the state in which the execution ended; undefined when nobody watched it. */
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
  // Who waits for the end of a thread waits because that one does.
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

/** The name of what lies at an address in a static object of the program. */
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
