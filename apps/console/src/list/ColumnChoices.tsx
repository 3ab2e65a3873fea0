import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import styles from './list.module.css';
import type { ListColumns } from './useListColumns.ts';

/** What the menu of columns holds. Its script is loaded when the menu is first opened. */
export function ColumnChoices<Row>({ columns }: { readonly columns: ListColumns<Row> }): ReactNode {
  const { t } = useLingui();
  const { shown, hidden, isChanged } = columns;
  return (
    <>
      <ul className={styles.columns}>
        {shown.map(({ key, header, isFixed }) => (
          <li key={key} className={styles.column}>
            <label className={styles.value}>
              <input type="checkbox" checked disabled={isFixed ?? false} onChange={() => columns.hide(key)} />
              {header}
            </label>
            {isFixed ? (
              <span className={kit.muted}>{t`fixed`}</span>
            ) : (
              <button
                type="button"
                className={styles.icon}
                aria-label={t`Move ${header} to the left`}
                onClick={() => columns.moveUp(key)}
              >
                <Icon name="up" />
              </button>
            )}
          </li>
        ))}
        {hidden.map(({ key, header }) => (
          <li key={key} className={styles.column}>
            <label className={styles.value}>
              <input type="checkbox" checked={false} onChange={() => columns.show(key)} />
              {header}
            </label>
          </li>
        ))}
      </ul>
      <div className={kit.row}>
        <Button disabled={!isChanged} onClick={columns.reset}>{t`As shipped`}</Button>
        <span className={kit.muted}>{t`kept for you`}</span>
      </div>
    </>
  );
}
