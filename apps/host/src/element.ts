type Child = Node | string;

interface Attributes {
  readonly class?: string;
  readonly title?: string;
  readonly type?: string;
  readonly value?: string;
  readonly label?: string;
  readonly href?: string;
  /** The name of the browser's tab in which a link opens. */
  readonly target?: string;
  readonly isCurrent?: boolean;
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
  if (attributes.href) created.setAttribute('href', attributes.href);
  if (attributes.target) created.setAttribute('target', attributes.target);
  if (attributes.isCurrent) created.setAttribute('aria-current', 'page');
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
