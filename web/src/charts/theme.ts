import { type Signal, signal } from "@preact/signals";

/** The reader's choice; empty: the system's. */
export const theme: Signal<"" | "light" | "dark"> = signal<"" | "light" | "dark">(stored());

/** Changes whenever colours may have changed: charts redraw themselves. */
export const themeVersion: Signal<number> = signal(0);

function stored(): "" | "light" | "dark" {
  try {
    const value = localStorage.getItem("agon-theme");
    return value === "light" || value === "dark" ? value : "";
  } catch {
    // Storage may be forbidden; the system's choice is a good default.
    return "";
  }
}

export function applyTheme(): void {
  const { value } = theme;
  if (value === "") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", value);
  try {
    if (value === "") localStorage.removeItem("agon-theme");
    else localStorage.setItem("agon-theme", value);
  } catch {
    // The choice is not stored, then.
  }
  themeVersion.value++;
}

/** Paper is white. Charts redraw themselves before and after printing. */
addEventListener("beforeprint", () => {
  document.documentElement.setAttribute("data-theme", "light");
  isPrinting = true;
  themeVersion.value++;
});
addEventListener("afterprint", () => {
  isPrinting = false;
  applyTheme();
});

let isPrinting = false;

export function nextTheme(): void {
  theme.value = theme.value === "" ? "dark" : theme.value === "dark" ? "light" : "";
  applyTheme();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => themeVersion.value++);

/** A colour of the style sheet in the form that the canvas needs. */
export function color(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  probe.hidden = true;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

export function isDark(): boolean {
  if (isPrinting) return false;
  if (theme.value !== "") return theme.value === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A tool's colour; dark ones are lightened on a dark background. */
const ON_DARK: Readonly<Record<string, string>> = { "#0072b2": "#4ba3e3", "#444444": "#b4bcc8" };

export function seriesColor(hex: string): string {
  return isDark() ? (ON_DARK[hex] ?? hex) : hex;
}
