import type { MouseEvent } from 'react';
import { bridge } from './host.ts';

/** The attributes of a link that contacts a person, both inside and outside a host. */
export interface ContactLink {
  readonly href: string;
  readonly onClick: (event: Pick<MouseEvent, 'preventDefault'>) => void;
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
