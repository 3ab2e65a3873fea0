import { element } from './element.ts';

/** The two sides that a newcomer plays: the borrower's phone here, and the lender's staff in a tab of the browser. */
export function sides(): HTMLElement {
  const { console: consoleUrl } = document.documentElement.dataset;
  const phoneLink = element('a', { href: '/host', isCurrent: true }, 'Phone');
  if (!consoleUrl) return element('nav', { label: 'Sides' }, phoneLink);
  const consoleLink = element('a', { href: consoleUrl, target: 'hiram-console' }, 'Console');
  return element('nav', { label: 'Sides' }, phoneLink, consoleLink);
}
