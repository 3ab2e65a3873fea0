import { type DecisionField, readDecisionField } from '@hiram/contract/console/decision';
import { isReason } from '@hiram/contract/fields';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { hasRight, type Person } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import styles from './decision.module.css';
import type { ShownDecision } from './types.ts';
import { useFieldWords } from './words.ts';

interface Props {
  readonly decision: ShownDecision;
  readonly person: Person;
}

/** The certified fields. Each opens alone, with the reason that is typed above them. */
export function Fields({ decision, person }: Props): ReactNode {
  const { t } = useLingui();
  const words = useFieldWords();
  const { reviewId, brand } = decision;
  const [reason, setReason] = useDraft(`decision read ${reviewId}`);
  const [opened, setOpened] = useState<Partial<Record<DecisionField, string>>>({});
  const reasonBox = useRef<HTMLInputElement>(null);
  const reading = useMutation({
    mutationFn: (field: DecisionField) => sendStaff(readDecisionField, { reviewId, field, reason }, brand),
    onSuccess: ({ value }, field) => setOpened((before) => ({ ...before, [field]: value })),
  });
  const mayRead = hasRight(person, 'decision.readField', brand);
  const open = (field: DecisionField) =>
    !isReason(reason) ? reasonBox.current?.focus() : reading.mutate(field);
  return (
    <Card title={t`Facts`} isFlush>
      {mayRead && (
        <div className={`${kit.field} ${styles.reason}`}>
          <label className={kit.label} htmlFor="read-reason">
            <strong>{t`Why you open a field`}</strong>{' '}
            {t`kept in the trail; the borrower sees that it was opened`}
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
      <table className={kit.table}>
        <caption>{t`What the borrower certified`}</caption>
        <tbody>
          {decision.fields.map((field) => (
            <tr key={field}>
              <th scope="row" className={styles.narrow}>
                {words[field]}
              </th>
              <td aria-live="polite">
                <FieldValue
                  field={field}
                  value={field === 'fullName' ? (decision.name ?? opened.fullName) : opened[field]}
                />
              </td>
              <td className={`${kit.right} ${styles.narrow}`}>
                {mayRead && opened[field] === undefined && !(field === 'fullName' && decision.name) && (
                  <Button look="quiet" disabled={reading.isPending} onClick={() => open(field)}>
                    <Icon name="eye" />
                    <span>
                      {t`Show`} <span className="visually-hidden">{words[field]}</span>
                    </span>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function FieldValue({ field, value }: { field: DecisionField; value: string | undefined }): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  if (value === undefined)
    return (
      <span className={styles.dots} role="img" aria-label={t`not opened`}>
        ••••••
      </span>
    );
  if (value === '') return t`not given`;
  return <strong>{field === 'monthlyIncome' ? formatCents(Number(value), money) : value}</strong>;
}
