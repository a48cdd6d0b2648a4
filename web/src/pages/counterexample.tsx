/** A violation witness step by step: path, program and values side by side. */
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import {
  formatRoute,
  placeOf,
  type WaypointDetails,
} from "../../../src/organiser/explorer/index.ts";
import { AutomatonGraph } from "../charts/automaton-graph.tsx";
import { automataOf } from "../data/loaded-runs.ts";
import { change, type Manifest, route, taskParts, toolName } from "../state.ts";
import { Await, Empty, NothingHere, PageHead } from "../ui/basics.tsx";
import { SourceView } from "../ui/source-view.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { NO_DETAILS, programFor, programsOf, type RunData, runData, waysBack } from "./run-data.ts";
import { WaypointText } from "./witness.tsx";

export function CounterexamplePage({
  data,
  words,
}: {
  data: Manifest;
  words: readonly string[];
}): VNode {
  return (
    <Await loading={runData(data, words)} title="Counterexample">
      {(value) => <Stepper value={value} words={words} />}
    </Await>
  );
}

function Stepper({ value, words }: { value: RunData; words: readonly string[] }): VNode {
  const { run, details } = value;
  const waypoints = details?.witness?.waypoints ?? [];
  const panes = [
    useRef<HTMLElement>(null),
    useRef<HTMLElement>(null),
    useRef<HTMLElement>(null),
    useRef<HTMLElement>(null),
  ] as const;
  const wanted = Number(route.value.query.step ?? 1);
  const step = Math.max(1, Math.min(waypoints.length, Number.isInteger(wanted) ? wanted : 1));
  const go = (to: number): void => {
    const next = Math.max(1, Math.min(waypoints.length, to));
    change({ step: next === 1 ? "" : String(next) });
  };
  const focusPane = (index: number): void => {
    const pane = panes[index]?.current;
    (pane?.querySelector<HTMLElement>("[tabindex]") ?? pane)?.focus();
  };
  useKeys({
    ArrowLeft: () => go(step - 1),
    ArrowRight: () => go(step + 1),
    "1": () => focusPane(0),
    "2": () => focusPane(1),
    "3": () => focusPane(2),
    "4": () => focusPane(3),
  });
  const { name } = taskParts(run.task);
  const programs = programsOf(run.category, run.task) ?? [];
  const current = waypoints[step - 1];
  if (current === undefined) {
    return (
      <NothingHere title={`Counterexample in ${name}`} above={waysBack(run, words)}>
        {details === undefined ? NO_DETAILS : "This run has no violation witness with waypoints."}
      </NothingHere>
    );
  }
  const program = programFor(programs, current.file);
  const values = valuesAt(waypoints.slice(0, step));
  return (
    <div class="fill">
      <PageHead
        title={`Counterexample in ${name}`}
        above={[
          [formatRoute(["c", run.category]), run.category],
          [formatRoute(["r", ...words]), toolName(run.tool)],
          [formatRoute(["w", ...words]), "witness"],
        ]}
        lead={`Step ${step} of ${waypoints.length}: ${describe(current)}`}
      >
        <button type="button" onClick={() => go(1)} disabled={step === 1}>
          Start
        </button>
        <button type="button" onClick={() => go(step - 1)} disabled={step === 1}>
          <kbd>←</kbd> back
        </button>
        <button type="button" onClick={() => go(step + 1)} disabled={step === waypoints.length}>
          on <kbd>→</kbd>
        </button>
      </PageHead>
      <div class="panes">
        <section ref={panes[0]} class="pane" aria-label="Path">
          <h2>
            Path <kbd>1</kbd>
          </h2>
          <ol class="path" tabIndex={0}>
            {waypoints.map((waypoint, index) => (
              <li
                key={index}
                class={index + 1 === step ? "current" : index + 1 < step ? "passed" : ""}
                {...(index + 1 === step ? { "aria-current": "step" } : {})}
              >
                <button type="button" class="quiet" onClick={() => go(index + 1)}>
                  <span class="line-number">line {waypoint.line}</span>
                  <WaypointText waypoint={waypoint} />
                </button>
              </li>
            ))}
          </ol>
        </section>
        <section ref={panes[1]} class="pane" aria-label="Program">
          <h2>
            Program <kbd>2</kbd>
          </h2>
          {program === undefined ? (
            <Empty>The program is not part of this site: it is with `agon site --tasks DIR`.</Empty>
          ) : (
            <SourceView
              name={program.path}
              text={program.text}
              currentLine={current.line}
              notes={[
                {
                  line: current.line,
                  kind: current.type === "target" ? "target" : "current",
                  content: <WaypointText waypoint={current} />,
                },
              ]}
            />
          )}
        </section>
        <section ref={panes[2]} class="pane" aria-label="Automaton">
          <h2>
            Automaton <kbd>3</kbd>
          </h2>
          <Automaton category={run.category} task={run.task} waypoints={waypoints} step={step} />
        </section>
        <section ref={panes[3]} class="pane" aria-label="Values">
          <h2>
            Values <kbd>4</kbd>
          </h2>
          {current.values !== undefined ? (
            <Variables
              line={current.line}
              values={current.values}
              before={waypoints[step - 2]?.values ?? []}
            />
          ) : values.length === 0 ? (
            <Empty>
              {waypoints.some((waypoint) => waypoint.values !== undefined)
                ? "The execution that follows the witness does not reach this line any more."
                : "The witness names no values up to here. With `agon site --values 10s` an execution provides those of all variables."}
            </Empty>
          ) : (
            <div class="card" tabIndex={0}>
              <table class="small">
                <thead>
                  <tr>
                    <th scope="col">Expression</th>
                    <th scope="col" class="right">
                      Value
                    </th>
                    <th scope="col" class="right">
                      Line
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {values.map((each) => (
                    <tr
                      key={`${each.expression} ${each.step}`}
                      class={each.step === step ? "fresh" : ""}
                    >
                      <th scope="row">
                        <code>{each.expression}</code>
                      </th>
                      <td class="right">
                        <code>{each.value}</code>
                      </td>
                      <td class="right">{each.line}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      </div>
    </div>
  );
}

/** Values of all variables in an execution that follows the witness. */
function Variables({
  line,
  values,
  before,
}: {
  line: number;
  values: NonNullable<WaypointDetails["values"]>;
  before: NonNullable<WaypointDetails["values"]>;
}): VNode {
  const old = new Map(before);
  if (values.length === 0) return <Empty>No variable has a value here.</Empty>;
  return (
    <div class="card" tabIndex={0}>
      <table class="small">
        <caption>All variables after line {line}, in an execution that follows the witness</caption>
        <thead>
          <tr>
            <th scope="col">Variable</th>
            <th scope="col" class="right">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map(([name, value]) => {
            const isChanged = before.length > 0 && old.get(name) !== value;
            return (
              <tr key={name} class={isChanged ? "fresh" : ""}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td class="right">
                  <code>{value}</code>
                  {isChanged && <span class="note">changed</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Automaton({
  category,
  task,
  waypoints,
  step,
}: {
  category: string;
  task: string;
  waypoints: readonly WaypointDetails[];
  step: number;
}): VNode {
  const file = automataOf(category)?.value;
  const automata = file?.state === "ready" ? (file.value[task] ?? []) : [];
  const places = useMemo(
    () => waypoints.map((waypoint) => placeOf(automata, waypoint)),
    [automata, waypoints],
  );
  if (file?.state === "loading") return <p class="loading">Loading …</p>;
  const place = places[step - 1];
  if (place === undefined) {
    return (
      <Empty>
        {automata.length > 0
          ? "No function that Agon knows has an operation at this line."
          : "The automaton is not part of this site: Agon makes it for C programs that it can read, with `agon site --tasks DIR`."}
      </Empty>
    );
  }
  const passed = places
    .slice(0, step - 1)
    .filter((each) => each !== undefined)
    .filter(({ automaton }) => automaton === place.automaton);
  return <AutomatonGraph place={place} passed={passed} />;
}

function describe({ type, text, line }: WaypointDetails): string {
  const what = type.replace(/_/g, " ");
  return `${what}${text === undefined ? "" : ` ${text}`} at line ${line}`;
}

interface KnownValue {
  readonly expression: string;
  readonly value: string;
  readonly line: number;
  readonly step: number;
}

/**
 * Values that the assumptions and returns so far state as equations; a later one about the same
 * expression replaces an earlier one. Returned values are separate: each call has its own.
 */
function valuesAt(waypoints: readonly WaypointDetails[]): readonly KnownValue[] {
  const values = new Map<string, KnownValue>();
  for (const [index, { type, text = "", line, column }] of waypoints.entries()) {
    if (type !== "assumption" && type !== "function_return") continue;
    for (const conjunct of text.split("&&")) {
      const match = /^[\s(]*([^=!<>]+?)\s*==\s*([^=()]+?(?:\([^)]*\))?[^=()]*?)[\s)]*$/.exec(
        conjunct,
      );
      if (match === null) continue;
      const [, left = "", value = ""] = match;
      const isResult = left === "\\result";
      const expression = isResult ? `\\result, line ${line}` : left;
      const key = isResult ? `${left} ${line} ${column ?? 0} ${index}` : left;
      values.delete(key);
      values.set(key, { expression, value, line, step: index + 1 });
    }
  }
  return [...values.values()].reverse();
}
