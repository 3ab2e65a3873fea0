type Child = Node | string;

interface Attributes {
  readonly class?: string;
  readonly title?: string;
  readonly type?: string;
  readonly value?: string;
  readonly label?: string;
  readonly on?: () => void;
}

/** An element with its children; `on` is what a tap does. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (attributes.class) made.className = attributes.class;
  if (attributes.title) made.title = attributes.title;
  if (attributes.type) made.setAttribute('type', attributes.type);
  if (attributes.value !== undefined) made.setAttribute('value', attributes.value);
  if (attributes.label) made.setAttribute('aria-label', attributes.label);
  const { on } = attributes;
  if (on) made.addEventListener('click', on);
  made.append(...children);
  return made;
}

export function button(text: string, on: () => void, look = ''): HTMLButtonElement {
  return element('button', { type: 'button', class: look, on }, text);
}

/** A panel with its heading. */
export function panel(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { class: 'panel' }, element('h2', {}, title), ...children);
}
