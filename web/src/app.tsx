/** The result pages: loads the data, shows the page that the address names. */
import "uplot/dist/uPlot.min.css";
import "./style/index.css";
import { render, type VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatRoute, MANIFEST_FORMAT, type Manifest } from "../../src/organiser/explorer/index.ts";
import { applyTheme, nextTheme, theme } from "./charts/theme.ts";
import { listenToData, loadJson } from "./data/data-files.ts";
import { watchForNews } from "./data/live.ts";
import { MOD } from "./keys.ts";
import { EditionPage } from "./pages/edition.tsx";
import { RunsPage } from "./pages/runs.tsx";
import { VerifierPage } from "./pages/verifier.tsx";
import { listenToParts } from "./parts.ts";
import { announcement, manifest, notice, open, route } from "./state.ts";
import { Empty } from "./ui/basics.tsx";
import { Help } from "./ui/help.tsx";
import { later } from "./ui/later.tsx";
import { PAGES } from "./ui/pages.ts";
import { Palette } from "./ui/palette.tsx";
import { copyText } from "./ui/save.ts";
import { useKeys } from "./ui/use-keys.ts";

const [plots, studies, programs] = [
  () => import("./pages/plot-pages.ts"),
  () => import("./pages/study-pages.ts"),
  () => import("./pages/program-pages.ts"),
] as const;
const CategoryPage = later(plots, "CategoryPage");
const QuantilePage = later(plots, "QuantilePage");
const ScatterPage = later(plots, "ScatterPage");
const AboutPage = later(studies, "AboutPage");
const ComparePage = later(studies, "ComparePage");
const QualityPage = later(studies, "QualityPage");
const RulesPage = later(studies, "RulesPage");
const SystemsPage = later(studies, "SystemsPage");
const TrackPage = later(studies, "TrackPage");
const ValidationPage = later(studies, "ValidationPage");
const CounterexamplePage = later(programs, "CounterexamplePage");
const RunPage = later(programs, "RunPage");
const TaskPage = later(programs, "TaskPage");
const WitnessPage = later(programs, "WitnessPage");

function App({ data }: { data: Manifest }): VNode {
  const [overlay, setOverlay] = useState<"help" | "palette" | undefined>();
  const { path } = route.value;
  const pageKey = path.join("\n");
  useKeys({
    "?": () => setOverlay("help"),
    "Mod+k": () => setOverlay("palette"),
    y: () => void copyText(location.href, "Link"),
    d: nextTheme,
    Escape: ({ target }) => {
      if (target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) {
        target.blur();
      } else history.back();
    },
    ...Object.fromEntries(
      PAGES.flatMap((page) => (page.key === undefined ? [] : [[page.key, () => open(page.path)]])),
    ),
  });
  useEffect(() => {
    scrollTo({ top: 0 });
    // Where the pages do not fit side by side.
    const link = document.querySelector<HTMLElement>("nav [aria-current]");
    const bar = link?.parentElement;
    if (link && bar) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.clientWidth) / 2;
  }, [pageKey, data]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        To the content
      </button>
      <header class="top">
        <a class="brand" href={formatRoute([])} title={data.title}>
          {data.title}
        </a>
        <nav aria-label="Pages">
          {PAGES.map((page) => {
            const isHere =
              formatRoute(page.path) === formatRoute(path.slice(0, Math.max(1, page.path.length)));
            return (
              <a
                key={page.title}
                href={formatRoute(page.path)}
                {...(isHere ? { "aria-current": "page" as const } : {})}
              >
                {page.title}
              </a>
            );
          })}
        </nav>
        <div class="top-actions">
          <button
            type="button"
            class="quiet"
            aria-label={`Find ${MOD_K}`}
            onClick={() => setOverlay("palette")}
          >
            <span class="wide-only">Find</span> <kbd>{MOD_K}</kbd>
          </button>
          <button
            type="button"
            class="quiet"
            onClick={nextTheme}
            aria-label={`Colours: ${theme.value || "as the system"}`}
            title={`Colours: ${theme.value || "as the system"} (d)`}
          >
            {theme.value === "dark" ? "☾" : theme.value === "light" ? "☀" : "◐"}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => setOverlay("help")}
            aria-label="Keyboard help"
            title="Keyboard (?)"
          >
            ?
          </button>
        </div>
      </header>
      <main id="main" class="page" tabIndex={-1}>
        <Page data={data} path={path} />
      </main>
      <footer class="foot">
        Scores computed by Agon from stored run results, by the rules of {data.edition.name}.{" "}
        <span class="print-only">{location.href}</span>
      </footer>
      <div class="visually-hidden" role="status" aria-live="polite">
        {announcement.value}
      </div>
      {notice.value !== "" && (
        <div class="notice" aria-hidden="true">
          {notice.value}
        </div>
      )}
      {overlay === "help" && <Help onClose={() => setOverlay(undefined)} />}
      {overlay === "palette" && <Palette data={data} onClose={() => setOverlay(undefined)} />}
    </>
  );
}

const MOD_K = MOD === "⌘" ? "⌘K" : `${MOD} K`;

function Page({ data, path }: { data: Manifest; path: readonly string[] }): VNode {
  const [page, ...words] = path;
  const [first = ""] = words;
  switch (page) {
    case undefined:
      return <EditionPage data={data} />;
    case "c":
      return <CategoryPage data={data} name={first} />;
    case "runs":
      return <RunsPage data={data} />;
    case "plot":
      return first === "scatter" ? <ScatterPage data={data} /> : <QuantilePage data={data} />;
    case "compare":
      return <ComparePage data={data} />;
    case "v":
      return <VerifierPage data={data} id={first} />;
    case "t":
      return <TaskPage data={data} id={first} />;
    case "r":
      return <RunPage data={data} words={words} />;
    case "w":
      return <WitnessPage data={data} words={words} />;
    case "x":
      return <CounterexamplePage data={data} words={words} />;
    case "validation":
      return <ValidationPage data={data} />;
    case "tracks":
      return <TrackPage data={data} name={first} />;
    case "systems":
      return <SystemsPage data={data} />;
    case "rules":
      return <RulesPage data={data} />;
    case "quality":
      return <QualityPage />;
    case "about":
      return <AboutPage data={data} />;
    default:
      return (
        <>
          <h1>No such page</h1>
          <Empty>
            There is no page “{path.join("/")}”. <a href={formatRoute([])}>To the first page</a>
          </Empty>
        </>
      );
  }
}

function Root(): VNode | null {
  const data = manifest.value;
  return data === undefined ? null : <App data={data} />;
}

let isMounted = false;

/** The plain page stays until there is something to show instead. */
async function start(path: string): Promise<void> {
  const loaded = await loadJson<Manifest>(path);
  if (loaded.format !== MANIFEST_FORMAT) throw new Error(`unknown format ${loaded.format}`);
  manifest.value = loaded;
  if (isMounted) return;
  isMounted = true;
  const host = document.getElementById("app");
  if (host === null) return;
  host.replaceChildren();
  render(<Root />, host);
}

applyTheme();
listenToParts();
listenToData((path) => {
  // In a single file this is called before the page is complete.
  const begin = (): void => void start(path);
  if (document.readyState === "loading")
    addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
});
watchForNews();
