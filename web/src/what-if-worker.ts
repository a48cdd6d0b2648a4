/** Computes other rules beside the page: it gets the categories one by one, then requests. */
import { storeStanding, WhatIf } from "../../src/organiser/explorer/index.ts";
import type { WhatIfAnswer, WhatIfRequest } from "./data/what-if.ts";

let whatIf: WhatIf | undefined;

function answer(message: WhatIfAnswer): void {
  postMessage(message);
}

addEventListener("message", ({ data }: MessageEvent<WhatIfRequest>) => {
  switch (data.kind) {
    case "start":
      whatIf = new WhatIf(data.manifest);
      return;
    case "part":
      whatIf?.add(data.part);
      answer({ kind: "counted" });
      return;
    case "question":
      try {
        const { standings, shifts } = (whatIf as WhatIf).under(data.changes);
        answer({
          kind: "answer",
          number: data.number,
          standings: standings.map(storeStanding),
          shifts: shifts.slice(0, data.shifts),
          kinds: shifts.length,
          runs: shifts.reduce((sum, { runs }) => sum + runs, 0),
        });
      } catch (error) {
        answer({ kind: "fault", number: data.number, message: (error as Error).message });
      }
  }
});
