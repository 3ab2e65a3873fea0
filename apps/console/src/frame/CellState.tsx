import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { chooseCell, useCells } from '../net/cells.ts';
import styles from './Frame.module.css';

interface Props {
  /** Undefined: the lender has one, and sees nothing of it. */
  readonly cells: readonly number[] | undefined;
}

/** Shows one cell, or all of them, and reads the page again. */
function useChoice(): (cell: string | undefined) => void {
  const client = useQueryClient();
  return (cell) => {
    chooseCell(cell);
    void client.invalidateQueries();
  };
}

/** The choice of one cell. */
export function CellChoice({ cells }: Props): ReactNode {
  const { t } = useLingui();
  const choose = useChoice();
  const { chosen } = useCells();
  if (cells === undefined) return null;
  return (
    <SelectField
      label={t`Cell`}
      value={chosen ?? ''}
      options={[
        { value: '', label: t`All cells` },
        ...cells.map(String).map((cell) => ({ value: cell, label: cell })),
      ]}
      onChange={(value) => choose(value === '' ? undefined : value)}
    />
  );
}

/** The cells that what is shown is without, above the screen. */
export function CellState({ cells }: Props): ReactNode {
  const { t } = useLingui();
  const choose = useChoice();
  const { away, older: olderOfAll, chosen } = useCells();
  // For one cell alone it matters whether that one is older.
  const isOlder = olderOfAll.split(',').includes(chosen ?? '');
  const older = chosen === undefined ? olderOfAll : isOlder ? chosen : '';
  if (cells === undefined || (away === '' && older === '' && chosen === undefined)) return null;
  const many = (list: string) => list.split(',').length;
  const named = (list: string) => list.replaceAll(',', ', ');
  return (
    <div className={styles.cells}>
      {chosen !== undefined && (
        <Banner
          tone="info"
          title={t`Only cell ${chosen} is shown.`}
          actions={<Button onClick={() => choose(undefined)}>{t`Show all cells`}</Button>}
        />
      )}
      {away !== '' && (
        <Banner
          tone="warn"
          title={
            away === '0'
              ? t`Cell 0 does not answer: nobody works in the console until it does. Borrowers of other cells are served.`
              : t`${plural(many(away), {
                  one: `Cell ${named(away)} does not answer: what it has is missing here.`,
                  other: `Cells ${named(away)} do not answer: what they have is missing here.`,
                })}`
          }
        />
      )}
      {older !== '' && (
        <Banner
          tone="warn"
          title={t`${plural(many(older), {
            one: `Cell ${named(older)} does not have the last changes of staff, roles, policies and stops yet.`,
            other: `Cells ${named(older)} do not have the last changes of staff, roles, policies and stops yet.`,
          })}`}
        />
      )}
    </div>
  );
}
