import { showOrderPage } from '@hiram/contract/console/borrower';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Card as Part } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './borrower.module.css';
import type { Card } from './types.ts';

/** The borrower's order page as they see it, when it is asked for: opening it is recorded. */
export function BorrowerPreview({ card }: { readonly card: Card }): ReactNode {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const orderId = card.orders[0]?.orderId;
  if (orderId === undefined) return null;
  return (
    <Part title={t`As they see it`} aside={t`read-only`}>
      {isOpen ? (
        <Shown card={card} orderId={orderId} />
      ) : (
        <Button hotkey="view" hotkeyLabel={t`as they see it`} onClick={() => setOpen(true)}>
          {t`Show their app`}
        </Button>
      )}
      <p
        className={styles.muted}
      >{t`The answer of their own call, in their language. Opening it is in the trail.`}</p>
    </Part>
  );
}

function Shown({ card, orderId }: { readonly card: Card; readonly orderId: OrderId }): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showOrderPage, { borrowerId: card.borrowerId, orderId }, card.brand);
  return (
    <Loaded query={query}>
      {(page) => (
        <section className={styles.phone} lang={page.language || undefined} aria-label={t`Their order page`}>
          <div className={styles.phoneHead} data-late={(page.due?.overdueDays ?? 0) > 0 ? '' : undefined}>
            <p className={styles.phoneTitle}>{page.statusTitle}</p>
            <p>{page.statusText}</p>
          </div>
          {page.due && (
            <div className={styles.phoneDue}>
              <p className={styles.phoneAmount}>
                <Money cents={page.due.amount} />
              </p>
              <p className={styles.muted}>
                <Day on={page.due.on} />
              </p>
              <dl className={styles.phoneRows}>
                {page.due.rows.map(({ text, amount }) => (
                  <div key={`${text} ${amount}`}>
                    <dt>{text}</dt>
                    <dd>
                      <Money cents={amount} />
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          )}
          <dl className={styles.phoneRows}>
            {rowsBelow(page).map(({ text, value }) => (
              <div key={`${text} ${value}`}>
                <dt>{text}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {page.safetyTip !== undefined && <p className={styles.muted}>{page.safetyTip}</p>}
        </section>
      )}
    </Loaded>
  );
}

/** The rows below what is due, which has some of them already. */
function rowsBelow({ rows, due }: StaffOutput<typeof showOrderPage>) {
  return rows.filter(({ text }) => !due?.rows.some((row) => row.text === text));
}
