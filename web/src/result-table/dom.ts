/** Short functions for the elements of the page. */

/** The element with an id, which the page has, of the expected class. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${type.name} '${id}'`);
}

export const input = (id: string): HTMLInputElement => byId(id, HTMLInputElement);
export const select = (id: string): HTMLSelectElement => byId(id, HTMLSelectElement);
export const button = (id: string): HTMLButtonElement => byId(id, HTMLButtonElement);
export const any = (id: string): HTMLElement => byId(id, HTMLElement);

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text?: string,
  className?: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

/** Adds an option to a selection. */
export function choice(list: HTMLSelectElement, value: string, text: string): void {
  const option = element("option", text);
  option.value = value;
  list.append(option);
}
