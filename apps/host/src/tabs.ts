import { element } from './element.ts';

export interface Tab {
  readonly name: string;
  readonly content: HTMLElement;
}

/** Tabs that arrow keys change. The first one is selected. The address keeps the selected one as its fragment. */
export function createTabs(label: string, tabs: readonly Tab[]): HTMLElement {
  const list = element('div', { class: 'tabs', label });
  list.setAttribute('role', 'tablist');
  const buttons = tabs.map(({ name }) => element('button', { type: 'button', on: () => select(name) }, name));
  const idOf = (name: string) => name.toLowerCase();

  function select(selected: string): void {
    for (const [index, { name, content }] of tabs.entries()) {
      const isSelected = name === selected;
      const tab = buttons[index];
      content.hidden = !isSelected;
      tab?.setAttribute('aria-selected', String(isSelected));
      tab?.setAttribute('tabindex', isSelected ? '0' : '-1');
    }
    history.replaceState(null, '', `#${idOf(selected)}`);
  }

  for (const [index, { name, content }] of tabs.entries()) {
    const tab = buttons[index];
    content.id = `panel-${idOf(name)}`;
    content.setAttribute('role', 'tabpanel');
    content.setAttribute('aria-label', name);
    tab?.setAttribute('role', 'tab');
    tab?.setAttribute('aria-controls', content.id);
  }
  list.append(...buttons);
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const current = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (step === undefined || current < 0) return;
    const next = (current + step + buttons.length) % buttons.length;
    const { name = '' } = tabs[next] ?? {};
    select(name);
    buttons[next]?.focus();
  });
  const fragment = location.hash.slice(1);
  select(tabs.find(({ name }) => idOf(name) === fragment)?.name ?? tabs[0]?.name ?? '');
  return element('div', { class: 'sheets' }, list, ...tabs.map(({ content }) => content));
}
