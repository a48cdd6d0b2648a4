/** The subject of a competition's result file, determined from its names. */
import { baseNameOf } from "../../../ground/util/path.ts";
import type { ResultFileHeader } from "./result-file.ts";

/** Verifiers' own results, or the answers of validators and linters about their witnesses. */
export type ResultFileRole =
  | { readonly kind: "verifier"; readonly tool: string }
  | {
      readonly kind: "validator" | "linter";
      /** With kind and version of the witnesses: `x-validate-violation-witnesses-2.0`. */
      readonly tool: string;
      readonly verifier: string;
      /** Absent: the file has results for both kinds. */
      readonly witnessKind?: "violation" | "correctness";
      /** Absent until 2023: GraphML was the only one. */
      readonly format?: "graphml" | "yaml";
    };

const FILE_NAME = /^(.+?)\.(\d{4}-\d\d-\d\d_\d\d-?\d\d(?:-?\d\d)?)\.results\./;

/** `x-validate-violation-witnesses-2.0-VERIFIER`; 2026: `-v2-`; until 2023 without version. */
const VALIDATION =
  /^((.+)-validate-(?:(violation|correctness)-)?witnesses(?:-v?([12])(?:\.\d)?)?)-(?!v?[12](?:\.\d)?$)(.+)$/;

/** By the name of the benchmark, from the file's name or its header; undefined when neither has one. */
export function resultFileRole(
  file: string,
  header: Pick<ResultFileHeader, "benchmarkName">,
): ResultFileRole | undefined {
  const fromName = FILE_NAME.exec(baseNameOf(file))?.[1];
  for (const benchmark of [fromName, header.benchmarkName]) {
    const parts = benchmark === undefined ? null : VALIDATION.exec(benchmark);
    if (parts === null) continue;
    const [, tool = "", program = "", kind, version, verifier = ""] = parts;
    return {
      kind: /lint/.test(program) ? "linter" : "validator",
      tool,
      verifier,
      ...(kind === undefined ? {} : { witnessKind: kind as "violation" | "correctness" }),
      ...(version === undefined ? {} : { format: version === "1" ? "graphml" : "yaml" }),
    };
  }
  const tool = header.benchmarkName ?? fromName;
  return tool === undefined ? undefined : { kind: "verifier", tool };
}

/** Start of the run set, comparable as text; of several results the newest counts. */
export function resultFileTime(file: string, { startTime, date }: ResultFileHeader): string {
  const fromName = FILE_NAME.exec(baseNameOf(file))?.[2];
  return fromName ?? startTime?.replace("T", "_").replaceAll(":", "-") ?? date ?? "";
}

/**
 * Possible names of the base category of a file, most specific first: block
 * `Arrays` of the run definition `SV-COMP25_unreach-call` may be
 * `unreach-call.Arrays`, `C.unreach-call.Arrays` or just `Arrays`.
 */
export function categoryCandidates(
  file: string,
  { name = "", block }: Pick<ResultFileHeader, "name" | "block">,
): readonly string[] {
  const runSet = name.replace(/^[^_.]*_/, "");
  const fromFile = baseNameOf(file).replace(/^.*\.results\.(?:[^_.]*_)?/, "");
  const inFile = fromFile.replace(/\.xml.*$/, "");
  const property = block === undefined ? undefined : runSet.slice(0, -block.length - 1);
  return [
    ...(block === undefined ? [] : [block, `${property}.${block}`, `C.${property}.${block}`]),
    runSet,
    `C.${runSet}`,
    inFile,
    `C.${inFile}`,
    inFile.slice(inFile.indexOf(".") + 1),
  ];
}
