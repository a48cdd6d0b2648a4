import type { VNode } from "preact";
import { type SiteTool, techniqueTable } from "../../../src/organiser/explorer/index.ts";
import type { Table } from "../../../src/organiser/tables/index.ts";
import type { Manifest } from "../state.ts";
import { Empty, Fact, PageHead, ScrollBox, ToolLink } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";

export function SystemsPage({ data }: { data: Manifest }): VNode {
  return (
    <>
      <PageHead title="Systems" lead="The participants, with versions, options and techniques.">
        <ExportMenu
          exports={tableExports(fileName(data.title, "systems"), () => systemsTable(data))}
        />
      </PageHead>
      <h2>Verifiers</h2>
      <Systems label="Verifiers" tools={data.tools} data={data} />
      <h2>Validators</h2>
      {data.validators.length === 0 ? (
        <Empty>None are known.</Empty>
      ) : (
        <Systems label="Validators" tools={data.validators} data={data} />
      )}
      <h2>Algorithms and techniques</h2>
      <Techniques data={data} />
      <h2>Frameworks and solvers</h2>
      <Frameworks data={data} />
    </>
  );
}

function factLabels(tools: readonly SiteTool[]): readonly string[] {
  return [...new Set(tools.flatMap(({ facts = [] }) => facts.map(([label]) => label)))];
}

/** Verifiers, and validators that are different systems. */
function describedTools({ tools, validators }: Manifest): readonly SiteTool[] {
  const ids = new Set(tools.map(({ id }) => id));
  return [...tools, ...validators.filter(({ id }) => !ids.has(id))];
}

const HOW_TO_DESCRIBE =
  "Unknown. Entries of FM-Tools contain it: `fmTools` in competition.yml, or `agon site --fm-tools DIR`.";

function Techniques({ data }: { data: Manifest }): VNode {
  const { techniques, rows } = techniqueTable(describedTools(data));
  if (rows.length === 0) return <Empty>{HOW_TO_DESCRIBE}</Empty>;
  const table = (): Table => ({
    title: `Techniques of ${data.title}`,
    columns: ["system", ...techniques].map((title) => ({ title, align: "left" as const })),
    rows: rows.map(({ tool, uses }) => [tool.name, ...uses.map((use) => (use ? "x" : ""))]),
  });
  return (
    <>
      <div class="row-line">
        <p class="lead">According to the systems' entries in FM-Tools.</p>
        <ExportMenu
          hasKey={false}
          exports={tableExports(fileName(data.title, "techniques"), table)}
        />
      </div>
      <ScrollBox label="Algorithms and techniques">
        <table class="small-rows techniques">
          <thead>
            <tr>
              <th scope="col">System</th>
              {techniques.map((name) => (
                <th key={name} scope="col" class="turned">
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ tool, uses }) => (
              <tr key={tool.id}>
                <th scope="row">{tool.name}</th>
                {uses.map((use, index) => (
                  <td key={techniques[index]}>
                    {use && (
                      <>
                        <span aria-hidden="true">✓</span>
                        <span class="visually-hidden">yes</span>
                      </>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function Frameworks({ data }: { data: Manifest }): VNode {
  const users = new Map<string, string[]>();
  for (const { name, frameworks = [] } of describedTools(data)) {
    for (const framework of frameworks) {
      users.set(framework, [...(users.get(framework) ?? []), name]);
    }
  }
  if (users.size === 0) return <Empty>{HOW_TO_DESCRIBE}</Empty>;
  const rows = [...users].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  return (
    <ScrollBox label="Frameworks and solvers">
      <table class="small-rows">
        <thead>
          <tr>
            <th scope="col">Framework or solver</th>
            <th scope="col" class="right">
              Systems
            </th>
            <th scope="col">Used by</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([framework, names]) => (
            <tr key={framework}>
              <th scope="row">{framework}</th>
              <td class="right">{names.length}</td>
              <td>{names.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function systemsTable(data: Manifest): Table {
  const tools = [...data.tools, ...data.validators];
  const labels = factLabels(tools);
  return {
    title: `Systems of ${data.title}`,
    columns: [
      "id",
      "name",
      "version",
      "module",
      "options",
      ...labels,
      "techniques",
      "frameworks and solvers",
    ].map((title) => ({
      title,
      align: "left" as const,
    })),
    rows: tools.map((tool) => [
      tool.id,
      tool.name,
      tool.version ?? "",
      tool.module ?? "",
      (tool.options ?? []).join(" "),
      ...labels.map((label) => tool.facts?.find(([other]) => other === label)?.[1] ?? ""),
      (tool.techniques ?? []).join(", "),
      (tool.frameworks ?? []).join(", "),
    ]),
  };
}

function Systems({
  label,
  tools,
  data,
}: {
  label: string;
  tools: readonly SiteTool[];
  data: Manifest;
}): VNode {
  const labels = factLabels(tools);
  const isVerifiers = tools === data.tools;
  const hasModules = tools.some(({ module }) => module !== undefined);
  const hasOptions = tools.some(({ options = [] }) => options.length > 0);
  return (
    <ScrollBox label={label}>
      <table class="small-rows systems">
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col">Version</th>
            {hasModules && <th scope="col">Tool-info module</th>}
            {hasOptions && <th scope="col">Options</th>}
            {isVerifiers && <th scope="col">Takes part in</th>}
            {labels.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tools.map(
            ({ id, name, version, module, options = [], facts = [], horsConcours, exclusion }) => {
              const entry = data.participations.find(({ tool }) => tool === id);
              return (
                <tr key={id}>
                  <th scope="row">
                    {isVerifiers ? <ToolLink id={id} /> : name}
                    <span class="note">
                      {id}
                      {exclusion !== undefined
                        ? `, excluded: ${exclusion}`
                        : horsConcours === true && ", hors concours"}
                    </span>
                  </th>
                  <td>
                    <code class="break">{version ?? ""}</code>
                  </td>
                  {hasModules && <td>{module ?? ""}</td>}
                  {hasOptions && (
                    <td>{options.length > 0 && <code class="break">{options.join(" ")}</code>}</td>
                  )}
                  {isVerifiers && (
                    <td>
                      {entry === undefined ||
                      data.categories.every(({ name }) => entry.categories.includes(name))
                        ? "all categories"
                        : entry.categories.join(", ")}
                      {entry !== undefined && entry.optOut.length > 0 && (
                        <span class="note">opted out of {entry.optOut.join(", ")}</span>
                      )}
                    </td>
                  )}
                  {labels.map((title) => (
                    <td key={title}>
                      <Fact fact={facts.find(([other]) => other === title)} />
                    </td>
                  ))}
                </tr>
              );
            },
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
}
