import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { decodeUtf8, encodeUtf8 } from "../../ground/util/utf8.ts";
import { XmlScanner } from "../../ground/util/xml-scanner.ts";

/** The final part of the output of CBMC's `--xml-ui`. */
export interface CbmcReport {
  /** Text of `cprover-status`; undefined when there is none. */
  readonly status?: string;
  /** Reason for the failure in the first trace. */
  readonly failureReason?: string;
}

/** Undefined when the text is not well-formed XML. */
export function readCbmcReport(text: string): CbmcReport | undefined {
  const path: string[] = [];
  let status: string | undefined;
  let traces = 0;
  let failures = 0;
  let reason: string | undefined;
  let attribute: string | undefined;
  let current = "";
  const isReason = (): boolean =>
    traces === 1 && failures === 1 && path.slice(1).join("/") === "goto_trace/failure/reason";
  const scanner: XmlScanner = new XmlScanner("output", {
    open: (name, depth) => {
      path.length = depth;
      path.push(name);
      current = "";
      if (depth === 1 && name === "goto_trace") traces++;
      if (traces === 1 && path.slice(1).join("/") === "goto_trace/failure" && ++failures === 1) {
        attribute = attributeOf(scanner, "reason");
      }
      scanner.wantsText = true;
    },
    close: (name, depth) => {
      path.length = depth + 1;
      if (depth === 1 && name === "cprover-status") status ??= current;
      if (isReason()) reason ??= current;
      current = "";
    },
    text: (piece) => {
      current += piece;
    },
  });
  try {
    // CBMC prints tags without a name.
    const named = text.replaceAll("<>", "<emptyTag>").replaceAll("</>", "</emptyTag>");
    scanner.write(encodeUtf8(named));
    scanner.end();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
  const failureReason = reason === undefined || reason === "" ? attribute : reason;
  return {
    ...defined({ status, failureReason }),
  };
}

function attributeOf(scanner: XmlScanner, wanted: string): string | undefined {
  const decode = (start = 0, end = 0): string | undefined => decodeUtf8(scanner.bytes, start, end);
  for (let i = 0; i < scanner.attributeCount; i++) {
    if (decode(scanner.nameStarts[i], scanner.nameEnds[i]) !== wanted) continue;
    return decode(scanner.valueStarts[i], scanner.valueEnds[i]);
  }
  return undefined;
}
