/** The page "What if": the real scoring code, run again in the page. */
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ScoringSchema } from "../../../src/ground/model/index.ts";
import {
  changedEdition,
  type RuleChanges,
  type RunStore,
} from "../../../src/organiser/explorer/index.ts";
import { type CategoryStanding, EDITIONS } from "../../../src/organiser/scoring/index.ts";
import { standingsTable } from "../../../src/organiser/tables/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { type Prediction, type Predictor, predictorOf } from "../data/what-if.ts";
import { change, type Manifest, route, runLink, standings, taskParts } from "../state.ts";
import { Await, count, Empty, PageHead, plural, ScrollBox, ToolLink } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { Select } from "../ui/select.tsx";
import { ChangedRanks, movesOf } from "./changed-ranks.tsx";

const SCHEMA: readonly (readonly [key: keyof ScoringSchema, short: string, label: string])[] = [
  ["correctTrue", "ct", "correct true"],
  ["correctFalse", "cf", "correct false"],
  ["unconfirmedTrue", "ut", "unconfirmed true"],
  ["unconfirmedFalse", "uf", "unconfirmed false"],
  ["wrongTrue", "wt", "wrong true"],
  ["wrongFalse", "wf", "wrong false"],
];

export function RulesPage({ data }: { data: Manifest }): VNode {
  return <Await loading={runsOf().value}>{(store) => <Rules data={data} store={store} />}</Await>;
}

function changesOf(query: Readonly<Record<string, string>>): RuleChanges {
  const edition = EDITIONS.find(({ id }) => id === query.edition);
  const scoring: Record<string, number> = {};
  for (const [key, short] of SCHEMA) {
    const value = Number(query[short]);
    if (query[short] !== undefined && query[short] !== "" && Number.isFinite(value))
      scoring[key] = value;
  }
  const list = (text: string | undefined): readonly string[] =>
    (text ?? "").split("|").filter((word) => word !== "");
  return {
    ...(edition === undefined ? {} : { edition }),
    scoring,
    ...(query.meta === "normalised" || query.meta === "plain-sum" ? { metaScore: query.meta } : {}),
    voidTasks: list(query.void),
    optOuts: list(query.out),
  };
}

function Rules({ data, store }: { data: Manifest; store: RunStore }): VNode {
  const { query } = route.value;
  const key = JSON.stringify(query);
  const changes = useMemo(() => changesOf(query), [key]);
  const predictor = predictorOf(data, store);
  useEffect(() => predictor.ask(changes, SHOWN_SHIFTS), [predictor, changes]);
  const prediction = predictor.prediction.value;
  const fault = prediction?.fault;
  const now = prediction?.standings ?? NOTHING;
  const official = standings.value;
  const tasks = useMemo(
    () => [...new Set(store.views.flatMap(({ part }) => part.tasks.map(({ id }) => id)))],
    [store],
  );
  // An answer does not change the form, a request does not change the consequences: unchanged parts
  // are not compared.
  const form = useMemo(
    () => <RulesForm data={data} changes={changes} tasks={tasks} />,
    [data, changes, tasks],
  );
  const moved = useMemo(() => movesOf(official, now), [official, now]);
  const consequences = useMemo(
    () =>
      prediction !== undefined &&
      prediction.fault === undefined && (
        <>
          <ChangedRanks before={official} now={now} tools={data.tools} />
          <h2>Runs that cause it</h2>
          <div class="below">
            <LaterShifts prediction={prediction} />
          </div>
        </>
      ),
    [official, prediction, data],
  );
  return (
    <>
      <PageHead
        title="What if"
        lead="Other rules for the same runs. Scores and ranks are recomputed by the code that made the official ones; the address contains every change."
      >
        <ExportMenu
          exports={tableExports(fileName(data.title, "what-if"), () =>
            standingsTable(`What if: ${key}`, now),
          )}
        />
      </PageHead>
      {form}
      {fault !== undefined && (
        <p class="card empty" role="alert">
          {fault}
        </p>
      )}
      <Progress predictor={predictor} total={store.views.length} />
      <p class="lead" role="status">
        {prediction === undefined
          ? ""
          : moved.length === 0
            ? "No rank moves."
            : `${plural(moved.length, "rank moves", "ranks move")}, in ${plural(new Set(moved.map(({ category }) => category)).size, "category", "categories")}.`}{" "}
        {changes.edition !== undefined &&
          !store.views.some(({ part }) => part.columns.verification.length > 0) &&
          "These results are published ones: the answers of the validators are merged in, so only the points change."}
      </p>
      {consequences}
    </>
  );
}

