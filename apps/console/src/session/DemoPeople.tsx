import type { ShippedRole } from '@hiram/contract/console/rights';
import { demoPeople, signInDemo } from '@hiram/contract/console/session';
import type { StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { DueIn } from '../app/cells.tsx';
import { useRoleWords, useTaskKindWords } from '../i18n/words.ts';
import { Button } from '../kit/Button.tsx';
import { pressKey } from '../kit/key-store.ts';
import kit from '../kit/kit.module.css';
import { sendStaff } from '../net/client.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './session.module.css';

type DemoPerson = StaffOutput<typeof demoPeople>['people'][number];

/** The sandbox's people with what waits for each. A press, or a key from 1 to 9, signs in as one. */
export function DemoPeople(): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  const client = useQueryClient();
  const query = useStaffCall(demoPeople, {});
  const signingIn = useMutation({
    mutationFn: (person: StaffInput<typeof signInDemo>) => sendStaff(signInDemo, person),
    onSuccess: () => client.resetQueries(),
  });
  useEffect(() => {
    window.addEventListener('keydown', pressKey);
    return () => window.removeEventListener('keydown', pressKey);
  }, []);
  return (
    <section className={styles.sandbox} aria-labelledby="demo">
      <div className={kit.row}>
        <h2 id="demo" className={styles.title}>{t`Sandbox: be anyone`}</h2>
        <span className={styles.tag}>{t`no real money, no real people`}</span>
      </div>
      <p className={kit.ink2}>{t`What you do as one person, the next one sees.`}</p>
      <Loaded query={query}>
        {({ people }) => (
          <table className={styles.people}>
            <caption>{t`People of the sandbox`}</caption>
            <thead>
              <tr>
                <th scope="col">{t`Person`}</th>
                <th scope="col">{t`Job here`}</th>
                <th scope="col" className={styles.right}>{t`Waits`}</th>
                <th scope="col">{t`First in their list`}</th>
                <th scope="col">
                  <span className={styles.hiddenWords}>{t`Sign in`}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((person, index) => (
                <PersonRow
                  key={person.role}
                  person={person}
                  place={index + 1}
                  isPending={signingIn.isPending}
                  onSignIn={() => signingIn.mutate({ role: person.role })}
                />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
      <div className={kit.row}>
        <span className={kit.ink2}>{t`A second person, who approves what the first one requests:`}</span>
        {(['admin', 'controller'] as const).map((role) => (
          <Button
            key={role}
            disabled={signingIn.isPending}
            onClick={() => signingIn.mutate({ role, isColleague: true })}
          >
            {t`Second: ${words[role]}`}
          </Button>
        ))}
      </div>
      <p className={kit.muted}>{t`A real installation does not have this part of the page.`}</p>
    </section>
  );
}

interface RowProps {
  readonly person: DemoPerson;
  /** Its key. */
  readonly place: number;
  readonly isPending: boolean;
  readonly onSignIn: () => void;
}

function PersonRow({ person, place, isPending, onSignIn }: RowProps): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  const jobs = useJobs();
  const kinds = useTaskKindWords();
  const { role, name, count, over, first } = person;
  return (
    <tr>
      <th scope="row">
        <span className={styles.initials} aria-hidden="true">
          {name
            .split(' ')
            .map((word) => word[0])
            .join('')}
        </span>
        {name}
      </th>
      <td>
        {words[role]}
        <span className={styles.under}>{jobs[role]}</span>
      </td>
      <td className={styles.right}>
        <strong>{count}</strong>
      </td>
      <td>
        {first === undefined ? (
          <span className={kit.muted}>{t`nothing waits`}</span>
        ) : (
          <>
            {kinds[first.kind]} <DueIn at={first.dueAt} />
            {over > 0 && <span className={styles.under}>{t`promises broken: ${over}`}</span>}
          </>
        )}
      </td>
      <td className={styles.action}>
        <Button
          look={place === 1 ? 'primary' : 'plain'}
          hotkey={String(place)}
          hotkeyLabel={t`sign in as ${name}`}
          disabled={isPending}
          onClick={onSignIn}
        >
          {t`Sign in`}
          <span className={styles.hiddenWords}>
            {' '}
            {name}, {words[role]}
          </span>
        </Button>
      </td>
    </tr>
  );
}

/** The work of each role here. */
function useJobs(): Readonly<Record<ShippedRole, string>> {
  const { t } = useLingui();
  return {
    admin: t`Staff, roles, limits; sees no borrower`,
    agency: t`Late loans of an agency`,
    cashier: t`Receipts, refunds, payouts`,
    collector: t`Late loans, inside the allowed hours`,
    controller: t`Second person, reconcile, limits`,
    marketer: t`Funnel, landing pages`,
    officer: t`Complaints’ clocks, data requests, the trail`,
    reviewer: t`Referred applications, held payouts`,
    risk: t`Policy, products, portfolio`,
    support: t`Answers people and their complaints`,
  };
}
