/**
 * A command's output on a terminal as a page: a real terminal, tmux's, with its colours. Needs
 * tmux.
 */
import { spawnSync } from "node:child_process";
import { Html, html } from "../src/ground/util/html.ts";

const SOCKET = `agon-pictures-${process.pid}`;
const tmux = (...words: readonly string[]): string =>
  spawnSync("tmux", ["-L", SOCKET, ...words], { encoding: "utf8" }).stdout ?? "";

/** Lines of the terminal with escape sequences, after the command has ended. */
export function terminalOf(command: string, columns: number, rows: number): string {
  const script = `PS1='$ '; clear; printf '\\033[1m$ %s\\033[0m\\n' ${quote(command)}; ${command}; tmux -L ${SOCKET} wait-for -S done; sleep 600`;
  const size = ["-x", String(columns), "-y", String(rows)];
  tmux("-f", "/dev/null", "new-session", "-d", "-s", "picture", ...size, "bash", "-c", script);
  tmux("wait-for", "done");
  const text = tmux("capture-pane", "-e", "-p", "-t", "picture");
  tmux("kill-server");
  return text.trimEnd();
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const STYLES: Readonly<Record<string, string>> = {
  1: "font-weight: 700",
  2: "opacity: 0.7",
  31: "color: #ff9d95",
  32: "color: #7fd79d",
  33: "color: #f0cf72",
  34: "color: #8ab4ff",
  35: "color: #eaa5e5",
  36: "color: #7fd0e0",
  90: "color: #9aa6b6",
};

/** A page that looks like the terminal. */
export function terminalPage(text: string): string {
  const parts: Html[] = [];
  let active: string[] = [];
  const sequence = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`, "g");
  let from = 0;
  const add = (piece: string): void => {
    if (piece !== "") parts.push(html`<span style="${active.join("; ")}">${piece}</span>`);
  };
  for (const match of text.matchAll(sequence)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    for (const code of (match[1] || "0").split(";")) {
      if (code === "0") active = [];
      else if (code === "39") active = active.filter((style) => !style.startsWith("color"));
      else if (STYLES[code] !== undefined) active = [...active, STYLES[code]];
    }
  }
  add(text.slice(from));
  return html`<!doctype html><meta charset="utf-8"><title>Terminal</title>
<body style="margin: 0; background: #12171f"><pre style="margin: 0; padding: 16px; display: inline-block; color: #e4e9f0; font: 14px/1.4 'DejaVu Sans Mono', monospace">${new Html(parts.map(({ text: part }) => part).join(""))}</pre></body>`
    .text;
}
