import type { Diagnostic } from "../../util/diagnostic.ts";
import { Lexer } from "../lexer.ts";
import type { MachineModel } from "../machine-model.ts";
import { SourceFile } from "../source.ts";
import type { Token } from "../token.ts";

/**
 * Tokens of a C file after translation phases 1–4, ending with one `eof`.
 * Faults go to `log`; the tokens are usable for error recovery all the same.
 */
export function preprocess(
  fileName: string,
  text: string,
  _machine: MachineModel,
  log: Diagnostic[],
): Token[] {
  const lexer = new Lexer(new SourceFile(fileName, text), { log });
  const tokens: Token[] = [];
  for (;;) {
    const token = lexer.next();
    if (token.lineStart && token.text === "#") {
      lexer.beginDirective();
      lexer.restOfLine();
      lexer.endDirective();
    } else {
      tokens.push(token);
      if (token.kind === "eof") return tokens;
    }
  }
}
