import { endAdministrator, endEmployment, endStaffSessions } from '@hiram/contract/console/staff';
import { endStaffSession, listSessions } from '@hiram/contract/console/staff-account';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ActionButton } from '../action/ActionButton.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import type { Member } from './member.ts';
import { RequestRecovery } from './Recoveries.tsx';
import { Sessions } from './Sessions.tsx';

interface Props {
  readonly person: Person;
  readonly member: Member;
  readonly onClose: () => void;
  /** Changes their roles; undefined: the reader may not. */
  readonly onRoles: (() => void) | undefined;
}

/** A member of staff: their sessions, and the end of their employment. */
export function PersonDialog({ person, member, onClose, onRoles }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  return (
    <Dialog title={member.name} about={member.email} isWide onClose={onClose}>
      <Facts
        items={[
          { label: t`Passkeys`, value: member.passkeys },
          { label: t`Roles`, value: member.roles.map(({ role }) => word(role)).join(', ') || '–' },
        ]}
      />
      {onRoles && member.state !== 'ended' && (
        <div className={kit.row}>
          <Button onClick={onRoles}>{t`Change the roles…`}</Button>
        </div>
      )}
      {hasRight(person, 'staff.endSessions', '*') && <TheirSessions member={member} />}
      {hasRight(person, 'staff.recover', '*') &&
        member.state === 'active' &&
        member.staffId !== person.staffId && <RequestRecovery member={member} />}
      {hasRight(person, 'staff.endEmployment', '*') &&
        member.state !== 'ended' &&
        member.staffId !== person.staffId &&
        (member.roles.some(({ role }) => role === 'admin') ? (
          <EndAdministrator member={member} />
        ) : (
          <EndEmployment member={member} onClose={onClose} />
        ))}
    </Dialog>
  );
}

function TheirSessions({ member }: { readonly member: Member }): ReactNode {
  const { t } = useLingui();
  const { staffId } = member;
  const query = useStaffCall(listSessions, { staffId });
  const endingOne = useStaffAction(endStaffSession);
  const endingAll = useStaffAction(endStaffSessions);
  return (
    <section aria-label={t`Sessions`}>
      <Loaded query={query}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p className={kit.muted}>{t`Signed in nowhere.`}</p>
          ) : (
            <>
              <Sessions sessions={sessions} onEnd={(sessionId) => endingOne.mutate({ staffId, sessionId })} />
              <Button onClick={() => endingAll.mutate({ staffId })}>{t`End all sessions`}</Button>
            </>
          )
        }
      </Loaded>
      <Fault error={endingOne.error ?? endingAll.error} />
    </section>
  );
}

/** Two persons end an administrator's employment: one requests it, another one approves. */
function EndAdministrator({ member }: { readonly member: Member }): ReactNode {
  const { t } = useLingui();
  const { staffId, name } = member;
  return (
    <ActionButton
      label={t`Request the end of the employment …`}
      look="danger"
      title={t`End the employment`}
      about={name}
      calls={endAdministrator}
      draft={`end administrator ${staffId}`}
      request={{ staffId }}
      brand="*"
    />
  );
}

function EndEmployment(props: { readonly member: Member; readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { staffId } = props.member;
  const [reason, setReason, clear] = useDraft(`end employment ${staffId}`);
  const ending = useStaffAction(endEmployment);
  const end = () =>
    ending.mutate(
      { staffId, reason },
      {
        onSuccess: () => {
          clear();
          props.onClose();
        },
      },
    );
  return (
    <section className={kit.field} aria-label={t`End of the employment`}>
      <TextArea
        label={t`Why the employment ends`}
        hint={t`sessions, passkeys, roles and waiting requests end at once`}
        max={500}
        value={reason}
        onChange={setReason}
      />
      <Fault error={ending.error} />
      <div className={kit.row}>
        <Button look="danger" disabled={!isReason(reason) || ending.isPending} onClick={end}>
          {t`End the employment`}
        </Button>
      </div>
    </section>
  );
}
