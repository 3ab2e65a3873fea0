import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Stands for `src/app/page/mount.ts` in development: React itself renders, because its refresh keeps the
 * state of a changed component.
 */
export function mount(view: ReactNode, element: Element): void {
  createRoot(element).render(view);
}
