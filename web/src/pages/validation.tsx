/** Validators by verifiers: confirmed and unconfirmed answers, and the lost points. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { parseVerdict, RESULT_CATEGORIES } from "../../../src/ground/model/index.ts";
import {
  checksIn,
  formatRoute,
  pointsOfCell,
  type RunStore,
  readTracks,
} from "../../../src/organiser/explorer/index.ts";
import { resultCategory } from "../../../src/organiser/results/index.ts";
import {
  answerOf,
  LINT_PHASE,
  pointsOf,
  rejectionOfStatus,
} from "../../../src/organiser/scoring/index.ts";
import type { Table } from "../../../src/organiser/tables/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { type Manifest, route } from "../state.ts";
import { Await, count, Empty, PageHead, ScrollBox, ToolLink } from "../ui/basics.tsx";
import { CategorySelect } from "../ui/category-select.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { partsOf } from "../ui/paper.ts";
import { trackName } from "./track.tsx";

export function ValidationPage({ data }: { data: Manifest }): VNode {
  const { c = "" } = route.value.query;
  return (
    <>
      <PageHead
        title="Validation"
        lead="For every validator and verifier: answers that agree with the verifier, that refute it, and that decide nothing; for linters: witnesses without and with an objection."
      >
        <CategorySelect value={c} all />
      </PageHead>
      <Tracks data={data} />
      <Await loading={runsOf(c).value}>
        {(store) => <Matrix data={data} store={store} category={c} />}
      </Await>
    </>
  );
}

/** Links to the rankings of validators. */
function Tracks({ data }: { data: Manifest }): VNode {
  const tracks = readTracks(data.tracks ?? [], data.categories);
  if (tracks.length === 0) {
    return (
      <p class="lead">
        {data.edition.validationTrack === undefined
          ? `The edition ${data.edition.name} has no ranking of validators.`
          : "No validator is ranked here: no answer names the witness that it is about."}
      </p>
    );
  }
  return (
    <p class="lead">
      Rankings of the validators:{" "}
      {tracks.map((track, index) => (
        <span key={trackName(track)}>
          {index > 0 && ", "}
          <a href={formatRoute(["tracks", trackName(track)])}>
            {track.track.kind} witnesses {track.track.version}
          </a>
        </span>
      ))}
    </p>
  );
}

const CORRECT = RESULT_CATEGORIES.indexOf("correct");

interface Answers {
  confirmed: number;
  refuted: number;
  undecided: number;
}

interface Loss {
  unconfirmed: number;
  points: number;
  withoutWitness: number;
  invalid: number;
}

function countAnswers(
  store: RunStore,
  data: Manifest,
): {
  readonly answers: ReadonlyMap<string, Answers>;
  readonly losses: ReadonlyMap<string, Loss>;
} {
  const answers = new Map<string, Answers>();
  const losses = new Map<string, Loss>();
  for (const view of store.views) {
    const { part } = view;
    const { columns, checks, statuses, tools, tasks, witnesses } = part;
    if (columns.verification.length === 0) continue;
    for (const [toolIndex, tool] of tools.entries()) {
      const loss = losses.get(tool) ?? { unconfirmed: 0, points: 0, withoutWitness: 0, invalid: 0 };
      losses.set(tool, loss);
      for (let cell = toolIndex * tasks.length; cell < (toolIndex + 1) * tasks.length; cell++) {
        if (columns.status[cell] === 0) continue;
        // Where no rule decided, the final status is that of the verifier.
        const code = columns.verification[cell] || (columns.status[cell] as number);
        const before = statuses[code] as string;
        const claimed = answerOf(before);
        if (claimed === undefined) continue;
        for (const check of checksIn(checks, columns.checks[cell] as number)) {
          const key = `${check.tool}\n${tool}`;
          const entry = answers.get(key) ?? { confirmed: 0, refuted: 0, undecided: 0 };
          answers.set(key, entry);
          const answer = answerOf(check.status);
          if (check.phase === LINT_PHASE) {
            // A linter that crashes or gives up makes no statement.
            const objects = rejectionOfStatus(check.status) !== undefined;
            entry[check.status === "done" ? "confirmed" : objects ? "refuted" : "undecided"]++;
          } else if (answer === undefined) entry.undecided++;
          else if (answer === claimed) entry.confirmed++;
          else entry.refuted++;
        }
        // Right before validation, and not correct after it.
        const expected = parseVerdict(tasks[cell % tasks.length]?.expected ?? "");
        if (expected === undefined || expected.kind === "unknown") continue;
        if (columns.result[cell] === CORRECT || resultCategory(before, expected) !== "correct")
          continue;
        loss.unconfirmed++;
        loss.points +=
          pointsOf(before, "correct", data.edition.scoring) - pointsOfCell({ view, cell });
        const state = witnesses[columns.witness[cell] as number]?.state;
        if (state === "missing") loss.withoutWitness++;
        if (state === "invalid") loss.invalid++;
      }
    }
  }
  return { answers, losses };
}

