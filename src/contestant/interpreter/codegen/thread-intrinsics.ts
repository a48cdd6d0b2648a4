import type { CallEdge, Expression, ThreadOperation, ValueType } from "../../cfa/index.ts";

import { addressNumber } from "./address.ts";
import { codeOf } from "./casts.ts";
import { done, type IntrinsicResult, isWord } from "./memory-intrinsics.ts";
import { representationOf } from "./representation.ts";
import { pointCode, siteCode } from "./shared-access.ts";
import { placeCode } from "./suspension.ts";
import { word } from "./words.ts";
import type { Writer } from "./writer.ts";

/** Writes the call of an intrinsic on which the models of threads are built. */
export function threadIntrinsic(
  w: Writer,
  edge: CallEdge,
  operation: ThreadOperation,
  list: readonly Expression[],
  result: ValueType | undefined,
): IntrinsicResult {
  const { isThreaded } = w.context;
  const [a, b] = list;
  switch (operation) {
    case "create": {
      if (a === undefined || list.length !== 3) return undefined;
      const [entry, ...passed] = edge.arguments;
      const signature = w.context.signatureIndex({
        ...edge,
        callee: a,
        arguments: entry === undefined ? [] : passed,
        result: undefined,
      });
      const values = list.slice(1).flatMap((value) => {
        const code = w.expression(value);
        return code.rep === "pair" ? [code.lo, code.hi] : [code.code];
      });
      const index = w.hold(`RUN.functionAt(${addressNumber(w, a)}, ${signature})`);
      w.emit(`if (${index} < 0) ${w.undefinedBehaviour("invalid-call", "6.5.2.2p9")}`);
      const code = `FUNCTIONS[${index}](${values.join(", ")})`;
      // The initial arguments of a thread that has not begun are part of the state.
      const start = w.tellsPlaces ? `, [-1, ${[index, ...values].join(", ")}]` : "";
      return number(w, result, `THREADS.create(${code}${start})`);
    }
    case "self":
      return number(w, result, isThreaded ? "THREADS.self" : "1");
    case "exit":
      w.emit("THREADS.exit();");
      return done;
    case "ended":
      if (a === undefined) return undefined;
      return number(
        w,
        result,
        isThreaded
          ? `THREADS.ended(${addressNumber(w, a)})`
          : `(${addressNumber(w, a)} === 1 ? 0 : -1)`,
      );
    case "point":
      if (isThreaded) pointCode(w, "visible");
      return done;
    case "wait":
    case "wait-condition": {
      if (a === undefined) return undefined;
      const key = addressNumber(w, a);
      if (!isThreaded) {
        w.emit(w.tables.halt({ kind: "deadlock", threads: [{ thread: 0, edge, key: 0 }] }));
        return done;
      }
      const place = w.tellsPlaces ? ` ${placeCode(w, "wait")}` : "";
      w.emit(`THREADS.wait(${key}, ${operation === "wait-condition"}); yield${place};`);
      return done;
    }
    case "wake":
      if (a === undefined || !isWord(b)) return undefined;
      if (isThreaded) w.emit(`THREADS.wake(${addressNumber(w, a)}, ${codeOf(w.expression(b))});`);
      return done;
    case "acquire":
    case "release":
      if (a === undefined) return undefined;
      if (isThreaded) w.emit(`THREADS.${operation}(${addressNumber(w, a)});`);
      return done;
  }
}

/** Begins or ends an atomic block, or the atomic operation that the arguments describe. */
export function atomicMark(w: Writer, isBegin: boolean, operation: readonly Expression[]): void {
  if (!w.context.isThreaded) return;
  const [address, order, access] = operation;
  const isOperation = address !== undefined && order !== undefined && access !== undefined;
  const numbers = isOperation
    ? [addressNumber(w, address), codeOf(w.expression(order)), codeOf(w.expression(access))]
    : [];
  if (isBegin) pointCode(w, "access");
  const name = `${isBegin ? "begin" : "end"}${isOperation ? "Operation" : "Block"}`;
  if (isOperation && !isBegin) numbers.push(siteCode(w));
  w.emit(`THREADS.${name}(${numbers.join(", ")});`);
}

function number(w: Writer, type: ValueType | undefined, code: string): IntrinsicResult {
  const held = w.call(code);
  if (type === undefined) return done;
  return {
    code:
      representationOf(type) === "pair"
        ? { rep: "pair", lo: held, hi: `(${held} >> 31)` }
        : word(held),
  };
}
