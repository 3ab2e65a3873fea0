import { costLimit } from '@hiram/contract/console/rights';
import type { listRoles as listRolesCall } from '@hiram/contract/console/staff';
import { listRoles } from '@hiram/contract/console/staff';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Figure, Money, Named } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { LimitDialog, type RoleLimit } from './LimitDialog.tsx';

type Role = StaffOutput<typeof listRolesCall>['roles'][number];

/** The roles of the lender, their rights, and the limits of each on the actions. */
export function Limits({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listRoles, {}, brand);
  const [changed, setChanged] = useState<RoleLimit>();
  useChanges(['authority', 'role_right']);
  const onChange = hasRight(person, 'staff.setLimit', brand) ? setChanged : undefined;
  const isOwn = (role: string) =>
    person.roles.some(
      (held) => held.role === role && (held.brand === brand || [held.brand, brand].includes('*')),
    );
  const places = new Map([['*', t`All brands`], ...person.brands.map(({ id, name }) => [id, name] as const)]);
  return (
    <Page title={t`Roles and limits`}>
      <Loaded query={query}>
        {({ roles }) => (
          <>
            <Card title={t`Limits`} isFlush>
              <LimitTable roles={roles} onChange={onChange} isOwn={isOwn} brand={brand} places={places} />
            </Card>
            <Card title={t`Rights`} isFlush>
              <RightTable roles={roles} />
            </Card>
          </>
        )}
      </Loaded>
      {changed && <LimitDialog limit={changed} brand={brand} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

function LimitTable(props: {
  readonly roles: readonly Role[];
  readonly onChange: ((limit: RoleLimit) => void) | undefined;
  readonly isOwn: (role: string) => boolean;
  readonly brand: string;
  /** The names of brands by their ids. */
  readonly places: ReadonlyMap<string, string>;
}): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const { roles, onChange, isOwn, brand, places } = props;
  // The limits of a currency have it where the others name their brand.
  const rows = roles.flatMap(({ role, limits }) =>
    limits.map((limit) => ({
      role,
      ...limit,
      ...(places.has(limit.brand) ? {} : { currency: limit.brand }),
    })),
  );
  const amount = (limit: RoleLimit, cents: number | undefined, none: string) => {
    if (cents === undefined) return none;
    // While all brands are looked at, a limit of all has no currency of its own.
    if (limit.brand !== '*' || brand !== '*') return <Money cents={cents} />;
    return (
      <>
        <Figure cents={cents} /> <span className={kit.under}>{t`in each brand’s currency`}</span>
      </>
    );
  };
  const columns: readonly Column<RoleLimit>[] = [
    { key: 'action', header: t`Action`, narrow: 'main', cell: ({ action }) => <Named name={action} /> },
    {
      key: 'brand',
      header: t`Where`,
      narrow: 'sub',
      cell: (limit) => places.get(limit.brand) ?? t`Amounts in ${limit.brand}`,
    },
    {
      key: 'item',
      header: t`At most for one`,
      align: 'right',
      narrow: 'more',
      cell: (limit) => amount(limit, limit.maxPerItem, '–'),
    },
    {
      key: 'day',
      header: t`Alone in a day`,
      align: 'right',
      narrow: 'more',
      cell: (limit) => amount(limit, limit.maxPerDay, '–'),
    },
    {
      key: 'second',
      header: t`Second person from`,
      align: 'right',
      narrow: 'more',
      cell: (limit) =>
        limit.action === costLimit
          ? t`above it`
          : limit.secondPersonFrom === 0
            ? t`always`
            : amount(limit, limit.secondPersonFrom, t`never`),
    },
    {
      key: 'actions',
      header: t`Actions`,
      narrow: 'mainEnd',
      cell: (limit) =>
        // Nobody changes what they may do alone: the server refuses it whatever is typed.
        isOwn(limit.role) ? (
          <span className={kit.muted}>{t`your own role`}</span>
        ) : (
          onChange &&
          // What is set counts where the person is: a currency's limits are replaced in a brand of it.
          (brand !== '*' || limit.brand === brand) && (
            <Button
              aria-label={t`Change the limit of ${word(limit.role)}: ${word(limit.action)}`}
              onClick={() => onChange(limit)}
            >{t`Change`}</Button>
          )
        ),
    },
  ];
  return (
    <DataTable
      caption={t`Limits of each role`}
      columns={onChange ? columns : columns.slice(0, -1)}
      rows={rows}
      rowKey={({ role, action, brand }) => `${role} ${action} ${brand}`}
      groupOf={({ role }) => ({ key: role, label: word(role) })}
    />
  );
}

function RightTable({ roles }: { readonly roles: readonly Role[] }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const columns: readonly Column<Role>[] = [
    { key: 'role', header: t`Role`, narrow: 'main', cell: ({ role }) => word(role) },
    { key: 'summary', header: t`For`, narrow: 'mainEnd', cell: ({ summary }) => summary },
    {
      key: 'rights',
      header: t`Rights`,
      narrow: 'sub',
      cell: ({ rights }) => rights.map(word).join(', ') || '–',
    },
  ];
  return (
    <DataTable
      caption={t`Rights of each role`}
      columns={columns}
      rows={roles}
      rowKey={({ role }) => role}
      hasKeys={false}
    />
  );
}
