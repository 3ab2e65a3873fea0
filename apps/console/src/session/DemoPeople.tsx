import type { ShippedRole } from '@hiram/contract/console/rights';
import { demoPeople, moveDemoClock, signInDemo } from '@hiram/contract/console/session';
import type { StaffInput, StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { DueIn } from '../app/cells.tsx';
import { useRoleWords, useTaskKindWords } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
import { Icon } from '../kit/Icon.tsx';
import { pressKey } from '../kit/keys/key-store.ts';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './session.module.css';

type DemoPerson = StaffOutput<typeof demoPeople>['people'][number];

/** The sandbox's people with what waits for each. A press, or a digit, signs in as one. */
export function DemoPeople(): ReactNode {
  const { t } = useLingui();
  const words = useRoleWords();
  const client = useQueryClient();
  const query = useStaffCall(demoPeople, {});
  const [, navigate] = useLocation();
  const signingIn = useMutation({
    mutationFn: (person: StaffInput<typeof signInDemo>) => sendStaff(signInDemo, person),
    onSuccess: () => client.resetQueries(),
  });
  const begin = (role: ShippedRole, path: string) =>
    signingIn.mutate({ role }, { onSuccess: () => navigate(path, { replace: true }) });
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
      <p className={kit.ink2}>
        {t`What one person does, the next one sees; what waits is counted over all brands. A real installation does not have this part of the page.`}
      </p>
      <Loaded query={query}>
        {({ people, today }) => (
          <>
            <DemoDay today={today} />
            <table className={styles.people}>
              <caption>{t`People of the sandbox`}</caption>
              <thead>
                <tr>
                  <th scope="col">{t`Person`}</th>
                  <th scope="col">{t`Job here`}</th>
                  <th scope="col" className={styles.right}>{t`Waits`}</th>
                  <th scope="col">{t`First in their list`}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t`Sign in`}</span>
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
            <Stories people={people} isPending={signingIn.isPending} onBegin={begin} />
          </>
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
            {t`Second ${words[role].toLowerCase()}`}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** The days until the first day of the month after. */
function daysToNextMonth(today: string): number {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - day + 1;
}

/** The sandbox's business day, and what moves it. */
function DemoDay({ today }: { readonly today: string }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const client = useQueryClient();
  const moving = useMutation({
    mutationFn: (days: number) => sendStaff(moveDemoClock, { days }),
    onSuccess: () => client.resetQueries(),
  });
  const steps = [
    { days: 1, words: t`+ 1 day` },
    { days: 7, words: t`+ 7 days` },
    { days: daysToNextMonth(today), words: t`To the next month` },
  ];
  return (
    <div className={styles.clock}>
      <Icon name="clock" />
      <div>
        <strong>{dates.day(today)}</strong>
        <span className={styles.under}>{t`Moving the day runs every job of the days between.`}</span>
      </div>
      {steps.map(({ days, words }) => (
        <Button key={words} disabled={moving.isPending} onClick={() => moving.mutate(days)}>
          {words}
        </Button>
      ))}
      <Fault error={moving.error} />
    </div>
  );
}

interface StoriesProps {
  readonly people: readonly DemoPerson[];
  readonly isPending: boolean;
  readonly onBegin: (role: ShippedRole, path: string) => void;
}

/** Ways through the sandbox that show what the console is about. */
function Stories({ people, isPending, onBegin }: StoriesProps): ReactNode {
  const { t } = useLingui();
  const nameOf = (role: ShippedRole) => people.find((person) => person.role === role)?.name ?? '';
  const [cashier, risk] = [nameOf('cashier'), nameOf('risk')];
  const stories = [
    {
      role: 'controller' as const,
      path: '/approvals',
      title: t`The second person`,
      minutes: 2,
      words: t`${cashier} asks to waive a debt. Approve it, or reject it with a reason.`,
    },
    {
      role: 'cashier' as const,
      path: '/money-in',
      title: t`A day at the bank`,
      minutes: 3,
      words: t`Post what matches with one signature, and find whose the other lines are.`,
    },
    {
      role: 'risk' as const,
      path: '/policy',
      title: t`A stricter policy`,
      minutes: 4,
      words: t`Edit a draft, compare it with the version in force, and request it. ${risk} never activates it alone.`,
    },
  ];
  return (
    <ul className={styles.stories}>
      {stories.map(({ role, path, title, minutes, words }) => {
        const name = nameOf(role);
        return (
          <li key={path}>
            <h3>
              {title} <span className={kit.muted}>{t`${minutes} min`}</span>
            </h3>
            <p className={kit.ink2}>{words}</p>
            <Button disabled={isPending} onClick={() => onBegin(role, path)}>{t`Begin as ${name}`}</Button>
          </li>
        );
      })}
    </ul>
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
  const dates = useDates();
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
      <td className={styles.job}>
        {words[role]}
        <span className={styles.under}>{jobs[role]}</span>
      </td>
      <td className={styles.right}>
        <strong>{count}</strong>
        <span className={styles.waits}> {t`wait`}</span>
      </td>
      <td className={styles.first}>
        {first === undefined ? (
          <span className={kit.muted}>{t`nothing waits`}</span>
        ) : (
          <>
            {first.until === undefined ? (
              <>
                {kinds[first.kind]} <DueIn at={first.dueAt} />
              </>
            ) : (
              <Status tone="clock">{t`no approver on shift until ${dates.time(first.until)}`}</Status>
            )}
            {over > (first.until === undefined ? 1 : 0) && (
              <span className={styles.under}>{t`${over} overdue`}</span>
            )}
          </>
        )}
      </td>
      <td className={styles.action}>
        <Button
          hotkey={`${place % 10}`}
          hotkeyLabel={t`sign in as ${name}`}
          disabled={isPending}
          onClick={onSignIn}
        >
          {t`Sign in`}
          <span className="visually-hidden">
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
    officer: t`Complaint deadlines, data requests, audit`,
    reviewer: t`Referred applications, held payouts`,
    risk: t`Policy, products, portfolio`,
    support: t`Answers people and their complaints`,
  };
}
