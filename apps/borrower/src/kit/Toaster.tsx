import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import css from './Toaster.module.css';
import { current, subscribe } from './toaster.ts';

/** The live region of the page's toasts. */
export function Toaster(): ReactNode {
  const { toasts, layer } = useSyncExternalStore(subscribe, current, current);
  const region = (
    <div className={css.layer} role="status" aria-live="polite">
      {toasts.map((one) => (
        <div key={one.id}>
          <span className={`${css.toast} ${one.kind === 'loading' ? css.loading : ''}`}>{one.text}</span>
        </div>
      ))}
    </div>
  );
  return layer ? createPortal(region, layer) : region;
}
