import { allBrands } from '@hiram/contract/console/rights';
import { listStaff } from '@hiram/contract/console/staff';
import { whoMay } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { When } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { InvitePerson } from './InvitePerson.tsx';
import type { Member } from './member.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { RecoveryBanners } from './Recoveries.tsx';
import { RequestRoles } from './RequestRoles.tsx';

/** The people of the lender, with what the viewer may do about each. */
export function Staff({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listStaff, {}, brand);
  useChanges(['staff', 'staff_role', 'staff_key', 'staff_session', 'staff_recovery', 'staff_invitation']);
  const [opened, setOpened] = useState<Member>();
  const [isInviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Member>();
  const mayAsk = hasRight(person, 'staff.assignRoles', brand);
  return (
    <Page
      title={t`Staff`}
      actions={
        hasRight(person, 'staff.invite', '*') && (
          <Button look="primary" hotkey="new" onClick={() => setInviting(true)}>{t`Invite`}</Button>
        )
      }
    >
      {!hasRight(person, 'staff.invite', '*') && <WhoInvites />}
      <RecoveryBanners mayRecover={hasRight(person, 'staff.recover', '*')} />
      <Card isFlush>
        <Loaded query={query}>
          {({ staff }) => (
            <People
              self={person.staffId}
              staff={staff}
              onOpen={setOpened}
              onChange={mayAsk ? setChanged : undefined}
            />
          )}
        </Loaded>
      </Card>
      {opened && (
        <PersonDialog
          person={person}
          member={opened}
          onClose={() => setOpened(undefined)}
          onRoles={
            mayAsk && opened.staffId !== person.staffId
              ? () => {
                  setOpened(undefined);
                  setChanged(opened);
                }
              : undefined
          }
        />
      )}
      {isInviting && <InvitePerson onClose={() => setInviting(false)} />}
      {changed && (
        <RequestRoles
          member={changed}
          // Who has roles in all brands gets others there, if the reader may give them.
          brand={
            changed.roles.some((held) => held.brand === allBrands) &&
            hasRight(person, 'staff.assignRoles', allBrands)
              ? allBrands
              : brand
          }
          onClose={() => setChanged(undefined)}
        />
      )}
    </Page>
  );
}

/** Who may invite somebody, for a person who may not. */
function WhoInvites(): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(whoMay, { right: 'staff.invite' }, allBrands);
  const names = data?.people.map(({ name }) => name).join(', ');
  return (
    <p className={kit.muted}>
      {names ? t`${names} can invite somebody.` : t`An administrator can invite somebody.`}
    </p>
  );
}

interface PeopleProps {
  readonly staff: readonly Member[];
  readonly onOpen: (member: Member) => void;
  /** The reader. */
  readonly self: string;
  readonly onChange: ((member: Member) => void) | undefined;
}

const tones = { invited: 'waiting', active: 'good', ended: 'plain' } as const;

function People({ self, staff, onOpen, onChange }: PeopleProps): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const states = { invited: t`Invited`, active: t`Active`, ended: t`Left` };
  const mails = {
    none: t`Invited by an operator`,
    queued: t`Invited by mail`,
    sent: t`Invited by mail`,
    rejected: t`Mail rejected`,
    expired: t`Mail not delivered`,
  };
  const rolesOf = ({ roles }: Member) =>
    roles.map(({ role, brand }) => (brand === '*' ? word(role) : `${word(role)} (${brand})`)).join(', ') ||
    t`no role yet`;
  const columns: readonly Column<Member>[] = [
    {
      key: 'name',
      header: t`Name`,
      narrow: 'main',
      cell: ({ name, staffId }) => (staffId === self ? t`${name} (you)` : name),
    },
    { key: 'email', header: t`E-mail`, cell: ({ email }) => email },
    { key: 'roles', header: t`Roles`, narrow: 'sub', cell: rolesOf },
    {
      key: 'state',
      header: t`State`,
      narrow: 'mainEnd',
      cell: ({ state, mail }) => (
        <Status tone={mail === 'rejected' || mail === 'expired' ? 'danger' : tones[state]}>
          {mail ? mails[mail] : states[state]}
        </Status>
      ),
    },
    {
      key: 'passkeys',
      header: t`Passkeys`,
      align: 'right',
      cell: ({ passkeys, state }) =>
        state === 'ended' ? '–' : passkeys === 0 ? <span className={kit.muted}>{t`none`}</span> : passkeys,
    },
    { key: 'seen', header: t`Last seen`, cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
    {
      key: 'actions',
      header: t`Actions`,
      // On a phone the roles are changed from the person.
      cell: (member) =>
        member.state !== 'ended' &&
        // Nobody changes their own roles.
        member.staffId !== self &&
        onChange && (
          <Button
            aria-label={t`Change the roles of ${member.name}`}
            onClick={() => onChange(member)}
          >{t`Roles`}</Button>
        ),
    },
  ];
  return (
    <DataTable
      caption={t`People who use the console`}
      columns={onChange ? columns : columns.slice(0, -1)}
      rows={staff}
      rowKey={({ staffId }) => staffId}
      onOpen={onOpen}
    />
  );
}
