import type { VNode } from "preact";
import { safeHref } from "../../../src/ground/util/html.ts";
import {
  formatRoute,
  type WaypointDetails,
  type WitnessDetails,
} from "../../../src/organiser/explorer/index.ts";
import { type Manifest, taskParts } from "../state.ts";
import { Await, Chip, NothingHere, PageHead, ScrollBox } from "../ui/basics.tsx";
import { ProgramFiles } from "../ui/program-files.tsx";
import type { LineNote } from "../ui/source-view.tsx";
import {
  NO_DETAILS,
  type Program,
  programFor,
  programsOf,
  type RunData,
  runData,
  waysBack,
} from "./run-data.ts";

export function WitnessPage({ data, words }: { data: Manifest; words: readonly string[] }): VNode {
  return (
    <Await loading={runData(data, words)} title="Witness">
      {(value) => <Witness data={data} value={value} words={words} />}
    </Await>
  );
}

function Witness({
  data,
  value,
  words,
}: {
  data: Manifest;
  value: RunData;
  words: readonly string[];
}): VNode {
  const { run, details } = value;
  const witness = details?.witness;
  const { name } = taskParts(run.task);
  if (witness === undefined) {
    return (
      <NothingHere title={`Witness for ${name}`} above={waysBack(run, words)}>
        {details === undefined ? NO_DETAILS : "This run has no witness."}
      </NothingHere>
    );
  }
  const programs = programsOf(run.category, run.task);
  return (
    <>
      <PageHead
        title={`${witness.kind === undefined ? "Witness" : witness.kind === "violation" ? "Violation witness" : "Correctness witness"} for ${name}`}
        above={waysBack(run, words)}
        lead={
          <>
            {witness.version !== undefined && `Format ${witness.version}, `}
            {witness.producer !== undefined && `by ${witness.producer}, `}
            <code class="break">sha256 {witness.sha256}</code>
          </>
        }
      >
        {witness.kind === "violation" && witness.waypoints.length > 0 && (
          <a class="button" href={formatRoute(["x", ...words])}>
            Step through
          </a>
        )}
        {witness.path !== undefined && (
          <a class="button" href={safeHref(witness.path)}>
            File
          </a>
        )}
      </PageHead>
      <div class="columns wide-left">
        <div>
          <h2>
            {witness.kind === "correctness"
              ? "Invariants in the program"
              : "Waypoints in the program"}
          </h2>
          <Programs programs={programs} witness={witness} />
        </div>
        <div>
          <h2>Findings</h2>
          {witness.findings.length === 0 ? (
            <p class="card ok">✓ no objections</p>
          ) : (
            <ul class="card findings">
              {witness.findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          )}
          <h2>Validators</h2>
          <div class="card">
            {(run.checks ?? []).length === 0 && <p class="nothing">No validator was asked.</p>}
            <ul class="checks">
              {(run.checks ?? []).map(({ tool, status }) => (
                <li key={tool}>
                  <b>{data.validators.find(({ id }) => id === tool)?.name ?? tool}</b>: {status}
                </li>
              ))}
            </ul>
            <p>
              <Chip result={run.resultCategory} text={`${run.status}, ${run.resultCategory}`} />
            </p>
          </div>
          {witness.text !== undefined && (
            <details class="log">
              <summary>
                <h2>The file</h2>
              </summary>
              <ScrollBox label="Text of the witness">
                <pre>{witness.text}</pre>
              </ScrollBox>
            </details>
          )}
        </div>
      </div>
    </>
  );
}

function Programs({
  programs,
  witness,
}: {
  programs: readonly Program[] | undefined;
  witness: WitnessDetails;
}): VNode {
  if (programs === undefined) return <p role="status">loading the program …</p>;
  if (programs.length === 0) {
    return (
      <>
        <p class="lead">
          The program is not part of this site: it is with `agon site --tasks DIR`.
        </p>
        <PlacesTable witness={witness} />
      </>
    );
  }
  const isBare = witness.invariants.length + witness.waypoints.length === 0;
  return (
    <>
      {isBare && <p class="lead">The witness names no place in the program.</p>}
      <ProgramFiles
        programs={programs}
        notesOf={(index) => notesOf(witness, programs, programs[index] as Program)}
      />
    </>
  );
}

function notesOf(
  witness: WitnessDetails,
  programs: readonly Program[],
  program: Program,
): readonly LineNote[] {
  const isHere = (file: string): boolean => programFor(programs, file) === program;
  return [
    ...witness.invariants
      .filter(({ file }) => isHere(file))
      .map(
        ({ line, type, expression }): LineNote => ({
          line,
          kind: "invariant",
          content: (
            <>
              <span class="note-kind">{type.replace(/_/g, " ")}</span> <code>{expression}</code>
            </>
          ),
        }),
      ),
    ...witness.waypoints
      .filter(({ file }) => isHere(file))
      .map(
        (waypoint): LineNote => ({
          line: waypoint.line,
          kind: waypoint.type === "target" ? "target" : "waypoint",
          content: <WaypointText waypoint={waypoint} />,
        }),
      ),
  ];
}

export function WaypointText({ waypoint }: { waypoint: WaypointDetails }): VNode {
  const { segment, action, type, text } = waypoint;
  return (
    <>
      <span class="step-number">{segment}</span>
      <span class="note-kind">
        {action === "follow" ? "" : `${action} `}
        {type.replace(/_/g, " ")}
      </span>{" "}
      {text !== undefined && <code>{text}</code>}
    </>
  );
}

function PlacesTable({ witness }: { witness: WitnessDetails }): VNode {
  return (
    <ScrollBox label="Places in the witness">
      <table class="small-rows">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">What</th>
            <th scope="col">File</th>
          </tr>
        </thead>
        <tbody>
          {witness.waypoints.map((waypoint, index) => (
            <tr key={index}>
              <th scope="row">{waypoint.line}</th>
              <td>
                <WaypointText waypoint={waypoint} />
              </td>
              <td>{waypoint.file}</td>
            </tr>
          ))}
          {witness.invariants.map(({ line, type, expression, file }, index) => (
            <tr key={index}>
              <th scope="row">{line}</th>
              <td>
                <span class="note-kind">{type.replace(/_/g, " ")}</span> <code>{expression}</code>
              </td>
              <td>{file}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
