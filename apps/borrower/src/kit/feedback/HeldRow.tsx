import type { ReactNode } from 'react';
import css from './HeldRow.module.css';

/** Above the actions that wait: why they wait, and what the person can do about it. */
export function HeldRow({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly go: () => void };
}): ReactNode {
  return (
    <div className={css.row}>
      <p className={css.words} role="status">
        {children}
      </p>
      {action ? (
        <button type="button" className={css.action} onClick={action.go}>
          {action.label}
        </button>
      ) : null}
    </div>
  );
}
