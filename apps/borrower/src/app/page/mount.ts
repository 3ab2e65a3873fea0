import { type ComponentChild, render } from 'preact';
import type { ReactNode } from 'react';

/**
 * Renders the app into an element. It takes over the first view that the server rendered: equal elements stay, and the
 * others are changed. A skeleton is replaced: its blocks would move.
 */
export function mount(view: ReactNode, element: Element): void {
  if (!window.hiramFirst?.shown) element.textContent = '';
  render(view as ComponentChild, element);
}
