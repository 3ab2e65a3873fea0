import type { MouseEvent } from 'react';
import { bridge } from './host.ts';

/** What a link needs to be a way to a person, in a host as outside one. */
export interface ContactLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** A telephone number: a host calls it, a browser follows the link (BRG-07, BRG-13). */
export function phoneLink(number: string): ContactLink {
  // Numbers are written with blanks and dashes; what is dialled has digits alone.
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

/** For a text that comes as HTML: its links to a number, an e-mail address or another site open as the links above do. */
export function openContact(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  const url = link?.getAttribute('href') ?? '';
  if (/^tel:/i.test(url)) phoneLink(url).onClick(event);
  else if (/^(mailto|https):/i.test(url)) outsideLink(url).onClick(event);
}

/** A web page or an e-mail address: a host opens it, because a web view would lose the page or could not (BRG-01). */
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
