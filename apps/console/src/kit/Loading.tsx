import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './table/table.module.css';

export interface ShapeColumn {
  readonly key: string;
  readonly header: string;
  readonly align?: 'left' | 'right';
}

const shapeRows = 7;

/** The shape of what is loading, at once: an empty pane would say that nothing is there. Without columns: words and lines of text. */
export function Loading({ columns }: { readonly columns?: readonly ShapeColumn[] | undefined }): ReactNode {
  const { t } = useLingui();
  return (
    <div role="status" className={styles.loading}>
      <span className={columns ? 'visually-hidden' : styles.loadingWords}>{t`Loading …`}</span>
      <div aria-hidden="true">
        {columns && (
          <div className={styles.shapeHead}>
            {columns.map(({ key, header, align }) => (
              <span key={key} data-align={align}>
                {header}
              </span>
            ))}
          </div>
        )}
        {Array.from({ length: shapeRows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          <div key={row} className={styles.shapeLine}>
            {(columns ?? [{ key: 'text', align: undefined }]).map(({ key, align }) => (
              <span key={key} data-align={align} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
