import type { MouseEvent } from 'react';
import { bridge } from './host.ts';

/** The attributes of a link that contacts a person, both inside and outside a host. */
export interface ContactLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** Calls a number, as a tap on its link does. */
export function callNumber(number: string): void {
  const phone = digitsOf(number);
  if (bridge.inHost) void bridge.request('callPhone', { phone });
  else location.assign(`tel:${phone}`);
}

/** Displayed numbers contain spaces and dashes; the dialled number contains only digits and `+`. */
const digitsOf = (number: string): string => number.replace(/[^+\d]/g, '');

/** A telephone link: a host makes the call, a browser follows the link (BRG-07, BRG-13). */
export function phoneLink(number: string): ContactLink {
  const phone = digitsOf(number);
  return {
    href: `tel:${phone}`,
    onClick(event) {
      if (!bridge.inHost) return;
      event.preventDefault();
      void bridge.request('callPhone', { phone });
    },
  };
}
