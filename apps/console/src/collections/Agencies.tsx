import { addAgency, listAgencies, recallAgency } from '@hiram/contract/console/collections';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { AgencyId, StaffId } from '@hiram/contract/ids';
import { formatPercent } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { Day, Money } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import styles from './collections.module.css';

type Agency = StaffOutput<typeof listAgencies>['agencies'][number];
type Person = { readonly staffId: StaffId; readonly name: string };

/** Agencies with their people, days, commission and loans. An agency is added by two persons, and recalled by one at once. */
export function Agencies({
  brand,
  mayAssign,
}: {
  readonly brand: string;
  readonly mayAssign: boolean;
}): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listAgencies, {}, brand);
  const [isAdding, setAdding] = useState(false);
  const [recalled, setRecalled] = useState<AgencyId>();
  const recalling = useStaffAction(recallAgency, brand);
  const columns: readonly Column<Agency>[] = [
    column(
      'name',
      t`Agency`,
      ({ name, isActive }) => <Status tone={isActive ? 'good' : 'plain'}>{name}</Status>,
      { isFixed: true, narrow: 'main' },
    ),
    column('people', t`People`, ({ people }) => people.join(', '), { narrow: 'sub' }),
    column(
      'days',
      t`Contract`,
      ({ fromDay, untilDay }) => (
        <>
          <Day on={fromDay} /> – <Day on={untilDay} />
        </>
      ),
      { narrow: 'low' },
    ),
    figures('commission', t`Commission`, ({ commissionPpm }) => formatPercent(commissionPpm, 'en'), {
      narrow: 'more',
    }),
    figures('loans', t`Loans`, ({ loans }) => loans, { narrow: 'more' }),
    figures('due', t`Due on them`, ({ due }) => <Money cents={due} />, { narrow: 'mainEnd' }),
    ...(mayAssign
      ? [
          column<Agency>(
            'recall',
            t`Recall`,
            ({ agencyId, isActive }) =>
              isActive && (
                <Button look="danger" onClick={() => setRecalled(agencyId)}>
                  {t`Recall…`}
                </Button>
              ),
            { narrow: 'lowEnd' },
          ),
        ]
      : []),
  ];
  return (
    <Card
      title={t`Agencies`}
      aside={mayAssign && <Button onClick={() => setAdding(true)}>{t`Add an agency…`}</Button>}
      isFlush
    >
      <Loaded query={query}>
        {({ agencies, people }) => (
          <>
            {agencies.length > 0 && (
              <DataTable
                caption={t`Agencies`}
                columns={columns}
                rows={agencies}
                rowKey={({ agencyId }) => agencyId}
                hasKeys={false}
              />
            )}
            {agencies.length === 0 && (
              <p className={kit.note}>{t`No agency. Two persons add one, with its people and its days.`}</p>
            )}
            {isAdding && <AddDialog brand={brand} people={people} onClose={() => setAdding(false)} />}
            {recalled && (
              <ReasonDialog
                title={t`Recall every loan of the agency`}
                action={t`Recall`}
                call={recalling}
                draft={`recall ${recalled}`}
                max={200}
                onSend={(reason) => recalling.mutateAsync({ agencyId: recalled, reason })}
                onClose={() => setRecalled(undefined)}
              >
                <p>{t`Its people see nothing more from this moment on.`}</p>
              </ReasonDialog>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface AddProps {
  readonly brand: string;
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

function AddDialog({ brand, people, onClose }: AddProps): ReactNode {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [percent, setPercent] = useState(15);
  const [fromDay, setFrom] = useState('');
  const [untilDay, setUntil] = useState('');
  const [chosen, setChosen] = useState<readonly StaffId[]>([]);
  const isReady = name.trim() !== '' && fromDay !== '' && untilDay >= fromDay && chosen.length > 0;
  return (
    <ActionDialog
      title={t`Add an agency`}
      calls={addAgency}
      brand={brand}
      about={name}
      draft="collections.addAgency"
      onClose={onClose}
      request={
        isReady
          ? { name, commissionPpm: Math.round(percent * 10_000), fromDay, untilDay, staffIds: [...chosen] }
          : undefined
      }
    >
      <InputField label={t`Name`} maxLength={80} value={name} onChange={setName} />
      <InputField
        label={t`Commission, %`}
        type="number"
        min={0}
        max={50}
        value={percent}
        onChange={(value) => setPercent(Number(value))}
      />
      <DayField isField label={t`From`} value={fromDay} onChange={setFrom} />
      <DayField isField label={t`Until`} value={untilDay} onChange={setUntil} />
      {people.map((person) => (
        <label key={person.staffId} className={styles.person}>
          <input
            type="checkbox"
            checked={chosen.includes(person.staffId)}
            onChange={(event) =>
              setChosen(
                event.currentTarget.checked
                  ? [...chosen, person.staffId]
                  : chosen.filter((id) => id !== person.staffId),
              )
            }
          />
          {person.name}
        </label>
      ))}
      {people.length === 0 && <p>{t`Nobody with the role of a collection agent is free.`}</p>}
    </ActionDialog>
  );
}
