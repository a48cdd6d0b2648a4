/** Small pieces that many pages use. */
import type { ComponentChildren, Ref, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ResultCategory } from "../../../src/ground/model/index.ts";
import type { Rational } from "../../../src/ground/util/rational.ts";
import { formatRoute, type SystemFact } from "../../../src/organiser/explorer/index.ts";
import { grouped, type Medal } from "../../../src/organiser/tables/index.ts";
import type { Loading } from "../data/loaded-runs.ts";
import { manifest, taskParts, toolName } from "../state.ts";

/** Shapes beside the colours, for readers who cannot distinguish red and green. */
export const SHAPES: Readonly<Record<ResultCategory, string>> = {
  correct: "✓",
  "correct-unconfirmed": "~",
  wrong: "✗",
  unknown: "?",
  error: "!",
  missing: "·",
};

export function Chip({ result, text }: { result: ResultCategory; text?: string }): VNode {
  return (
    <span class={`chip ${result}`} title={`${text ?? result} – ${result}`}>
      <span class="shape">{SHAPES[result]}</span> {text ?? result}
    </span>
  );
}

export function MedalMark({ kind }: { kind: Medal }): VNode {
  return <span class={`medal ${kind}`}>{kind}</span>;
}

export function ScoreBar({ score, maximum }: { score: Rational; maximum: Rational }): VNode | null {
  if (maximum.numerator <= 0n) return null;
  const share = Math.min(1, Math.max(0, score.dividedBy(maximum).toNumber()));
  return (
    <svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="3" />
      <rect width={share * 100} height="3" />
    </svg>
  );
}

/** A fact about a system; its link leads out of the pages. */
export function Fact({ fact }: { fact: SystemFact | undefined }): VNode {
  const [, text = "", link = ""] = fact ?? [];
  if (!/^https?:\/\//i.test(link)) return <>{text}</>;
  return (
    <a href={link} class="break">
      {text}
    </a>
  );
}

export function Tile({ value, label }: { value: ComponentChildren; label: string }): VNode {
  return (
    <li class="card tile">
      <b>{value}</b>
      <span>{label}</span>
    </li>
  );
}

/** A table inside a box that scrolls sideways on narrow screens. */
export function ScrollBox({
  label,
  box = null,
  children,
}: {
  label: string;
  box?: Ref<HTMLElement>;
  children: ComponentChildren;
}): VNode {
  return (
    <section ref={box} class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

export function PageHead({
  title,
  lead,
  above = [],
  children,
}: {
  title: ComponentChildren;
  lead?: ComponentChildren;
  above?: readonly (readonly [link: string, text: string])[];
  children?: ComponentChildren;
}): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const text = heading.current?.textContent ?? "";
    const competition = manifest.value?.title ?? "";
    document.title = text === competition ? text : `${text} · ${competition}`;
  });
  return (
    <header class="page-head">
      {above.length > 0 && (
        <nav class="crumbs" aria-label="Breadcrumb">
          {above.map(([link, text]) => (
            <span key={link}>
              <a href={link}>{text}</a>
              <span aria-hidden="true"> / </span>
            </span>
          ))}
        </nav>
      )}
      <div class="page-title">
        <h1 ref={heading}>{title}</h1>
        <div class="page-actions">{children}</div>
      </div>
      {lead !== undefined && <p class="lead">{lead}</p>}
    </header>
  );
}

export function TaskName({ task, link }: { task: string; link?: string }): VNode {
  const { folder, name, property } = taskParts(task);
  return (
    <span class="task-name">
      {link === undefined ? name : <a href={link}>{name}</a>}
      <span class="note">
        {folder}
        {property !== "" && ` · ${property}`}
      </span>
    </span>
  );
}

export function ToolLink({ id }: { id: string }): VNode {
  return <a href={formatRoute(["v", id])}>{toolName(id)}</a>;
}

/** Shows the value when it exists, and the progress before. */
export function Await<T>({
  loading,
  title,
  children,
}: {
  loading: Loading<T>;
  /** Title of a whole page, which has a heading also without content. */
  title?: string;
  children: (value: T) => ComponentChildren;
}): VNode {
  if (loading.state === "ready") return <>{children(loading.value)}</>;
  if (loading.state === "failed") {
    return title !== undefined ? (
      <NothingHere title={title}>{loading.message}</NothingHere>
    ) : (
      <p class="card empty" role="alert">
        {loading.message}
      </p>
    );
  }
  return (
    <div class="loading" role="status">
      <progress max={Math.max(1, loading.total)} value={loading.done} aria-label="Loading" />
      <span>
        loading {loading.total > 1 ? `${loading.done} of ${loading.total} categories` : "data"} …
      </span>
    </div>
  );
}

/** A page without content: its title, the way back, and the reason. */
export function NothingHere({
  title,
  above = [],
  children,
}: {
  title: string;
  above?: readonly (readonly [link: string, text: string])[];
  children: ComponentChildren;
}): VNode {
  return (
    <>
      <PageHead title={title} above={above} />
      <Empty>{children}</Empty>
    </>
  );
}

export function Empty({ children }: { children: ComponentChildren }): VNode {
  return <p class="card empty">{children}</p>;
}

/** For addresses that this site does not have. */
export function NotHere({ children }: { children: ComponentChildren }): VNode {
  return (
    <>
      <PageHead title="Not here" />
      <p class="card empty">{children}</p>
    </>
  );
}

/** 36402 → 36 402. */
export function count(value: number): string {
  return grouped(String(Math.round(value)));
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
