/** Filters as text and as chips: two views of the same query in the address. */
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  formatQuery,
  formatTerm,
  parseQuery,
  QUERY_KEYS,
  type Term,
} from "../../../src/organiser/explorer/index.ts";
import { change, route } from "../state.ts";
import { useKeys } from "./use-keys.ts";

/** Milliseconds: long enough for typing, short enough to seem immediate. */
const IDLE = 120;

export function QueryBox(): VNode {
  const query = route.value.query.q ?? "";
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  const own = useRef(query);
  useEffect(() => {
    // Changed from outside: a chip, a link, the browser's history.
    if (query !== own.current) setText(query);
    own.current = query;
  }, [query]);
  useEffect(() => {
    if (text === own.current) return;
    const timer = setTimeout(() => {
      own.current = text;
      change({ q: text });
    }, IDLE);
    return () => clearTimeout(timer);
  }, [text]);
  useKeys({
    "/": () => input.current?.focus(),
    u: () => change({ q: "" }),
  });
  const { terms, faults } = parseQuery(query);
  return (
    <div class="query">
      <div class="query-line">
        <label class="visually-hidden" for="query">
          Query
        </label>
        <input
          id="query"
          ref={input}
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="s:wrong  v:verifier  status:TIMEOUT  cpu>100  loops/   ( / )"
          value={text}
          aria-describedby="query-faults"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <details class="menu">
          <summary>Query syntax</summary>
          <div class="menu-body">
            <table class="small">
              <caption>
                Words that all must hold; -word negates; a,b is one of them; /…/ is a pattern
              </caption>
              <tbody>
                {Object.entries(QUERY_KEYS).map(([key, { names, meaning, kind }]) => (
                  <tr key={key}>
                    <th scope="row">
                      <code>{kind === "number" ? `${names[0]}>10` : `${names[0]}:…`}</code>
                    </th>
                    <td>{meaning}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </div>
      {terms.length > 0 && (
        <ul class="chips" aria-label="Filters">
          {terms.map((term) => (
            <li key={formatTerm(term)}>
              <button
                type="button"
                class={term.negated ? "filter negated" : "filter"}
                title="Remove this filter"
                onClick={() => change({ q: formatQuery(terms.filter((other) => other !== term)) })}
              >
                {formatTerm(term)} <span aria-hidden="true">✕</span>
                <span class="visually-hidden">remove</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p id="query-faults" class="faults" role={faults.length > 0 ? "alert" : undefined}>
        {faults.join("; ")}
      </p>
    </div>
  );
}

/** Adds a condition on a text column, or replaces the one on the same column. */
export function withTerm(query: string, key: Term["key"], value: string, negated: boolean): string {
  const terms = parseQuery(query).terms.filter(
    (term) => term.key !== key || (negated && term.negated),
  );
  return formatQuery([...terms, { key, negated, kind: "texts", values: [value] }]);
}