function Matrix({
  data,
  store,
  category,
}: {
  data: Manifest;
  store: RunStore;
  category: string;
}): VNode {
  const { answers, losses } = useMemo(() => countAnswers(store, data), [store, data]);
  if (answers.size === 0 && [...losses.values()].every(({ unconfirmed }) => unconfirmed === 0)) {
    return (
      <Empty>
        {losses.size === 0
          ? "The result files name no validators: their answers, if there were any, are merged into the statuses. With the result files of the validators and linters beside those of the verifiers, `agon site` shows the answers of each."
          : "No witness was validated here."}
      </Empty>
    );
  }
  const verifiers = data.tools.filter(({ id }) => losses.has(id));
  const validators = data.validators.filter(({ id }) =>
    [...answers.keys()].some((key) => key.startsWith(`${id}\n`)),
  );
  const table = (): Table => ({
    title: "Validation",
    columns: [
      { title: "validator", align: "left" },
      ...verifiers.flatMap(({ name }) =>
        ["confirmed", "refuted", "undecided"].map((word) => ({
          title: `${name} ${word}`,
          align: "right" as const,
        })),
      ),
    ],
    rows: validators.map(({ id, name }) => [
      name,
      ...verifiers.flatMap((verifier) => {
        const entry = answers.get(`${id}\n${verifier.id}`);
        return [entry?.confirmed ?? 0, entry?.refuted ?? 0, entry?.undecided ?? 0].map(String);
      }),
    ]),
  });
  return (
    <>
      <div class="row-line">
        <h2>Answers</h2>
        {validators.length > 0 && (
          <ExportMenu exports={tableExports(fileName("validation", category), table)} />
        )}
      </div>
      {validators.length === 0 ? (
        <Empty>No validator has answered.</Empty>
      ) : (
        partsOf(verifiers).map((part) => (
          <ScrollBox key={part[0]?.id} label="Answers of validators">
            <AnswerTable validators={validators} verifiers={part} answers={answers} />
          </ScrollBox>
        ))
      )}
      <h2>Points that were lost</h2>
      <ScrollBox label="Points that were lost">
        <table class="small-rows">
          <caption>Right answers that are not correct results after validation</caption>
          <thead>
            <tr>
              <th scope="col">Verifier</th>
              <th scope="col" class="right">
                Not confirmed
              </th>
              <th scope="col" class="right">
                without witness
              </th>
              <th scope="col" class="right">
                with invalid witness
              </th>
              <th scope="col" class="right">
                Points lost
              </th>
            </tr>
          </thead>
          <tbody>
            {[...losses].map(([tool, loss]) => (
              <tr key={tool}>
                <th scope="row">
                  <ToolLink id={tool} />
                </th>
                <td class="right">
                  <a
                    href={formatRoute(["runs"], {
                      c: category,
                      q: `v:${tool} s:correct-unconfirmed`,
                    })}
                  >
                    {count(loss.unconfirmed)}
                  </a>
                </td>
                <td class="right">{count(loss.withoutWitness)}</td>
                <td class="right">{count(loss.invalid)}</td>
                <td class="right">{count(loss.points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function AnswerTable({
  validators,
  verifiers,
  answers,
}: {
  validators: Manifest["validators"];
  verifiers: Manifest["tools"];
  answers: ReturnType<typeof countAnswers>["answers"];
}): VNode {
  return (
    <table class="matrix validation">
      <caption>✓ confirmed (of linters: no objection), ✗ refuted (objection), ? undecided</caption>
      <thead>
        <tr>
          <th scope="col">Validator</th>
          {verifiers.map(({ id }) => (
            <th key={id} scope="col">
              <ToolLink id={id} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {validators.map(({ id, name }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {verifiers.map((verifier) => {
              const entry = answers.get(`${id}\n${verifier.id}`);
              if (entry === undefined) {
                return (
                  <td key={verifier.id} class="nothing">
                    –
                  </td>
                );
              }
              const total = entry.confirmed + entry.refuted + entry.undecided;
              return (
                <td key={verifier.id}>
                  <span class="answer correct">✓ {count(entry.confirmed)}</span>{" "}
                  <span class={entry.refuted > 0 ? "answer wrong" : "nothing"}>
                    ✗ {count(entry.refuted)}
                  </span>{" "}
                  <span class={entry.undecided > 0 ? "answer unknown" : "nothing"}>
                    ? {count(entry.undecided)}
                  </span>
                  <svg
                    class="stack"
                    viewBox="0 0 100 4"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect class="fill-correct" width={(entry.confirmed / total) * 100} height="4" />
                    <rect
                      class="fill-wrong"
                      x={(entry.confirmed / total) * 100}
                      width={(entry.refuted / total) * 100}
                      height="4"
                    />
                    <rect
                      class="fill-unknown"
                      x={((entry.confirmed + entry.refuted) / total) * 100}
                      width={(entry.undecided / total) * 100}
                      height="4"
                    />
                  </svg>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
