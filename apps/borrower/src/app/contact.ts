import type { MouseEvent } from 'react';
import { bridge } from './host.ts';

/** The attributes of a link that contacts a person, both inside and outside a host. */
export interface ContactLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A telephone link: a host makes the call, a browser follows the link (BRG-07, BRG-13). */
export function phoneLink(number: string): ContactLink {
  // Displayed numbers contain spaces and dashes; the dialled number contains only digits and `+`.
  const phone = number.replace(/[^+\d]/g, '');
  return {
    href: `tel:${phone}`,
    onClick(event) {
      if (!bridge.inHost) return;
      event.preventDefault();
      void bridge.request('callPhone', { phone });
    },
  };
}

/**
 * Click handler for server-provided HTML: telephone, e-mail and external links in it open as the links of this file
 * do.
 */
export function openContact(event: MouseEvent): void {
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
