/** The style of the page of a result table; light and dark. */
export const STYLE: string = `
:root {
  color-scheme: light dark;
  --ink: #1c2430; --soft: #5b6675; --line: #dde2e9; --ground: #f6f7f9; --card: #ffffff;
  --head: #eef1f5; --link: #1a56b0; --accent: #2f6fde;
  --gold: #fbe7a1; --gold-ink: #6d5200; --silver: #e3e8ee; --silver-ink: #414d5c;
  --bronze: #f3d5bd; --bronze-ink: #70401a;
  --good: #1b7a3d; --good-ground: #e2f4e8; --bad: #b3261e; --bad-ground: #fce4e2;
  --weak: #7a5b00; --weak-ground: #fbf0cf; --fault: #8b2d86; --fault-ground: #f6e3f5;
  --none: #5b6675; --none-ground: #eceff3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --soft: #9aa6b6; --line: #303a48; --ground: #12171f; --card: #1a212b;
    --head: #222b37; --link: #8ab4ff; --accent: #5b93f5;
    --gold: #54430d; --gold-ink: #ffdf7e; --silver: #3b4553; --silver-ink: #dde5ef;
    --bronze: #4f321c; --bronze-ink: #f4be92;
    --good: #7fd79d; --good-ground: #15361f; --bad: #ff9d95; --bad-ground: #48191a;
    --weak: #f0cf72; --weak-ground: #3c3110; --fault: #eaa5e5; --fault-ground: #3f1d3d;
    --none: #9aa6b6; --none-ground: #29323e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
}
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header, main, footer { max-width: 1500px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 28px; }
footer { padding-top: 24px; padding-bottom: 40px; color: var(--soft); font-size: 13px; }
nav { font-size: 13px; color: var(--soft); margin-bottom: 6px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 36px 0 12px; }
.lead { color: var(--soft); margin: 6px 0 0; }
.scroll {
  overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 5%);
}
table { border-collapse: separate; border-spacing: 0; width: 100%; }
caption { text-align: left; padding: 10px 14px; color: var(--soft); font-size: 13px; }
th, td { padding: 8px 14px; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { background: var(--head); border-top: 0; font-size: 13px; font-weight: 600; white-space: nowrap; }
tbody tr:hover { background: var(--head); }
tbody th { overflow-wrap: anywhere; min-width: 10em; }
th.left, td.left { text-align: left; }
[hidden] { display: none !important; }
nav.tabs { display: flex; gap: 4px; margin-top: 14px; font-size: 15px; }
nav.tabs a { padding: 6px 14px; border-radius: 8px 8px 0 0; }
nav.tabs a[aria-current="page"] { background: var(--card); color: var(--ink); border: 1px solid var(--line); border-bottom: 0; }
#filters { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 16px 0; }
#filters input[type="search"] { min-width: 18em; }
#sets { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 6px 18px; }
input, select, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: 3px 8px; }
thead button { border: 0; background: none; padding: 0; cursor: pointer; font-weight: 600; }
th.right, td.right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.is-c { color: var(--good); } td.is-u { color: var(--weak); } td.is-w { color: var(--bad); font-weight: 600; }
td.is-k { color: var(--none); } td.is-e, td.is-a { color: var(--fault); }
canvas { width: 100%; height: 60vh; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 6px 18px; }
.legend li { padding-left: 8px; }
.pager { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 10px 0; }
.pager select { max-width: 24em; }
`;
