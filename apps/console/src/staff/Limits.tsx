import { costLimit } from '@hiram/contract/console/rights';
import type { listRoles as listRolesCall } from '@hiram/contract/console/staff';
import { listRoles, listStaff } from '@hiram/contract/console/staff';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Named } from '../app/cells.tsx';
import { useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { useMoneyText } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { LimitDialog, type RoleLimit } from './LimitDialog.tsx';
import { RightTable } from './RightTable.tsx';

type Role = StaffOutput<typeof listRolesCall>['roles'][number];

/** The roles of the lender, one at a time: who holds it, what it may do alone and up to what amount, and its rights. */
export function Limits({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const query = useStaffCall(listRoles, {}, brand);
  const [changed, setChanged] = useState<RoleLimit>();
  const [wanted, setWanted] = useTextInAddress('role');
  useChanges(['authority', 'role_right']);
  const isOwn = (role: string) =>
    person.roles.some(
      (held) => held.role === role && (held.brand === brand || [held.brand, brand].includes('*')),
    );
  const places = new Map([['*', t`All brands`], ...person.brands.map(({ id, name }) => [id, name] as const)]);
  const roles = query.data?.roles ?? [];
  const mayChange = hasRight(person, 'staff.setLimit', brand);
  const shown =
    roles.find(({ role }) => role === wanted) ??
    // Whoever changes limits begins with those of others, everybody else with their own.
    roles.find(({ role, limits }) => limits.length > 0 && isOwn(role) !== mayChange) ??
    roles[0];
  return (
    <Page
      title={t`Roles and limits`}
      status={
        shown && (
          <Tabs
            label={t`Which role`}
            options={roles.map(({ role }) => ({ value: role, label: word(role) }))}
            value={shown.role}
            onChange={setWanted}
          />
        )
      }
    >
      <Loaded query={query}>
        {() =>
          shown && (
            <>
              <Who role={shown} brand={brand} isOwn={isOwn(shown.role)} mayChange={mayChange} />
              <LimitTable
                key={shown.role}
                role={shown}
                onChange={mayChange && !isOwn(shown.role) ? setChanged : undefined}
                brand={brand}
                places={places}
              />
              <Card title={t`Rights`} aside={shown.rights.length} isFlush>
                <RightTable caption={t`Rights of the role by screen`} names={shown.rights} />
              </Card>
            </>
          )
        }
      </Loaded>
      {changed && <LimitDialog limit={changed} brand={brand} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

interface WhoProps {
  readonly role: Role;
  readonly brand: string;
  readonly isOwn: boolean;
  readonly mayChange: boolean;
}

/** What a role is for, who holds it, and who changes its limits. */
function Who({ role: { role, summary }, brand, isOwn, mayChange }: WhoProps): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(listStaff, {}, brand);
  const names = data?.staff
    .filter(({ state, roles }) => state !== 'ended' && roles.some((held) => held.role === role))
    .map(({ name, email }, _, all) =>
      all.filter((other) => other.name === name).length > 1 ? `${name} (${email})` : name,
    )
    .join(', ');
  return (
    <p className={kit.ink2}>
      {summary !== '' && `${summary.replace(/^./, (first) => first.toUpperCase())}. `}
      {names !== undefined && (names === '' ? t`Nobody holds it.` : t`Held by ${names}.`)}{' '}
      {isOwn
        ? t`It is your own role: others change its limits.`
        : mayChange
          ? t`You request a change of a limit; a second person approves it.`
          : t`An administrator requests a change of a limit; a second person approves it.`}
    </p>
  );
}

interface TableProps {
  readonly role: Role;
  readonly onChange: ((limit: RoleLimit) => void) | undefined;
  readonly brand: string;
  /** The names of brands by their ids. */
  readonly places: ReadonlyMap<string, string>;
}

/** The limits of a role in words. */
function LimitTable({ role: { role, limits }, onChange, brand, places }: TableProps): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  // The limits of a currency have it where the others name their brand.
  const rows = limits.map(({ brand: place, ...limit }) => ({
    role,
    place,
    ...limit,
    ...(places.has(place) ? {} : { currency: place }),
  }));
  type Row = (typeof rows)[number];
  const money = useMoneyText();
  const amount = (cents: number, place: string) =>
    place === '*' && brand === '*'
      ? t`${money(cents, undefined)} in each brand’s currency`
      : money(cents, place);
  const sayings = ({ action, place, maxPerItem, maxPerDay, secondPersonFrom }: Row) => {
    const all = maxPerDay === undefined ? '' : amount(maxPerDay, place);
    if (action === costLimit)
      return [t`Alone up to ${all} a day for everything together, above it with a second person`];
    const alone = [
      secondPersonFrom !== undefined && t`Alone below ${amount(secondPersonFrom, place)}`,
      all !== '' && (secondPersonFrom === undefined ? t`Alone up to ${all} a day` : t`up to ${all} a day`),
    ].filter((part) => part !== false);
    return [
      secondPersonFrom === 0
        ? t`Always with a second person`
        : alone.length === 0
          ? t`Alone, whatever the amount`
          : t`${alone.join(', ')}, above it with a second person`,
      ...(maxPerItem === undefined ? [] : [t`never more than ${amount(maxPerItem, place)} at once`]),
    ];
  };
  // What one person does alone up to an amount, then what needs a second one, then what never does.
  const rankOf = ({ maxPerItem, maxPerDay, secondPersonFrom }: Row) =>
    (maxPerItem ?? maxPerDay) !== undefined || (secondPersonFrom ?? 0) > 0
      ? 0
      : secondPersonFrom === 0
        ? 1
        : 2;
  const columns: readonly Column<Row>[] = [
    { key: 'action', header: t`Action`, narrow: 'main', cell: ({ action }) => <Named name={action} /> },
    // Named where it is not the same for all.
    ...(new Set(limits.map((limit) => limit.brand)).size > 1
      ? [
          {
            key: 'brand',
            header: t`Where`,
            narrow: 'sub' as const,
            cell: ({ place }: Row) => places.get(place) ?? t`Amounts in ${place}`,
          },
        ]
      : []),
    {
      key: 'rule',
      header: t`Who decides`,
      narrow: 'more',
      cell: (limit) => `${sayings(limit).join('; ')}.`,
    },
    {
      key: 'actions',
      header: t`Actions`,
      narrow: 'mainEnd',
      cell: (limit) =>
        onChange &&
        // What is set counts where the person is: a currency's limits are replaced in a brand of it.
        (brand !== '*' || limit.place === brand) && (
          <Button
            aria-label={t`Change the limit of ${word(limit.role)}: ${word(limit.action)}`}
            onClick={() => onChange({ ...limit, brand: limit.place })}
          >{t`Change`}</Button>
        ),
    },
  ];
  return (
    <Card title={t`Limits`} isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className={kit.muted}>{t`It does nothing that has a limit.`}</p>
      ) : (
        <DataTable
          caption={t`Limits of the role`}
          columns={onChange ? columns : columns.slice(0, -1)}
          rows={[...rows].sort((one, other) => rankOf(one) - rankOf(other))}
          rowKey={({ action, place }) => `${action} ${place}`}
        />
      )}
    </Card>
  );
}
