import { encodeUtf8 } from "../../src/ground/util/utf8.ts";
import { ResultXmlReader } from "../../src/organiser/results/benchexec/read-result-xml.ts";
import type {
  ResultFileHeader,
  ResultFileRun,
} from "../../src/organiser/results/benchexec/result-file.ts";

/** Reads a result file that is one text. @throws InputError with the position of the first fault. */
export function parseResultXml(
  text: string,
  file: string,
): { readonly header: ResultFileHeader; readonly runs: readonly ResultFileRun[] } {
  const runs: ResultFileRun[] = [];
  const reader = new ResultXmlReader(file, (run) => runs.push(run));
  reader.write(encodeUtf8(text));
  return { header: reader.end(), runs };
}
