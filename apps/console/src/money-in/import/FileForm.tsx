import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import type { countMoneyIn } from '@hiram/contract/console/money-in';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field, SelectField } from '../../kit/controls/Field.tsx';
import styles from './import.module.css';
import { useNotationWords } from './meanings.ts';
import type { Import } from './useImport.ts';

interface Props {
  readonly state: Import;
  readonly accounts: StaffOutput<typeof countMoneyIn>['accounts'];
}

/** Columns of a file of which the server found none: a person goes on from there. */
const firstColumns: ColumnMap = {
  skip: 0,
  delimiter: ',',
  date: 0,
  dateOrder: 'YMD',
  reference: 1,
  amount: 2,
  decimal: '.',
};

/** The choices for a whole file: its account, what is between columns, and where its lines begin. */
export function FileForm({ state, accounts }: Props): ReactNode {
  const { t } = useLingui();
  const { delimiters } = useNotationWords();
  const { account, map } = state;
  const changeMap = (changed: Partial<ColumnMap>) =>
    state.change({ map: { ...(map ?? firstColumns), ...changed } });
  return (
    <div className={styles.form}>
      <SelectField
        label={t`Account`}
        value={account ?? ''}
        options={[
          ...(account === undefined ? [{ value: '', label: t`choose an account` }] : []),
          ...accounts.map((each) => ({ value: each.account, label: `${each.name} ${each.number}` })),
        ]}
        onChange={(value) => state.change({ account: value })}
      />
      <SelectField
        label={t`Between columns`}
        value={map?.delimiter ?? ''}
        options={[
          ...(map === undefined ? [{ value: '', label: t`choose` }] : []),
          ...Object.entries(delimiters).map(([value, words]) => ({ value, label: words })),
        ]}
        onChange={(value) => changeMap({ delimiter: value as ColumnMap['delimiter'] })}
      />
      {map && (
        <Field label={t`Lines above the first one`}>
          {(id) => (
            <input
              id={id}
              type="number"
              min={0}
              max={100}
              value={map.skip}
              onChange={({ currentTarget }) => {
                const skip = currentTarget.valueAsNumber;
                if (Number.isInteger(skip) && skip >= 0 && skip <= 100) changeMap({ skip });
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}
