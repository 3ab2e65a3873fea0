import { type ContactLink, phoneLink } from './contact.ts';
import { bridge } from './host.ts';

/**
 * Click handler of a whole page: telephone, e-mail and external links that have no handler of their own, such as those in
 * texts of the server, open as the links of this file do.
 */
export function openContact(event: Event): void {
  if (event.defaultPrevented) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const url = link?.getAttribute('href') ?? '';
  if (/^tel:/i.test(url)) phoneLink(url).onClick(event);
  else if (/^(mailto|https):/i.test(url)) outsideLink(url).onClick(event);
}

/**
 * A link to a web page or an e-mail address. A host opens it: a web view would leave the page, or cannot open it
 * (BRG-01).
 */
export function outsideLink(url: string): ContactLink {
  return {
    href: url,
    onClick(event) {
      if (!bridge.inHost) return;
      event.preventDefault();
      void bridge.request('openPage', { url });
    },
  };
}
