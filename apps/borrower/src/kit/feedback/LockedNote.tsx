import type { ReactNode } from 'react';
import { LineArt } from '../layout/Icon.tsx';
import css from './LockedNote.module.css';

const lock = 'M6 11h12v9H6zM8 11V8a4 4 0 018 0v3';

/** What keeps a borrower's money or data safe, in a line. */
export function LockedNote({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className={css.note}>
      <LineArt path={lock} size={18} />
      {children}
    </p>
  );
}
