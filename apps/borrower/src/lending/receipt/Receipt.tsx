import type { PastPayment } from '@hiram/contract/loan';
import { formatTelephone } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Contacts } from '../../app/host/Contacts.tsx';
import { money } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { BrandArt } from '../../art/BrandArt.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { momentText } from './moment-text.ts';
import css from './Receipt.module.css';
import { shareText } from './share-text.ts';

/** The facts of a receipt. Amounts in cents. */
export interface ReceiptFacts {
  readonly reference: string;
  readonly amount: number;
  /** The day that counts, and when the lender learnt of the payment (ISO 8601). */
  readonly date: string;
  readonly receivedAt?: string | undefined;
  /** The wallet, bank or counter. */
  readonly method: string;
  /** The allocation of the payment, line by line, or its destination. */
  readonly rows: readonly { readonly text: string; readonly value: string }[];
  /** The remaining debt and the next repayment. */
  readonly rest: readonly { readonly text: string; readonly value: string }[];
}

/** The receipt of a payment. `rest`: what is left of the loan. */
export function PaymentReceipt({
  payment,
  rest,
}: {
  readonly payment: PastPayment;
  readonly rest: ReceiptFacts['rest'];
}): ReactNode {
  return (
    <Receipt
      facts={{
        reference: payment.reference,
        amount: payment.amount,
        date: payment.date,
        receivedAt: payment.receivedAt,
        method: payment.channel,
        rows: payment.rows.map((row) => ({ text: row.text, value: money(row.amount) })),
        rest,
      }}
    />
  );
}

/** A receipt as paper with a torn edge, and the buttons that save and share it. */
export function Receipt({ facts }: { readonly facts: ReceiptFacts }): ReactNode {
  const { t } = useLingui();
  const { reference, amount, date, receivedAt, method, rows, rest } = facts;
  const title = t`Receipt ${reference}`;
  const when = [momentText(date, receivedAt), method].filter(Boolean).join(' · ');
  const check = t`Check this receipt: ${formatTelephone(settings.servicePhone)}`;
  const lines = [...rows, ...rest].map((row) => `${row.text}: ${row.value}`);
  const text = [settings.name, title, money(amount), when, ...lines, check].join('\n');
  const share = async () => {
    if (await shareText(title, text)) toast(t`Receipt copied`, { kind: 'success' });
  };
  const save = async () => {
    const { saveReceipt } = await import('./save-receipt.ts');
    await saveReceipt(
      { name: settings.name, title, amount: money(amount), when, rows, rest, check },
      reference,
    );
  };
  return (
    <div className={css.receipt}>
      <section className={css.paper} aria-label={title}>
        <p className={css.head}>
          <span>{title}</span>
          <span className={css.mark}>
            <BrandArt svg={settings.art.mark} />
          </span>
        </p>
        <p className={css.amount}>{money(amount)}</p>
        <p className={css.when}>{when}</p>
        <Lines rows={rows} />
        {rest.length > 0 ? (
          <div className={css.rest}>
            <Lines rows={rest} />
          </div>
        ) : null}
        <p className={css.check}>
          <Contacts text={check} />
        </p>
      </section>
      <div className={css.actions}>
        <Button look="secondary" onTap={() => void save()}>{t`Save`}</Button>
        <Button look="secondary" onTap={() => void share()}>{t`Share receipt`}</Button>
      </div>
    </div>
  );
}

function Lines({ rows }: { readonly rows: ReceiptFacts['rows'] }): ReactNode {
  return (
    <dl className={css.lines}>
      {rows.map((row) => (
        <div key={row.text}>
          <dt>{row.text}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
