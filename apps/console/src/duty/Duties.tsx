import { type ComingDuty, type DutyPeriod, listDuties } from '@hiram/contract/console/duty';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, DaysLate, DueIn } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { None } from '../kit/None.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page, SidePanel } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { DueLine } from './DueLine.tsx';
import { Period, PeriodState } from './Period.tsx';

/** The reports that authorities are owed, by their due day, with the files of the chosen one beside them. */
export function Duties({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  useChanges(['duty_period', 'duty_run', 'task']);
  const query = useStaffCall(listDuties, {}, brand);
  return (
    <Page title={t`Regulatory reports`}>
      <Loaded query={query}>{(shown) => <Periods {...shown} person={person} />}</Loaded>
    </Page>
  );
}

interface PeriodsProps extends Pick<ScreenProps, 'person'>, StaffOutput<typeof listDuties> {}

function Periods({ days, periods, coming, person }: PeriodsProps): ReactNode {
  const { t } = useLingui();
  const [chosen, choose] = useTextInAddress('period');
  const columns = useColumns();
  const shown = periods.find(({ periodId }) => periodId === chosen) ?? periods[0];
  const none = (
    <Nothing
      title={t`No report is due`}
      text={t`Once a period of a duty has ended, the night opens it here, with its due day. What was due before the installation is not opened.`}
    />
  );
  const list = (
    <>
      <DueLine days={days} periods={periods} coming={coming} />
      <Card isFlush>
        {shown ? (
          <DataTable
            caption={t`Reports to authorities, those that are open first`}
            columns={columns}
            rows={periods}
            rowKey={({ periodId }) => periodId}
            selected={shown.periodId}
            onSelect={choose}
            onOpen={({ periodId }) => choose(periodId)}
            groupOf={({ signedOffAt }) => {
              const label = signedOffAt === undefined ? t`To hand in` : t`Handed in`;
              return { key: label, label };
            }}
          />
        ) : (
          none
        )}
      </Card>
      <Coming coming={coming} />
    </>
  );
  if (!shown) return list;
  return (
    <SidePanel label={shown.name} list={list}>
      <Period key={shown.periodId} period={shown} mayReport={hasRight(person, 'duty.report', shown.brand)} />
    </SidePanel>
  );
}

/** Periods that have not ended. */
function Coming({ coming }: { readonly coming: readonly ComingDuty[] }): ReactNode {
  const { t } = useLingui();
  const columns: readonly Column<ComingDuty>[] = [
    { key: 'what', header: t`What`, narrow: 'main', cell: ({ name }) => name },
    { key: 'authority', header: t`Authority`, narrow: 'sub', cell: ({ authority }) => authority },
    { key: 'to', header: t`Period ends`, narrow: 'subEnd', cell: ({ to }) => <Day on={to} /> },
    { key: 'due', header: t`Due`, narrow: 'mainEnd', cell: ({ dueOn }) => <Day hasWeekday on={dueOn} /> },
  ];
  if (coming.length === 0) return null;
  return (
    <Card isFlush title={t`Coming`} aside={t`the file can be made when the period has ended`}>
      <DataTable
        caption={t`Reports whose period has not ended`}
        columns={columns}
        rows={coming}
        rowKey={({ brand, authority, name, to }) => `${brand} ${authority} ${name} ${to}`}
        hasKeys={false}
      />
    </Card>
  );
}

function useColumns(): readonly Column<DutyPeriod>[] {
  const { t } = useLingui();
  return [
    { key: 'what', header: t`What`, isFixed: true, narrow: 'main', cell: ({ name }) => name },
    { key: 'authority', header: t`Authority`, narrow: 'sub', cell: ({ authority }) => authority },
    { key: 'to', header: t`Period ends`, narrow: 'subEnd', cell: ({ to }) => <Day on={to} /> },
    { key: 'due', header: t`Due`, narrow: 'lowEnd', cell: ({ dueOn }) => <Day hasWeekday on={dueOn} /> },
    {
      key: 'left',
      header: t`Time left`,
      narrow: 'mainEnd',
      cell: ({ daysOver, dueAt, signedOffAt }) =>
        signedOffAt !== undefined ? (
          <None />
        ) : daysOver > 0 ? (
          <Status tone="danger">
            <DaysLate days={daysOver} />
          </Status>
        ) : (
          <DueIn at={dueAt} />
        ),
    },
    { key: 'state', header: t`State`, narrow: 'low', cell: (period) => <PeriodState period={period} /> },
  ];
}
