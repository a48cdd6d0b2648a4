import type { ComponentChildren, VNode } from "preact";
import { safeHref } from "../../../src/ground/util/html.ts";
import { formatMoment } from "../../../src/ground/util/moment.ts";
import {
  coverageIn,
  type ExecutionDetails,
  explainRun,
  formatRoute,
  type LogDetails,
  type RunDetails,
} from "../../../src/organiser/explorer/index.ts";
import {
  formatMemory,
  formatSignificant,
  secondsForPeople,
  type Table,
} from "../../../src/organiser/tables/index.ts";
import { TimeLineChart } from "../charts/time-line.tsx";
import { type Manifest, openLink, resultSet, taskParts, toolName } from "../state.ts";
import { Await, Chip, count, Empty, PageHead, ScrollBox, Tile } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { copyText } from "../ui/save.ts";
import { useKeys } from "../ui/use-keys.ts";
import { NO_DETAILS, type RunData, runData } from "./run-data.ts";

export function RunPage({ data, words }: { data: Manifest; words: readonly string[] }): VNode {
  return (
    <Await loading={runData(data, words)} title="Run">
      {(value) => <Run data={data} value={value} />}
    </Await>
  );
}

function Run({ data, value }: { data: Manifest; value: RunData }): VNode {
  const { run, task, category, details } = value;
  const { name } = taskParts(run.task);
  const position = resultSet.value.indexOf(formatRoute(["r", run.category, run.tool, run.task]));
  const step = (by: number): void => {
    const link = resultSet.value[position + by];
    if (position >= 0 && link !== undefined) openLink(link);
  };
  useKeys({ "[": () => step(-1), "]": () => step(1) });
  const trace = explainRun(run, task, category, data.edition)?.trace;
  const words = [run.category, run.tool, run.task];
  const witness = details?.witness;
  return (
    <>
      <PageHead
        title={
          <>
            {name} <span class="soft">by</span> {toolName(run.tool)}
          </>
        }
        above={[
          [formatRoute([]), data.title],
          [formatRoute(["c", run.category]), run.category],
          [formatRoute(["t", run.task]), name],
        ]}
        lead={<Chip result={run.resultCategory} text={`${run.status}, ${run.resultCategory}`} />}
      >
        {position >= 0 && (
          <>
            <button type="button" onClick={() => step(-1)} disabled={position === 0}>
              <kbd>[</kbd> previous
            </button>
            <button
              type="button"
              onClick={() => step(1)}
              disabled={position === resultSet.value.length - 1}
            >
              next <kbd>]</kbd>
            </button>
          </>
        )}
        {witness !== undefined && (
          <a
            class="button"
            href={formatRoute([witness.kind === "violation" ? "x" : "w", ...words])}
          >
            {witness.kind === "violation" ? "Counterexample" : "Witness"}
          </a>
        )}
        <ExportMenu exports={tableExports(fileName(run.tool, name), () => factsTable(value))} />
      </PageHead>
      <ul class="cards">
        <Tile value={run.points > 0 ? `+${run.points}` : String(run.points)} label="points" />
        <Tile value={task.expected ?? "unknown"} label="expected verdict" />
        <Tile value={secondsForPeople(run.cpuTimeSeconds)} label="CPU time" />
        <Tile value={secondsForPeople(run.wallTimeSeconds)} label="wall time" />
        <Tile value={formatMemory(run.memoryBytes)} label="memory" />
        {run.cpuEnergyJoules !== undefined && (
          <Tile value={`${Number(run.cpuEnergyJoules.toPrecision(3))} J`} label="energy" />
        )}
      </ul>
      <div class="columns">
        <section>
          <h2>Why these points</h2>
          {trace === undefined ? (
            <Empty>
              {(run.checks ?? []).length > 0
                ? "The category is the one of the verifier's result file: no answer of a validator can change it."
                : "The status and its category are those of a published result file: the answers of the validators are merged in and cannot be separated."}
            </Empty>
          ) : (
            <ol class="card trace">
              {trace.map(({ source, text }) => (
                <li key={text}>
                  {text}
                  <cite>{source}</cite>
                </li>
              ))}
            </ol>
          )}
        </section>
        <section>
          <h2>Validation</h2>
          <Validations data={data} run={run} details={details} words={words} />
        </section>
      </div>
      {details !== undefined && (
        <Execution details={details} task={run.task} limits={data.limits} />
      )}
      {details === undefined && <Empty>{NO_DETAILS}</Empty>}
    </>
  );
}

