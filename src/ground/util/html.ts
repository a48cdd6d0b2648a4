/**
 * HTML that cannot be injected into: everything put into an `html` template is
 * escaped, unless it is {@link Html} itself. Attribute values must be quoted
 * in the template.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The possible parts of a template; `undefined` and `false` print nothing. */
export type HtmlPart = Html | string | number | bigint | false | undefined | readonly HtmlPart[];

/** Template tag: html`<td class="x">${anything}</td>`. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = strings[0] ?? "";
  for (const [index, part] of parts.entries()) text += render(part) + (strings[index + 1] ?? "");
  return new Html(text);
}

/** Escapes for text and for quoted attribute values; control characters, which HTML forbids, become `�`. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[^\t\n\r\P{Cc}]/gu, "\ufffd");
}

/**
 * A relative link that is safe in `href`: texts with a scheme (`javascript:`) or a leading `//`
 * become an empty link.
 */
export function safeHref(path: string): string {
  return /^[\s\p{Cc}]*([a-z][a-z0-9+.-]*:|[/\\]{2})/iu.test(path) ? "#" : path;
}

function render(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return escapeHtml(String(part));
}