/** The state of the form is in the address. */
function RulesForm({
  data,
  changes,
  tasks,
}: {
  data: Manifest;
  changes: RuleChanges;
  tasks: readonly string[];
}): VNode {
  const edition = changedEdition(data, changes);
  return (
    <div class="rules-form card">
      <fieldset>
        <legend>Rules</legend>
        <Select
          label="Edition"
          value={changes.edition?.id ?? ""}
          options={[
            ["", `${data.edition.name} (official)`],
            ...EDITIONS.map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(value) => change({ edition: value })}
        />
        <Select
          label="Meta categories"
          value={changes.metaScore ?? ""}
          options={[
            ["", "as in the edition"],
            ["normalised", "normalised by tasks"],
            ["plain-sum", "plain sums of points"],
          ]}
          onChange={(value) => change({ meta: value })}
        />
        <button
          type="button"
          onClick={() =>
            change(
              Object.fromEntries(
                ["edition", "meta", "void", "out", ...SCHEMA.map(([, short]) => short)].map(
                  (name) => [name, ""],
                ),
              ),
            )
          }
        >
          As official
        </button>
      </fieldset>
      <fieldset>
        <legend>Points</legend>
        <div class="schema">
          {SCHEMA.map(([name, short, label]) => (
            <label key={short}>
              <span>{label}</span>
              <input
                type="number"
                value={edition.scoring[name]}
                class={changes.scoring[name] === undefined ? "" : "changed"}
                onChange={(event) => {
                  const base = (changes.edition ?? data.edition).scoring[name];
                  const value = event.currentTarget.value;
                  change({ [short]: value === "" || Number(value) === base ? "" : value });
                }}
              />
            </label>
          ))}
        </div>
      </fieldset>
      <ListEditor
        legend="Take out tasks"
        label="Task"
        name="void"
        values={changes.voidTasks}
        options={tasks}
        show={(task) => `${taskParts(task).name} · ${taskParts(task).property}`}
      />
      <ListEditor
        legend="Opt out"
        label="Verifier and category"
        name="out"
        values={changes.optOuts}
        options={data.tools.flatMap(({ id }) => data.categories.map(({ name }) => `${id}@${name}`))}
        show={(entry) => entry.replace("@", " of ")}
      />
    </div>
  );
}

const NOTHING: readonly CategoryStanding[] = [];
const SHOWN_SHIFTS = 100;

/** The worker's activity until it has answered the last request. */
function Progress({ predictor, total }: { predictor: Predictor; total: number }): VNode {
  const counted = predictor.counted.value;
  const isBusy = predictor.prediction.value?.number !== predictor.asked.value;
  if (!isBusy) return <p class="working" data-state="done" />;
  return (
    <p class="working" data-state="busy">
      <progress
        max={total}
        {...(counted < total ? { value: counted } : {})}
        aria-label="Runs are counted and judged"
      />{" "}
      {counted < total
        ? `${counted} of ${plural(total, "category", "categories")} counted …`
        : "judging …"}
    </p>
  );
}

/** Rendered after the ranks, which are above. */
function LaterShifts({ prediction }: { prediction: Prediction }): VNode {
  const [shown, show] = useState(prediction);
  useEffect(() => {
    if (shown === prediction) return undefined;
    const timer = setTimeout(() => show(prediction), AFTER_RANKS_MS);
    return () => clearTimeout(timer);
  }, [shown, prediction]);
  return useMemo(() => <Shifts prediction={shown} />, [shown]);
}

const AFTER_RANKS_MS = 60;

function Shifts({ prediction: { shifts, kinds, runs } }: { prediction: Prediction }): VNode {
  if (shifts.length === 0) {
    return (
      <Empty>
        No run gets other points. Scores can still move: by tasks that are taken out, opt-outs, and
        how meta categories are computed.
      </Empty>
    );
  }
  return (
    <ScrollBox label="Runs that get other points">
      <table class="small-rows">
        <caption>
          {plural(runs, "run")} with other points, by their change, the greatest sums first
          {kinds > shifts.length && `; ${shifts.length} of ${count(kinds)} lines`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Verifier</th>
            <th scope="col">Category</th>
            <th scope="col">Official</th>
            <th scope="col">Now</th>
            <th scope="col" class="right">
              Runs
            </th>
            <th scope="col" class="right">
              Points
            </th>
            <th scope="col">For example</th>
          </tr>
        </thead>
        <tbody>
          {shifts.map((shift, place) => (
            <tr key={place}>
              <th scope="row">
                <ToolLink id={shift.tool} />
              </th>
              <td>{shift.category}</td>
              <td>{shift.before}</td>
              <td>{shift.after === shift.before ? "the same" : shift.after}</td>
              <td class="right">{count(shift.runs)}</td>
              <td class="right">
                {shift.points > 0 ? "+" : ""}
                {count(shift.points)}
              </td>
              <td>
                <a href={runLink(shift.category, shift.tool, shift.example)}>
                  {taskParts(shift.example).name}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const SUGGESTED = 200;

function ListEditor({
  legend,
  label,
  name,
  values,
  options,
  show,
}: {
  legend: string;
  label: string;
  name: string;
  values: readonly string[];
  options: readonly string[];
  show: (value: string) => string;
}): VNode {
  const list = `list-${name}`;
  return (
    <fieldset>
      <legend>{legend}</legend>
      <label class="select">
        <span>{label}</span>
        <input
          type="text"
          list={list}
          placeholder="add …"
          onChange={(event) => {
            const { value } = event.currentTarget;
            const found =
              options.find((option) => option === value) ??
              options.find((option) => option.includes(value));
            event.currentTarget.value = "";
            if (value === "" || found === undefined || values.includes(found)) return;
            change({ [name]: [...values, found].join("|") });
          }}
        />
        <datalist id={list}>
          {options.slice(0, SUGGESTED).map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      </label>
      <ul class="chips">
        {values.map((value) => (
          <li key={value}>
            <button
              type="button"
              class="filter"
              title={value}
              onClick={() =>
                change({ [name]: values.filter((other) => other !== value).join("|") })
              }
            >
              {show(value)} <span aria-hidden="true">✕</span>
              <span class="visually-hidden">remove</span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
