import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Popover } from '../kit/controls/Popover.tsx';
import { Icon } from '../kit/Icon.tsx';
import { ColumnChoices } from './lazy-parts.ts';
import styles from './list.module.css';
import type { ListColumns } from './useListColumns.ts';

/** Chooses the columns that a person sees, and their order. The choice is saved for them. */
export function ColumnsMenu<Row>({ columns }: { readonly columns: ListColumns<Row> }): ReactNode {
  const { t } = useLingui();
  const { shown, hidden } = columns;
  const total = shown.length + hidden.length;
  return (
    <Popover
      label={t`Columns`}
      title={t`Columns: ${shown.length} of ${total}`}
      className={styles.quiet}
      face={
        <>
          <Icon name="columns" /> {t`Columns`}
        </>
      }
    >
      {() => <ColumnChoices columns={columns} />}
    </Popover>
  );
}
