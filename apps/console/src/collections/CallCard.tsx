import {
  makeCallCode,
  maxPromises,
  type Outcome,
  outcomes,
  promiseDays,
  reportOutcome,
  type ShownLateLoan,
  startCall,
} from '@hiram/contract/console/collections';
import { parseCents } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Money, When } from '../app/cells.tsx';
import { dayAfter } from '../app/days.ts';
import { useDraft } from '../app/useDraft.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useDates } from '../kit/dates.ts';
import { useKey } from '../kit/keys/keys.ts';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './collections.module.css';
import { useDeskWords } from './words.ts';

interface Props {
  readonly loan: ShownLateLoan;
  readonly onNext: () => void;
}

/** The call: whether it may be made, the number once it is started, and the outcome that it needs. */
export function CallCard({ loan, onNext }: Props): ReactNode {
  const { t } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  const starting = useStaffAction(startCall, loan.brand);
  const dates = useDates();
  const { attempts } = loan;
  const contactId = starting.data?.contactId ?? loan.openContactId;
  // The letter only moves the focus: no single key opens a number.
  useKey('new', t`start contact`, () => start.current?.querySelector('button')?.focus(), {
    isOn: contactId === undefined,
  });
  return (
    <Card
      title={t`This call`}
      aside={
        contactId === undefined ? (
          t`${attempts.today} of ${attempts.mostToday} today`
        ) : (
          <Status tone="clock">{t`outcome required`}</Status>
        )
      }
    >
      {contactId === undefined ? (
        <>
          <p className={styles.muted}>
            {t`The number is shown when the call starts. What comes of it is required before the next call.`}
          </p>
          <div ref={start} className={styles.bar}>
            <Button
              look="primary"
              disabled={!loan.may.ok || starting.isPending}
              onClick={() => starting.mutate({ orderId: loan.orderId })}
            >
              {loan.may.from === undefined ? t`Call` : t`Call, from ${dates.moment(loan.may.from)}`}
            </Button>
            <Fault error={starting.error} />
          </div>
        </>
      ) : (
        <>
          <p className={styles.number}>
            {starting.data ? (
              <a href={`tel:${starting.data.phone}`}>{starting.data.phone}</a>
            ) : (
              t`The number was shown once. Report what came of it.`
            )}
          </p>
          <OutcomeForm loan={loan} contactId={contactId} onNext={onNext} />
          <PayCode loan={loan} />
        </>
      )}
    </Card>
  );
}

/** A code for what is due, by one press; again the same one while it is open. */
function PayCode({ loan: { orderId, brand } }: Pick<Props, 'loan'>): ReactNode {
  const { t } = useLingui();
  const creating = useStaffAction(makeCallCode, brand);
  const { data: created } = creating;
  return (
    <>
      <Button hotkey="payCode" disabled={creating.isPending} onClick={() => creating.mutate({ orderId })}>
        {t`Pay code`}
      </Button>
      <div role="status">
        {created && (
          <>
            <p className={styles.number}>{created.code ?? t`QR code on the borrower’s page`}</p>
            <p className={styles.muted}>
              <Money cents={created.amount} /> · {created.channel} · {t`until`} <When at={created.until} />
              {created.code === undefined ? '' : ` · ${t`sent to the borrower`}`}
            </p>
          </>
        )}
      </div>
      <Fault error={creating.error} />
    </>
  );
}

function OutcomeForm({
  loan,
  contactId,
  onNext,
}: Props & { readonly contactId: NonNullable<ShownLateLoan['openContactId']> }): ReactNode {
  const { t } = useLingui();
  const words = useDeskWords();
  const { money } = useBrandFormat();
  const [outcome, setOutcome] = useState<Outcome>();
  const [amount, setAmount] = useState('');
  const [dueOn, setDueOn] = useState(dayAfter(loan.today, 3));
  const [note, setNote, clear] = useDraft(`call ${loan.orderId}`);
  const reporting = useStaffAction(reportOutcome, loan.brand);
  const typed = parseCents(amount, money);
  const promise =
    outcome === 'promise' && typed.ok && typed.cents > 0 ? { amount: typed.cents, dueOn } : undefined;
  const isReady = outcome !== undefined && (outcome !== 'promise' || promise !== undefined);
  const send = async () => {
    if (!isReady) return;
    await reporting.mutateAsync({ contactId, outcome, note, ...(promise ? { promise } : {}) });
    clear();
    onNext();
  };
  return (
    <>
      <fieldset className={styles.outcomes}>
        <legend>{t`Outcome, required`}</legend>
        {outcomes.map((one, index) => (
          <Button
            key={one}
            hotkey={`${index + 1}`}
            aria-pressed={outcome === one}
            onClick={() => setOutcome(one)}
          >
            {words.outcomes[one]}
          </Button>
        ))}
      </fieldset>
      {outcome === 'promise' && (
        <>
          <p className={styles.muted}>{t`At most ${maxPromises} open, within ${promiseDays} days.`}</p>
          <div className={styles.promise}>
            <InputField
              label={t`Amount`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={24}
              value={amount}
              onChange={setAmount}
            />
            <DayField
              isField
              label={t`Day`}
              min={loan.today}
              max={dayAfter(loan.today, promiseDays)}
              value={dueOn}
              onChange={setDueOn}
            />
          </div>
        </>
      )}
      <TextArea label={t`The borrower’s words, if they matter`} value={note} onChange={setNote} max={500} />
      <Fault error={reporting.error} />
      <div className={styles.bar}>
        <Button
          look="primary"
          hotkey="send"
          disabled={!isReady || reporting.isPending}
          onClick={() => void send().catch(() => undefined)}
        >
          {t`Save, next`}
        </Button>
      </div>
    </>
  );
}
