import type { VNode } from "preact";
import type { SiteTool } from "../../../src/explorer/index.ts";
import type { Table } from "../../../src/tables/index.ts";
import type { Manifest } from "../state.ts";
import { Empty, PageHead, ScrollBox, ToolLink } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";

export function SystemsPage({ data }: { data: Manifest }): VNode {
  return (
    <>
      <PageHead title="Systems" lead="Who took part, with which version, options and techniques.">
        <ExportMenu
          exports={tableExports(fileName(data.title, "systems"), () => systemsTable(data))}
        />
      </PageHead>
      <h2>Verifiers</h2>
      <Systems label="Verifiers" tools={data.tools} data={data} />
      <h2>Validators</h2>
      {data.validators.length === 0 ? (
        <Empty>None that are known.</Empty>
      ) : (
        <Systems label="Validators" tools={data.validators} data={data} />
      )}
    </>
  );
}

function factLabels(tools: readonly SiteTool[]): readonly string[] {
  return [...new Set(tools.flatMap(({ facts = [] }) => facts.map(([label]) => label)))];
}

function systemsTable(data: Manifest): Table {
  const tools = [...data.tools, ...data.validators];
  const labels = factLabels(tools);
  return {
    title: `Systems of ${data.title}`,
    columns: ["id", "name", "version", "module", "options", ...labels].map((title) => ({
      title,
      align: "left" as const,
    })),
    rows: tools.map(({ id, name, version = "", module = "", options = [], facts = [] }) => [
      id,
      name,
      version,
      module,
      options.join(" "),
      ...labels.map((label) => facts.find(([other]) => other === label)?.[1] ?? ""),
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
  return (
    <ScrollBox label={label}>
      <table class="small-rows">
        <thead>
          <tr>
            <th scope="col">System</th>
            <th scope="col">Version</th>
            <th scope="col">Tool-info module</th>
            <th scope="col">Options</th>
            <th scope="col">Takes part in</th>
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
              const isVerifier = data.tools.some((tool) => tool.id === id);
              return (
                <tr key={id}>
                  <th scope="row">
                    {isVerifier ? <ToolLink id={id} /> : name}
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
                  <td>{module ?? ""}</td>
                  <td>{options.length > 0 && <code class="break">{options.join(" ")}</code>}</td>
                  <td>
                    {!isVerifier
                      ? ""
                      : entry === undefined
                        ? "all categories"
                        : entry.categories.join(", ")}
                    {entry !== undefined && entry.optOut.length > 0 && (
                      <span class="note">opted out of {entry.optOut.join(", ")}</span>
                    )}
                  </td>
                  {labels.map((title) => (
                    <td key={title}>{facts.find(([other]) => other === title)?.[1] ?? ""}</td>
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
