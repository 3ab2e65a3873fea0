import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from 'react';
import { navigate } from './location.ts';

/** A link to a screen of this app. A click with a key or another button opens it as the browser opens any link. */
export function Link({
  href,
  onClick,
  ...rest
}: ComponentPropsWithoutRef<'a'> & { readonly href: string }): ReactNode {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return;
    onClick?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  };
  return <a {...rest} href={href} onClick={open} />;
}
