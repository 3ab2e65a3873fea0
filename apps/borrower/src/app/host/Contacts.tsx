import { contactParts } from '@hiram/visitor-pages/contacts';
import type { ReactNode } from 'react';

/** A text whose e-mail addresses and telephone numbers can be tapped. In a host's app `openContact` passes the tap on. */
export function Contacts({ text }: { readonly text: string }): ReactNode {
  return contactParts(text).map((part, index) =>
    part.href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <a key={index} href={part.href}>
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
