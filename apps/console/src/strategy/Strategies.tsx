import { listStrategies, type StrategyVersion, showStrategy } from '@hiram/contract/console/strategy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DayOf } from '../app/cells.tsx';
import type { ScreenProps } from '../app/person.ts';
import { Loading } from '../kit/Loading.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Costs } from './Costs.tsx';
import { Preview } from './Preview.tsx';
import { Steps } from './Steps.tsx';
import { useStateWords, versionTones } from './words.ts';

/** The strategy of a brand: the active version, the others, and what the messages cost. */
export function Strategies({ brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listStrategies, {}, brand);
  const states = useStateWords();
  const columns: readonly Column<StrategyVersion>[] = [
    column(
      'version',
      t`Version`,
      ({ version }) => <Link href={`/strategy/${brand}/${version}`}>{t`Version ${version}`}</Link>,
      { narrow: 'main' },
    ),
    column('state', t`State`, ({ state }) => <Status tone={versionTones[state]}>{states[state]}</Status>, {
      narrow: 'mainEnd',
    }),
    column(
      'since',
      t`Active since`,
      ({ effectiveAt }) => (effectiveAt === undefined ? '–' : <DayOf at={effectiveAt} />),
      {
        narrow: 'more',
      },
    ),
    column('made', t`Made`, ({ createdAt }) => <DayOf at={createdAt} />, { narrow: 'subEnd' }),
    column('by', t`By`, ({ createdBy }) => createdBy ?? t`shipped with the brand`, { narrow: 'sub' }),
    column('why', t`Why`, ({ note }) => (note === 'brand.json' ? t`as first set up` : note), {
      narrow: 'low',
    }),
  ];
  if (query.isPending)
    return (
      <Page title={t`Reminders`} brand={brand}>
        <StepsToCome />
      </Page>
    );
  return (
    <Page title={t`Reminders`} brand={brand}>
      <Loaded query={query}>
        {({ versions, costs }) => (
          <>
            {versions
              .filter(({ state }) => state === 'active')
              .map(({ version }) => (
                <Active key={version} brand={brand} version={version} />
              ))}
            <Card
              title={t`Versions`}
              aside={t`one person saves a draft and requests it, another approves it`}
              isFlush
            >
              <DataTable
                caption={t`Versions, the newest first`}
                columns={columns}
                rows={versions}
                rowKey={({ version }) => String(version)}
                hasKeys={false}
              />
            </Card>
            <Costs costs={costs} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The place of the steps, from the first moment until they are there. */
function StepsToCome(): ReactNode {
  const { t } = useLingui();
  return (
    <Card title={t`Steps`}>
      <Loading />
    </Card>
  );
}

/** The steps of the active version, and what it sends tomorrow. */
function Active({ brand, version }: { readonly brand: string; readonly version: number }): ReactNode {
  const query = useStaffCall(showStrategy, { version, isBrief: true }, brand);
  if (query.isPending) return <StepsToCome />;
  return (
    <Loaded query={query}>
      {(strategy) => (
        <>
          <Steps strategy={strategy} />
          <Preview brand={brand} version={version} />
        </>
      )}
    </Loaded>
  );
}
