import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../layout/Icon.tsx';
import css from './Toaster.module.css';
import { current, subscribe } from './toaster.ts';

const signs = { info: 'info', success: 'check', error: 'warning' } as const;

/** The live region of the page's toasts. */
export function Toaster(): ReactNode {
  const { toasts, layer, onPage } = useSyncExternalStore(subscribe, current, current);
  const region = (
    <div className={css.layer} role="status" aria-live="polite">
      {toasts.map((item) => (
        <div key={item.id} className={onPage.indexOf(item.text) >= 0 ? 'visually-hidden' : undefined}>
          <span className={`${css.toast} ${item.kind === 'loading' ? css.loading : ''}`}>
            {item.kind === 'loading' ? null : <Icon name={signs[item.kind]} size={20} />}
            <span>{item.text}</span>
          </span>
        </div>
      ))}
    </div>
  );
  return layer ? createPortal(region, layer) : region;
}
