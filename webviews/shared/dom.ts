/** Elements from data. Text becomes text and nothing else: no function here takes markup. */

export type Child = Node | string | undefined;

export interface Properties {
  readonly class?: string;
  readonly title?: string;
  readonly id?: string;
  /** `role` and `aria-…`, `tabindex`, `data-…`. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (properties.class !== undefined) made.className = properties.class;
  if (properties.title !== undefined) made.title = properties.title;
  if (properties.id !== undefined) made.id = properties.id;
  for (const [key, value] of Object.entries(properties.attributes ?? {})) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** A part that opens and closes by its heading. */
export function foldable(
  heading: Child,
  open: boolean,
  properties: Properties,
  ...children: readonly Child[]
): HTMLDetailsElement {
  const made = element('details', properties, element('summary', {}, heading), ...children);
  made.open = open;
  return made;
}
