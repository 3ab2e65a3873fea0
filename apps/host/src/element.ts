type Child = Node | string;

interface Attributes {
  readonly class?: string;
  readonly title?: string;
  readonly type?: string;
  readonly value?: string;
  readonly label?: string;
  readonly on?: () => void;
}

/** Creates an element with its children. `on` handles clicks. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (attributes.class) created.className = attributes.class;
  if (attributes.title) created.title = attributes.title;
  if (attributes.type) created.setAttribute('type', attributes.type);
  if (attributes.value !== undefined) created.setAttribute('value', attributes.value);
  if (attributes.label) created.setAttribute('aria-label', attributes.label);
  const { on } = attributes;
  if (on) created.addEventListener('click', on);
  created.append(...children);
  return created;
}

export function button(text: string, on: () => void, className = ''): HTMLButtonElement {
  return element('button', { type: 'button', class: className, on }, text);
}

/** Creates a panel with a heading. */
export function panel(title: string, ...children: readonly Child[]): HTMLElement {
  return element('section', { class: 'panel' }, element('h2', {}, title), ...children);
}
