import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { RESULT_CATEGORIES } from "../../../src/ground/model/index.ts";
import { safeHref } from "../../../src/ground/util/html.ts";
import {
  filterRows,
  formatRoute,
  parseQuery,
  type RunStore,
  recount,
} from "../../../src/organiser/explorer/index.ts";
import { type CategoryStanding, inTreeOrder } from "../../../src/organiser/scoring/index.ts";
import {
  medalIn,
  STATE_WORDS,
  scoreForPeople,
  secondsForPeople,
  standingsTable,
} from "../../../src/organiser/tables/index.ts";
import { runsOf } from "../data/loaded-runs.ts";
import { type Manifest, standings } from "../state.ts";
import {
  Await,
  Chip,
  count,
  Fact,
  MedalMark,
  NotHere,
  PageHead,
  ScrollBox,
  Tile,
} from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";

export function VerifierPage({ data, id }: { data: Manifest; id: string }): VNode {
  const tool = data.tools.find((each) => each.id === id);
  if (tool === undefined) return <NotHere>There is no verifier “{id}”.</NotHere>;
  const { name, version, module, options = [], facts = [], horsConcours, exclusion } = tool;
  const { techniques = [], frameworks = [], logArchives = [] } = tool;
  return (
    <>
      <PageHead
        title={name}
        above={[
          [formatRoute([]), data.title],
          [formatRoute(["systems"]), "Systems"],
        ]}
        lead={
          <>
            {version !== undefined && (
              <>
                Version <code class="break">{version}</code>
              </>
            )}
            {exclusion !== undefined
              ? ` excluded from the ranking: ${exclusion}`
              : horsConcours === true && " hors concours: runs, but is not ranked"}
          </>
        }
      >
        <a class="button" href={formatRoute(["runs"], { q: `v:${id}` })}>
          All runs
        </a>
        <ExportMenu
          exports={tableExports(fileName(id), () =>
            standingsTable(
              name,
              standings.value.map((standing) => ({
                ...standing,
                scores: standing.scores.filter((score) => score.tool === id),
              })),
            ),
          )}
        />
      </PageHead>
      <div class="columns wide-left">
        <div>
          <h2>Score by category</h2>
          <ScoreBars id={id} all={standings.value} />
        </div>
        <div>
          <h2>System</h2>
          <dl class="facts card">
            {module !== undefined && (
              <>
                <dt>Tool-info module</dt>
                <dd>{module}</dd>
              </>
            )}
            <dt>Options</dt>
            <dd>{options.length === 0 ? "none" : <code>{options.join(" ")}</code>}</dd>
            {logArchives.length > 0 && (
              <>
                <dt>Outputs and witnesses</dt>
                <dd>
                  {logArchives.map((path) => (
                    <a key={path} href={safeHref(path)} download>
                      {path.slice(path.lastIndexOf("/") + 1)}{" "}
                    </a>
                  ))}
                </dd>
              </>
            )}
            {facts.map((fact) => (
              <>
                <dt key={fact[0]}>{fact[0]}</dt>
                <dd>
                  <Fact fact={fact} />
                </dd>
              </>
            ))}
            {techniques.length > 0 && (
              <>
                <dt>Techniques</dt>
                <dd>{techniques.join(", ")}</dd>
              </>
            )}
            {frameworks.length > 0 && (
              <>
                <dt>Frameworks and solvers</dt>
                <dd>{frameworks.join(", ")}</dd>
              </>
            )}
          </dl>
        </div>
      </div>
      <h2>Where points were lost, and why runs ended</h2>
      <Await loading={runsOf().value}>{(store) => <Losses store={store} id={id} />}</Await>
    </>
  );
}

