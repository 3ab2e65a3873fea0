import { askAboutApproval, maxQuestion } from '@hiram/contract/console/approval-case';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { DayOf, Figure, Money, When } from '../app/cells.tsx';
import type { Person } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Meter } from '../kit/Meter.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './approval.module.css';
import type { Case } from './case.ts';
import { useCheckWords, useOutcomeWords } from './words.ts';

/** The requester's requests of today against their limit, and the ends of their requests of a month. */
export function RequesterToday({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const { requester, approval } = shown;
  const { name, roles, today, maxPerDay, month } = requester;
  const amount = approval.amount ?? 0;
  const sum = today.amount + amount;
  const isWaiting = approval.state === 'waiting';
  return (
    <Card title={t`${name} today`} aside={roles.map(word).join(', ')}>
      <dl className={styles.pairs}>
        <dt>{t`Other requests for the same`}</dt>
        <dd>
          {today.count === 0 ? t`none` : today.count}
          {today.count > 0 && approval.amount !== undefined && (
            <>
              , <Money cents={today.amount} />
            </>
          )}
        </dd>
        {today.count > 0 && isWaiting && approval.amount !== undefined && (
          <>
            <dt>{t`With this one`}</dt>
            <dd>
              <strong>
                <Money cents={sum} />
              </strong>
            </dd>
          </>
        )}
        {maxPerDay !== undefined && (
          <>
            <dt>{t`Alone at most in a day`}</dt>
            <dd>
              <Money cents={maxPerDay} />
            </dd>
          </>
        )}
      </dl>
      {maxPerDay !== undefined && approval.amount !== undefined && (
        <Meter
          label={t`Requested today against the limit of a day`}
          of={maxPerDay}
          parts={[today.amount, amount]}
        />
      )}
      <p className={kit.muted}>
        {t`30 days: ${month.approved} approved, ${month.rejected} rejected`}
        {month.changed > 0 && `, ${t`${month.changed} changed or expired`}`}
      </p>
    </Card>
  );
}

/** Similar requests, fewer than which have no median. */
const fewest = 5;

/** Requests for the same action, and how they ended. */
export function Similar({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const outcome = useOutcomeWords();
  const { rows, count, approved, rejected, median, smaller } = shown.similar;
  return (
    <Card
      isFlush
      title={t`Similar, last 30 days`}
      aside={count > rows.length && t`${rows.length} of ${count}`}
    >
      {rows.length === 0 ? (
        <p className={styles.pad}>{t`The first of its kind in 30 days.`}</p>
      ) : (
        <>
          <table className={`${kit.table} ${styles.similar}`}>
            <caption>{t`Similar requests`}</caption>
            <thead>
              <tr>
                <th scope="col">{t`Day`}</th>
                <th scope="col">{t`Borrower`}</th>
                <th scope="col" className={kit.right}>{t`Amount`}</th>
                <th scope="col">{t`Result`}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const closedBy = row.isClosedByMe ? t`you` : row.closedBy;
                const { tone, words } = outcome({ state: row.state, closedBy });
                return (
                  <tr key={row.approvalId}>
                    <td>
                      <Link href={`/approvals/${row.approvalId}?list=closed`}>
                        <DayOf at={row.requestedAt} />
                      </Link>
                    </td>
                    <td>
                      {row.borrower ? (
                        <Link href={`/borrower/${row.borrower.borrowerId}`}>
                          {row.borrower.name || t`Borrower`}
                        </Link>
                      ) : (
                        '–'
                      )}
                    </td>
                    <td className={kit.right}>
                      <Figure cents={row.amount} />
                    </td>
                    <td>
                      <Status tone={tone}>{words}</Status>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p className={styles.pad}>
            {t`${approved} approved, ${rejected} rejected.`} {/* Of a few it says nothing. */}
            {median !== undefined && count >= fewest && (
              <>
                {t`Median`} <Money cents={median} />; {t`this one is above ${smaller} of ${count}.`}
              </>
            )}
          </p>
        </>
      )}
    </Card>
  );
}

/** The server's checks. */
export function Checks({ shown, person }: { readonly shown: Case; readonly person: Person }): ReactNode {
  const { t } = useLingui();
  const words = useCheckWords();
  const { checks, approval, digest } = shown;
  return (
    <Card title={t`Checks`}>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.name}>
            <Status tone={check.tone}>{words(check, approval)}</Status>
          </li>
        ))}
        <li className={kit.muted}>
          {t`What is approved is exactly what is shown, check value`} <code>{digest}</code>
          {approval.state === 'waiting' &&
            `, ${person.hasPasskey ? t`signed with your passkey when you approve` : t`not signed, as you have no passkey`}`}
        </li>
      </ul>
    </Card>
  );
}

/** Questions about the request and their answers. While it waits both sides can write. */
export function Talk({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const { messages, approval } = shown;
  const { approvalId, brand, isOwn, requestedBy, state } = approval;
  const [text, setText, clear] = useDraft(`approval.ask ${approvalId}`);
  const form = useRef<HTMLDivElement>(null);
  const asking = useStaffAction(askAboutApproval, brand);
  const isOpen = state === 'waiting';
  useKey(
    isOwn ? 'write' : 'ask',
    isOwn ? t`answer` : t`ask`,
    () => form.current?.querySelector('textarea')?.focus(),
    {
      isOn: isOpen,
    },
  );
  const send = () => asking.mutate({ approvalId, body: text }, { onSuccess: clear });
  return (
    <Card title={t`Said about it`}>
      {messages.length > 0 && (
        <ol className={styles.talk}>
          {messages.map((message) => (
            <li key={`${message.at} ${message.body}`} data-own={message.isOwn ? '' : undefined}>
              <span className={styles.by}>
                {message.isOwn ? t`you` : message.by} <When at={message.at} />
              </span>
              <span>{message.body}</span>
            </li>
          ))}
        </ol>
      )}
      {messages.length === 0 && !isOpen && <p className={kit.muted}>{t`Nobody asked anything.`}</p>}
      {isOpen && (
        <div ref={form} className={kit.ask}>
          <TextArea
            label={isOwn ? t`Answer` : t`Ask ${requestedBy}`}
            hint={t`does not extend its time`}
            max={maxQuestion}
            rows={2}
            value={text}
            onChange={setText}
          />
          <Fault error={asking.error} />
          <div>
            <Button disabled={text.trim() === '' || asking.isPending} onClick={send}>{t`Send`}</Button>
          </div>
        </div>
      )}
    </Card>
  );
}