function factsTable({ run, task, details }: RunData): Table {
  const rows: [string, string][] = [
    ["task", run.task],
    ["verifier", run.tool],
    ["category", run.category],
    ["expected", task.expected ?? ""],
    ["status", run.status],
    ["result", run.resultCategory],
    ["points", String(run.points)],
    ["cpu time (s)", String(run.cpuTimeSeconds ?? "")],
    ["wall time (s)", String(run.wallTimeSeconds ?? "")],
    ["memory (B)", String(run.memoryBytes ?? "")],
    ["command line", (details?.commandLine ?? []).join(" ")],
    ["run", details?.run ?? ""],
  ];
  return {
    title: run.task,
    columns: [
      { title: "fact", align: "left" },
      { title: "value", align: "left" },
    ],
    rows,
  };
}

function Validations({
  data,
  run,
  details,
  words,
}: {
  data: Manifest;
  run: RunData["run"];
  details: RunDetails | undefined;
  words: readonly string[];
}): VNode {
  const checks = run.checks ?? [];
  const missing = details?.missingValidators ?? [];
  const witness = details?.witness;
  return (
    <div class="card">
      {witness !== undefined ? (
        <p>
          <a href={formatRoute(["w", ...words])}>
            {witness.kind ?? "unreadable"} witness
            {witness.version !== undefined && `, format ${witness.version}`}
          </a>{" "}
          <span class="note">
            {witness.findings.length === 0 ? "no findings" : `${witness.findings.length} findings`}{" "}
            · sha256 {witness.sha256.slice(0, 16)}…
          </span>
        </p>
      ) : (
        <p class="nothing">
          {run.witnessFacts?.state === "missing"
            ? "No witness."
            : run.witnessFacts?.state === "unexamined"
              ? "The witness is not part of the result files."
              : run.witnessFacts?.state === "present"
                ? "There is a witness, which is not part of these pages."
                : "No witness here."}
        </p>
      )}
      {checks.length + missing.length === 0 ? (
        <p class="nothing">No validator was asked.</p>
      ) : (
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Validator</th>
              <th scope="col">Answer</th>
              {details !== undefined && (
                <>
                  <th scope="col" class="right">
                    CPU
                  </th>
                  <th scope="col">Output</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {checks.map(({ tool, status, phase }, index) => {
              const own = details?.validations[index];
              return (
                <tr key={`${tool} ${phase}`}>
                  <th scope="row">{data.validators.find(({ id }) => id === tool)?.name ?? tool}</th>
                  <td>{status}</td>
                  {details !== undefined && (
                    <>
                      <td class="right">{secondsForPeople(own?.cpuTimeSeconds)}</td>
                      <td>{own?.log === undefined ? "" : <LogLink log={own.log} />}</td>
                    </>
                  )}
                </tr>
              );
            })}
            {missing.map((tool) => (
              <tr key={`missing ${tool}`}>
                <th scope="row">{toolName(tool)}</th>
                <td class="nothing" colSpan={3}>
                  no answer
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function LogLink({ log }: { log: LogDetails }): VNode {
  const last = log.excerpt.trimEnd().split("\n").at(-1) ?? "";
  return log.path === undefined ? (
    <span class="note">{last}</span>
  ) : (
    <a href={safeHref(log.path)} title={last}>
      log
    </a>
  );
}

/** Words with blanks or special characters in quotes, for a shell. */
function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`))
    .join(" ");
}

/** The same command under the same limits, for a shell. */
function againCommand(command: string, limits: Manifest["limits"]): string {
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes, cores } = limits ?? {};
  const words = [
    ...(cpuTimeSeconds === undefined ? [] : [`--cpu ${cpuTimeSeconds}s`]),
    ...(wallTimeSeconds === undefined ? [] : [`--wall ${wallTimeSeconds}s`]),
    ...(memoryBytes === undefined ? [] : [`--memory ${memoryBytes / 1e6}MB`]),
    ...(cores === undefined ? [] : [`--cores ${cores}`]),
  ];
  return `agon exec ${words.join(" ")} -- ${command}`;
}

function Execution({
  details,
  task,
  limits,
}: {
  details: RunDetails;
  task: string;
  limits: Manifest["limits"];
}): VNode {
  const command = shellWords(details.commandLine ?? []);
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ["Ended by", ended(details)],
    ["Limits", limitsText(limits)],
    ["Host", details.host],
    [
      "Started",
      details.startedAt === undefined ? undefined : (
        <time dateTime={details.startedAt} title={details.startedAt}>
          {formatMoment(details.startedAt)} UTC
        </time>
      ),
    ],
    ["Measured by", details.measurement],
    ["Isolated by", details.isolation],
    ["Attempt", details.attempt],
    [
      "Version",
      details.toolVersion === undefined ? undefined : (
        <code class="break">{details.toolVersion}</code>
      ),
    ],
    ["Run", details.run === undefined ? undefined : <code class="break">{details.run}</code>],
    ...coverageIn(details.log?.excerpt ?? "").map(
      ([what, share]) => [`Coverage of ${what}`, `${formatSignificant(share * 100, 3)} %`] as const,
    ),
    ...usage(details),
    ...disturbances(details),
  ];
  return (
    <>
      <div class="columns">
        <section>
          <h2>Execution</h2>
          <dl class="facts card">
            {facts.map(([label, text]) =>
              text === undefined ? null : (
                <>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </>
              ),
            )}
          </dl>
        </section>
        <section>
          <h2>Resources over time</h2>
          {details.samples === undefined || details.samples.seconds.length < 2 ? (
            <Empty>No time line was stored.</Empty>
          ) : (
            <TimeLineChart samples={details.samples} />
          )}
        </section>
      </div>
      <h2>Command line</h2>
      <div class="card command">
        <pre tabIndex={0}>{command}</pre>
        <button type="button" onClick={() => void copyText(command, "Command line")}>
          Copy
        </button>
      </div>
      {command !== "" && (
        <>
          <h2>Run it again</h2>
          <div class="card command">
            <pre tabIndex={0}>{againCommand(command, limits)}</pre>
            <button
              type="button"
              onClick={() => void copyText(againCommand(command, limits), "Command")}
            >
              Copy
            </button>
          </div>
          <p class="note">
            With the same limits, in the folder of the program and with the tool where it was (
            <code>--show PATH</code> lets the command see further folders).
          </p>
        </>
      )}
      <Log log={details.log} title={`Output on ${taskParts(task).name}`} />
      {details.validations.map((validation) => (
        <Log
          key={`${validation.tool} ${validation.phase}`}
          log={validation.log}
          title={`Output of the validator ${toolName(validation.tool)}`}
          isClosed
        />
      ))}
    </>
  );
}

function limitsText(limits: Manifest["limits"]): string | undefined {
  if (limits === undefined) return undefined;
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes, cores } = limits;
  return [
    `${cpuTimeSeconds} s of CPU time`,
    ...(wallTimeSeconds === undefined ? [] : [`${wallTimeSeconds} s of wall time`]),
    formatMemory(memoryBytes),
    ...(cores === undefined ? [] : [cores === 1 ? "1 core" : `${cores} cores`]),
  ].join(", ");
}

function ended({ exitCode, signal, terminationReason }: ExecutionDetails): string {
  const how = signal === undefined ? `exit code ${exitCode ?? "unknown"}` : `signal ${signal}`;
  return terminationReason === undefined ? how : `${how}; stopped for ${terminationReason}`;
}

function usage({ usage: used }: ExecutionDetails): readonly (readonly [string, string])[] {
  if (used === undefined) return [];
  const labels: Readonly<Record<string, string>> = {
    cpuUserSeconds: "User CPU time",
    cpuSystemSeconds: "System CPU time",
    readBytes: "Read",
    writtenBytes: "Written",
    cpuPressureSeconds: "Waited for a core",
    memoryPressureSeconds: "Waited for memory",
    ioPressureSeconds: "Waited for a device",
    cpuEnergyJoules: "Energy of the processors",
  };
  const { cpuCoreSeconds = {}, ...rest } = used;
  const cores = Object.entries(cpuCoreSeconds).map(
    ([core, seconds]) => [`CPU time on core ${core}`, secondsForPeople(seconds)] as const,
  );
  return [...figures(rest, labels), ...cores];
}

/** Disturbances that make the times doubtful. */
function disturbances({
  disturbances: found,
}: ExecutionDetails): readonly (readonly [string, string])[] {
  if (found === undefined) return [];
  const labels: Readonly<Record<string, string>> = {
    throttleCount: "Slowed down by heat",
    swappedPages: "Pages swapped meanwhile",
    foreignCpuSeconds: "Other processes used the cores",
    stolenCpuSeconds: "Taken by the hypervisor",
    clockJumpSeconds: "Clock was set by",
    watchDelaySeconds: "Not watched for",
  };
  return figures(found, labels);
}

/** Figures with the units that are the ends of their names. */
function figures(
  values: object,
  labels: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return Object.entries(values).map(([key, value]: [string, number]) => [
    labels[key] ?? key,
    key.endsWith("Bytes")
      ? formatMemory(value)
      : key.endsWith("Seconds")
        ? secondsForPeople(value)
        : key.endsWith("Joules")
          ? `${formatSignificant(value, 3)} J`
          : count(value),
  ]);
}

function Log({
  log,
  title,
  isClosed = false,
}: {
  log: LogDetails | undefined;
  title: string;
  isClosed?: boolean;
}): VNode | null {
  if (log === undefined) return null;
  return (
    <details class="log" open={!isClosed}>
      <summary>
        <h2>{title}</h2>
        <span class="note">
          {log.bytes} bytes{log.omittedBytes > 0 && `, ${log.omittedBytes} of them left out here`}
        </span>
      </summary>
      {log.path !== undefined && (
        <p>
          <a href={safeHref(log.path)}>The whole file</a>
        </p>
      )}
      <ScrollBox label={title}>
        <pre>{log.excerpt}</pre>
      </ScrollBox>
    </details>
  );
}
