import type { ShownApproval } from '@hiram/contract/console/approval';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EffectValue } from '../action/EffectView.tsx';
import { DueIn, Money } from '../app/cells.tsx';
import { useAnyWord } from '../i18n/words.ts';
import { InBrand, useBrandFormat, useBrandName } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Status } from '../kit/Status.tsx';
import styles from './approval.module.css';
import { useOutcomeWords } from './words.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly ShownApproval[];
  readonly chosen: string | undefined;
  readonly hrefOf: (approval: ShownApproval) => string;
  readonly onMore: (() => void) | undefined;
}

/** Requests under each other: what is requested, of whom, by whom, and how long it waits or how it ended. */
export function ApprovalList({ label, rows, chosen, hrefOf, onMore }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <nav aria-label={label} className={styles.list}>
      <ul>
        {rows.map((approval) => (
          <li key={approval.approvalId}>
            <InBrand brand={approval.brand}>
              <Link
                href={hrefOf(approval)}
                className={styles.entry}
                aria-current={approval.approvalId === chosen ? 'page' : undefined}
              >
                <Entry approval={approval} />
              </Link>
            </InBrand>
          </li>
        ))}
      </ul>
      {onMore && <Button onClick={onMore}>{t`Show more`}</Button>}
    </nav>
  );
}

function Entry({ approval }: { readonly approval: ShownApproval }): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const outcome = useOutcomeWords()(approval);
  const { isAmongBrands } = useBrandFormat();
  const brandName = useBrandName();
  const { action, amount, borrower, orderId, requestedBy, isOwn, isAsked, state, expiresAt, brand } =
    approval;
  const [line] = approval.effect;
  const about = borrower
    ? [borrower.name || t`Borrower`, ...(orderId === undefined ? [] : [orderNumber(orderId)])].join(' ')
    : line && <EffectValue text={line.after || line.before} format={line.format} />;
  return (
    <>
      <span className={styles.line}>
        <strong>{word(action)}</strong>
        {amount !== undefined && (
          <span className={styles.amount}>
            <Money cents={amount} />
          </span>
        )}
      </span>
      <span className={styles.about}>{about}</span>
      <span className={styles.line}>
        <span className={styles.by}>
          {isOwn ? t`you` : requestedBy}
          {isAmongBrands && ` · ${brand === '*' ? t`all brands` : brandName(brand)}`}
        </span>
        {state === 'waiting' ? (
          isAsked ? (
            <Status tone="waiting">{t`a question`}</Status>
          ) : (
            <span className={styles.by}>
              {t`ends in`} <DueIn at={expiresAt} />
            </span>
          )
        ) : (
          <Status tone={outcome.tone}>{outcome.words}</Status>
        )}
      </span>
    </>
  );
}
