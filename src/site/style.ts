/** The style sheet, inlined into every page: a page saved alone still looks right. */
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
.cards { display: flex; flex-wrap: wrap; gap: 16px; margin: 24px 0 0; padding: 0; list-style: none; }
.card {
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 5%);
}
.podium { flex: 1 1 280px; max-width: 460px; }
.podium h3 { margin: 0 0 8px; font-size: 15px; }
.podium ol { list-style: none; margin: 0; padding: 0; }
.podium li { display: flex; align-items: baseline; gap: 10px; padding: 4px 0; }
.podium .medal { min-width: 62px; margin: 0; text-align: center; }
.podium b { flex: 1; font-weight: 600; overflow-wrap: anywhere; }
.tile { min-width: 104px; }
.tile b { display: block; font-size: 22px; line-height: 1.25; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: 12.5px; }
.scroll {
  overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 5%);
}
table { border-collapse: separate; border-spacing: 0; width: 100%; }
caption { text-align: left; padding: 10px 14px; color: var(--soft); font-size: 13px; }
th, td { padding: 8px 14px; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
thead th {
  border-top: 0; background: var(--head); font-size: 13px; font-weight: 600; vertical-align: bottom;
  white-space: nowrap;
}
.right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tbody th, thead th:first-child { position: sticky; left: 0; z-index: 1; }
tbody th { background: var(--card); min-width: 230px; max-width: 420px; overflow-wrap: break-word; }
tbody tr:hover > * { background: var(--head); }
.meta > * { background: var(--head); }
.meta th a { font-weight: 650; }
.level1 { padding-left: 28px; }
.level2 { padding-left: 44px; }
.level3 { padding-left: 60px; }
.plain { white-space: nowrap; }
.note { display: block; color: var(--soft); font-size: 12.5px; font-weight: 400; }
.matrix td { min-width: 118px; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.matrix thead th { min-width: 118px; text-align: right; }
.matrix thead th:first-child { text-align: left; }
.points { font-size: 16px; font-weight: 650; color: var(--ink); }
.time { display: block; color: var(--soft); font-size: 12.5px; }
.flags { display: block; font-size: 12.5px; }
.nothing { color: var(--soft); }
.bad { color: var(--bad); }
.weak { color: var(--weak); }
.bar { display: block; width: 100%; height: 3px; margin-top: 5px; }
.bar rect { fill: var(--line); }
.bar rect + rect { fill: var(--accent); }
.medal {
  display: inline-block; border-radius: 999px; padding: 0 8px; font-size: 12px; line-height: 18px;
  font-weight: 600; vertical-align: 2px; margin-right: 6px;
}
.medal.gold { background: var(--gold); color: var(--gold-ink); }
.medal.silver { background: var(--silver); color: var(--silver-ink); }
.medal.bronze { background: var(--bronze); color: var(--bronze-ink); }
.chip {
  display: inline-block; border-radius: 5px; padding: 0 7px; font-size: 13px; line-height: 21px;
  white-space: nowrap; max-width: 320px; overflow: hidden; text-overflow: ellipsis; vertical-align: middle;
}
.chip.correct { background: var(--good-ground); color: var(--good); }
.chip.correct-unconfirmed, .chip.unknown { background: var(--weak-ground); color: var(--weak); }
.chip.wrong { background: var(--bad-ground); color: var(--bad); font-weight: 650; }
.chip.error { background: var(--fault-ground); color: var(--fault); }
.chip.missing { background: var(--none-ground); color: var(--none); }
.checks { margin: 0; padding: 0; list-style: none; font-size: 13px; }
.checks li { white-space: nowrap; }
details { font-size: 13px; }
summary { cursor: pointer; color: var(--link); }
details ol { margin: 6px 0 2px; padding-left: 20px; min-width: 320px; max-width: 460px; }
details cite { display: block; color: var(--soft); font-style: normal; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 700px) {
  header, main, footer { padding-left: 12px; padding-right: 12px; }
  header { padding-top: 16px; }
  h1 { font-size: 22px; }
  th, td { padding: 7px 9px; }
  tbody th { min-width: 132px; max-width: 46vw; font-size: 13.5px; overflow-wrap: anywhere; }
  .level1 { padding-left: 13px; } .level2 { padding-left: 17px; } .level3 { padding-left: 21px; }
  .matrix td, .matrix thead th { min-width: 92px; }
  .matrix thead th:first-child { min-width: 0; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 8px; }
}
@media print {
  body { background: #fff; color: #000; }
  .scroll, .card { box-shadow: none; overflow: visible; }
}
`;
