import type { VNode } from "preact";
import type { Table } from "../../../src/organiser/tables/index.ts";
import type { Manifest } from "../state.ts";
import { count, PageHead, ScrollBox } from "../ui/basics.tsx";
import { ExportMenu, fileName, tableExports } from "../ui/export-menu.tsx";
import { copyText } from "../ui/save.ts";

/** A citation in BibTeX; the hashes of the data identify the results, wherever they are found. */
function citation({ title, edition, facts, files }: Manifest): string {
  const fact = (label: string): string | undefined => facts.find(([name]) => name === label)?.[1];
  const year = /\b(19|20)\d\d\b/.exec(fact("First and last start") ?? edition.name)?.[0];
  const doi = fact("DOI");
  const lines: readonly (readonly [string, string | undefined])[] = [
    ["title", `${title}: Results`],
    ["year", year],
    ["doi", doi],
    [
      "note",
      `Rules of ${edition.name}; ${files.length} data files, the first with SHA-256 ${files[0]?.sha256 ?? "?"}`,
    ],
  ];
  const fields = lines.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name} = {${text.replace(/[{}]/g, "")}}`],
  );
  return `@misc{results,\n${fields.join(",\n")}\n}`;
}

export function AboutPage({ data }: { data: Manifest }): VNode {
  const bytes = data.files.reduce((sum, file) => sum + file.bytes, 0);
  const table = (): Table => ({
    title: "Data files",
    columns: [
      { title: "path", align: "left" },
      { title: "sha256", align: "left" },
      { title: "bytes", align: "right" },
    ],
    rows: data.files.map(({ path, sha256, bytes: size }) => [path, sha256, String(size)]),
  });
  return (
    <>
      <PageHead title="About" lead="Where the numbers come from, and how to check them.">
        <ExportMenu exports={tableExports(fileName(data.title, "files"), table)} />
      </PageHead>
      <h2>Provenance</h2>
      <dl class="facts card">
        <dt>Rules</dt>
        <dd>
          {data.edition.name} (<code>{data.edition.id}</code>)
        </dd>
        {data.facts.map(([label, text]) => (
          <>
            <dt key={label}>{label}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
      {data.edition.doubts.length > 0 && (
        <>
          <h2>Where the rules are in doubt</h2>
          <ul class="card findings">
            {data.edition.doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </>
      )}
      <h2>Check and make again</h2>
      <div class="card">
        <p>
          <code>agon site check DIR</code> compares every file of this folder with its hash and
          follows every link. <code>agon site SPOOL -o DIR</code> makes the same bytes again from
          the stored results. Figures name the command that makes them again.
        </p>
        <p>
          Everything here works from a disk, without a server and without a network. No cookies; the
          only thing that is remembered is the choice of colours.
        </p>
      </div>
      <h2>How to cite</h2>
      <div class="card command">
        <pre tabIndex={0}>{citation(data)}</pre>
        <button type="button" onClick={() => void copyText(citation(data), "Citation")}>
          Copy
        </button>
      </div>
      <h2>Data files</h2>
      <ScrollBox label="Data files">
        <table class="small-rows">
          <caption>
            {count(data.files.length)} files, {(bytes / 1e6).toFixed(1)} MB; each is a script that
            holds gzip in base64
          </caption>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">SHA-256</th>
              <th scope="col" class="right">
                Bytes
              </th>
            </tr>
          </thead>
          <tbody>
            {data.files.map(({ path, sha256, bytes: size }) => (
              <tr key={path}>
                <th scope="row">
                  <code class="break">{path}</code>
                </th>
                <td>
                  <code class="break">{sha256}</code>
                </td>
                <td class="right">{count(size)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
