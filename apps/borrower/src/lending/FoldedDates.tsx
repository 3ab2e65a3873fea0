import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import css from './FoldedDates.module.css';

/** Every date and amount of a loan, folded below its story. The list is made when it is first opened. */
export function FoldedDates({ list }: { readonly list: () => ReactNode }): ReactNode {
  const { t } = useLingui();
  const [isOpened, setIsOpened] = useState(false);
  return (
    <details className={css.dates} onToggle={() => setIsOpened(true)}>
      <summary>{t`All dates and amounts`}</summary>
      {isOpened ? list() : null}
    </details>
  );
}
