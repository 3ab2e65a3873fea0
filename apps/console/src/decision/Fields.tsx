import { type DecisionField, decisionFields, readDecisionField } from '@hiram/contract/console/decision';
import { isReason } from '@hiram/contract/fields';
import { formatCents } from '@hiram/loan';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { When } from '../app/cells.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import styles from './decision.module.css';
import type { ShownDecision } from './types.ts';
import { useFieldWords } from './words.ts';

interface Props {
  readonly decision: ShownDecision;
  readonly person: Person;
}

/** The fields in the order in which they are compared: the account beside the name that it must have. */
const order: readonly DecisionField[] = [
  'fullName',
  'accountHolder',
  'birthDate',
  'accountNumber',
  ...decisionFields,
];

/** The certified fields and the payout account. Each opens alone, with the reason that is typed above them. */
export function Fields({ decision, person }: Props): ReactNode {
  const { t } = useLingui();
  const { reviewId, brand, account, name, fields } = decision;
  const words = useFieldWords();
  const { money } = useBrandFormat();
  const [reason, setReason] = useDraft(`decision read ${reviewId}`);
  const [read, setRead] = useState<Partial<Record<DecisionField, string>>>({});
  const reasonBox = useRef<HTMLInputElement>(null);
  const reading = useMutation({
    mutationFn: ({ field, why }: { readonly field: DecisionField; readonly why: string }) =>
      sendStaff(readDecisionField, { reviewId, field, reason: why }, brand),
    onSuccess: ({ value }, { field }) => setRead((before) => ({ ...before, [field]: value })),
  });
  const opened = { ...read, ...(name === undefined ? {} : { fullName: name }) };
  const mayRead = hasRight(person, 'decision.readField', brand);
  const open = (field: DecisionField) =>
    !isReason(reason) ? reasonBox.current?.focus() : reading.mutate({ field, why: reason });
  const isSeen = (field: DecisionField) =>
    mayRead || opened[field] !== undefined || field === 'accountNumber';
  const hidden = fields.filter((field) => !isSeen(field)).length;
  const shown = (field: DecisionField) => {
    const value = opened[field];
    if (value === undefined)
      return mayRead ? (
        <Button look="quiet" disabled={reading.isPending} onClick={() => open(field)}>
          <Icon name="eye" />
          <span>
            {t`Show`} <span className="visually-hidden">{words[field]}</span>
          </span>
        </Button>
      ) : (
        ''
      );
    if (value === '') return t`not given`;
    return <strong>{field === 'monthlyIncome' ? formatCents(Number(value), money) : value}</strong>;
  };
  return (
    <Card
      title={t`Facts`}
      aside={
        account &&
        (account.isOwnName ? (
          <Status tone="good">{t`The account has the borrower’s name`}</Status>
        ) : (
          <Status tone="danger">{t`The account has another name`}</Status>
        ))
      }
      isFlush
    >
      {mayRead && (
        <div className={`${kit.field} ${styles.reason}`}>
          <label className={kit.label} htmlFor="read-reason">
            <strong>{t`Why you open a field`}</strong> {t`kept in the trail; the borrower sees it`}
          </label>
          <input
            id="read-reason"
            ref={reasonBox}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Fault error={reading.error} />
        </div>
      )}
      {mayRead && account && !account.isOwnName && opened.accountHolder === undefined && (
        <p className={styles.account}>
          <Button
            disabled={reading.isPending}
            onClick={() =>
              reading.mutate({
                field: 'accountHolder',
                why: t`The account is in another name: compared with the borrower’s`,
              })
            }
          >
            {t`Compare the account holder`}
          </Button>
        </p>
      )}
      <dl className={styles.fields}>
        {fields
          .filter(isSeen)
          .sort((a, b) => order.indexOf(a) - order.indexOf(b))
          .map((field) => (
            <div key={field}>
              <dt>{words[field]}</dt>
              <dd aria-live="polite">
                {field === 'accountNumber' && account && `${account.institution} ··· ${account.tail} `}
                {shown(field)}
              </dd>
            </div>
          ))}
        {account && (
          <div>
            <dt>{t`Account named on`}</dt>
            <dd>
              <When at={account.boundAt} />
            </dd>
          </div>
        )}
      </dl>
      {hidden > 0 && (
        <p className={styles.foot}>
          {t`${plural(hidden, { one: '# field is', other: '# fields are' })} hidden from your roles.`}
        </p>
      )}
      {!account && (
        <p className={styles.foot}>
          {t`No account yet. The holder’s name is compared before money goes out.`}
        </p>
      )}
    </Card>
  );
}