function ScoreBars({ id, all }: { id: string; all: readonly CategoryStanding[] }): VNode {
  return (
    <ScrollBox label="Score by category">
      <table class="small-rows bars">
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Share of the maximum</th>
            <th scope="col" class="right">
              Score
            </th>
            <th scope="col" class="right">
              Rank
            </th>
            <th scope="col" class="right">
              CPU of correct
            </th>
          </tr>
        </thead>
        <tbody>
          {inTreeOrder(all).map(({ standing, level }) => {
            const score = standing.scores.find((each) => each.tool === id);
            const { category, maxScore } = standing;
            const link = (
              <a href={formatRoute(["runs"], { c: category.name, q: `v:${id}` })}>
                {category.name}
              </a>
            );
            if (score === undefined || score.state !== "scored") {
              return (
                <tr key={category.name}>
                  <th scope="row" class={`level${Math.min(level, 3)}`}>
                    {link}
                  </th>
                  <td colSpan={4} class="nothing">
                    {score === undefined || score.state === "scored"
                      ? ""
                      : STATE_WORDS[score.state]}
                  </td>
                </tr>
              );
            }
            const share = maxScore.numerator > 0n ? score.score.dividedBy(maxScore).toNumber() : 0;
            const kind = medalIn(standing, score);
            return (
              <tr key={category.name} class={category.kind === "meta" ? "meta" : ""}>
                <th scope="row" class={`level${Math.min(level, 3)}`}>
                  {link}
                </th>
                <td>
                  <svg
                    class={share < 0 ? "wide-bar negative" : "wide-bar"}
                    viewBox="0 0 100 6"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect width="100" height="6" />
                    <rect width={Math.min(1, Math.abs(share)) * 100} height="6" />
                  </svg>
                  <span class="note">{Math.round(share * 100)} %</span>
                </td>
                <td class="right">{scoreForPeople(score.score)}</td>
                <td class="right">
                  {kind !== undefined && <MedalMark kind={kind} />} {score.rank ?? ""}
                </td>
                <td class="right">{secondsForPeople(score.tally.cpuTimeOfCorrectSeconds)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function Losses({ store, id }: { store: RunStore; id: string }): VNode {
  const { counts, byCategory } = useMemo(() => {
    const terms = parseQuery(`v:${id}`).terms;
    return {
      counts: recount(store, filterRows(store, terms)),
      byCategory: store.views.map(({ part }) => {
        const only = [
          ...terms,
          {
            key: "category" as const,
            negated: false,
            kind: "texts" as const,
            values: [part.category],
          },
        ];
        return [part.category, recount(store, filterRows(store, only))] as const;
      }),
    };
  }, [store, id]);
  const shown = RESULT_CATEGORIES.filter((result) => counts.byResult[result] > 0);
  return (
    <>
      <ul class="cards">
        {shown.map((result) => (
          <Tile
            key={result}
            value={
              <a href={formatRoute(["runs"], { q: `v:${id} s:${result}` })}>
                {count(counts.byResult[result])}
              </a>
            }
            label={result}
          />
        ))}
      </ul>
      <div class="columns">
        <ScrollBox label="Results by category">
          <table class="small-rows">
            <caption>Results by category</caption>
            <thead>
              <tr>
                <th scope="col">Category</th>
                {shown.map((result) => (
                  <th key={result} scope="col" class="right">
                    {result}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {byCategory
                .filter(([, each]) => each.runs > 0)
                .map(([category, each]) => (
                  <tr key={category}>
                    <th scope="row">{category}</th>
                    {shown.map((result) => (
                      <td key={result} class="right">
                        {each.byResult[result] === 0 ? (
                          <span class="nothing">0</span>
                        ) : (
                          <a
                            href={formatRoute(["runs"], { c: category, q: `v:${id} s:${result}` })}
                          >
                            {count(each.byResult[result])}
                          </a>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </ScrollBox>
        <ScrollBox label="Statuses">
          <table class="small-rows">
            <caption>Every status, most frequent first</caption>
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col" class="right">
                  Runs
                </th>
              </tr>
            </thead>
            <tbody>
              {counts.byStatus.map(([status, number, result]) => (
                <tr key={status}>
                  <th scope="row">
                    <Chip result={result} text={status} />
                  </th>
                  <td class="right">
                    <a href={formatRoute(["runs"], { q: `v:${id} status:"${status}"` })}>
                      {count(number)}
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </div>
    </>
  );
}
