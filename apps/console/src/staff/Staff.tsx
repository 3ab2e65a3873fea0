import { listStaff } from '@hiram/contract/console/staff';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/Button.tsx';
import kit from '../kit/kit.module.css';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { InvitePerson } from './InvitePerson.tsx';
import type { Member } from './member.ts';
import { RequestRoles } from './RequestRoles.tsx';

/** The people of the lender, with what the viewer may do about each. */
export function Staff({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listStaff, {}, brand);
  const [isInviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Member>();
  const mayAsk = hasRight(person, 'staff.assignRoles', brand);
  return (
    <>
      <div className={kit.head}>
        <h1>{t`Staff`}</h1>
        {hasRight(person, 'staff.invite', '*') && (
          <Button look="primary" onClick={() => setInviting(true)}>{t`Invite`}</Button>
        )}
      </div>
      <div className={kit.card}>
        <Loaded query={query}>
          {({ staff }) => <People staff={staff} onChange={mayAsk ? setChanged : undefined} />}
        </Loaded>
      </div>
      {isInviting && <InvitePerson onClose={() => setInviting(false)} />}
      {changed && <RequestRoles member={changed} brand={brand} onClose={() => setChanged(undefined)} />}
    </>
  );
}

interface PeopleProps {
  readonly staff: readonly Member[];
  readonly onChange: ((member: Member) => void) | undefined;
}

function People({ staff, onChange }: PeopleProps): ReactNode {
  const { t, i18n } = useLingui();
  const states = { invited: t`Invited`, active: t`Active`, ended: t`Left` };
  return (
    <table className={kit.table}>
      <caption>{t`People who use the console`}</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort="ascending">{t`Name`}</th>
          <th scope="col">{t`Address`}</th>
          <th scope="col">{t`Roles`}</th>
          <th scope="col">{t`State`}</th>
          <th scope="col">{t`Last seen`}</th>
          {onChange && <th scope="col">{t`Actions`}</th>}
        </tr>
      </thead>
      <tbody>
        {staff.map((member) => (
          <tr key={member.staffId}>
            <td>{member.name}</td>
            <td>{member.email}</td>
            <td>
              {member.roles
                .map(({ role, brand }) => (brand === '*' ? role : `${role} (${brand})`))
                .join(', ') || '–'}
            </td>
            <td>{states[member.state]}</td>
            <td>
              {member.lastSeenAt === ''
                ? '–'
                : i18n.date(member.lastSeenAt, { dateStyle: 'medium', timeStyle: 'short' })}
            </td>
            {onChange && (
              <td>
                {member.state !== 'ended' && (
                  <Button
                    aria-label={t`Change the roles of ${member.name}`}
                    onClick={() => onChange(member)}
                  >{t`Roles`}</Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
