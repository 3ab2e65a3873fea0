import { type ShownStatementLine, showTransfer } from '@hiram/contract/console/money-in';
import type { TransferId } from '@hiram/contract/ids';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Day, Money, When } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card, Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import type { Claim, FittingLine, Shown } from './claim.ts';
import styles from './money-in.module.css';
import { PostTransfer } from './PostTransfer.tsx';
import { Receipt } from './Receipt.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { StatementLines } from './StatementLines.tsx';

interface Props extends ScreenProps {
  readonly transferId: TransferId;
  /** A claim was posted or refused. */
  readonly onDecided: (transferId: string) => void;
}

/** A claim beside its receipt, its rivals and the lines of the bank's statements. */
export function TransferDetail(props: Props): ReactNode {
  const query = useStaffCall(showTransfer, { transferId: props.transferId }, props.brand);
  return <Loaded query={query}>{(shown) => <Detail {...props} shown={shown} />}</Loaded>;
}

/** The line that is chosen until the person chooses another one: unused, of the reference and the amount. */
function bestLine(lines: readonly FittingLine[]): string | undefined {
  const free = lines.filter(({ isUsed, fits }) => !isUsed && fits.reference);
  return (free.find(({ fits }) => fits.amount) ?? free[0])?.lineId;
}

function Detail(props: Props & { readonly shown: Shown }): ReactNode {
  const { t } = useLingui();
  const { person, brand, shown } = props;
  const [picked, setPicked] = useState<string>();
  const lineId = picked ?? bestLine(shown.lines);
  const [posted, setPosted] = useState<Claim>();
  const [refused, setRefused] = useState<Claim>();
  const line = shown.lines.find((each) => each.lineId === lineId);
  const [first] = shown.claims;
  return (
    <div className={styles.detail}>
      <Card title={t`On the bank’s statement`} aside={first && <Money cents={first.amount} />} isFlush>
        <StatementLines lines={shown.lines} chosen={lineId} onChoose={setPicked} />
      </Card>
      <div className={styles.claims}>
        {shown.claims.map((claim, index) => (
          <ClaimCard
            key={claim.transferId}
            {...{ claim, brand, line }}
            number={index + 1}
            onPost={hasRight(person, 'moneyIn.post', brand) ? setPosted : undefined}
            onRefuse={hasRight(person, 'moneyIn.refuse', brand) ? setRefused : undefined}
          />
        ))}
      </div>
      {posted && (
        <PostTransfer
          claim={posted}
          isGiven={shown.claims.some(({ state }) => state === 'accepted')}
          {...{ brand, line }}
          onClose={() => setPosted(undefined)}
          onDone={({ state }) => state === 'done' && props.onDecided(posted.transferId)}
        />
      )}
      {refused && (
        <RefuseDialog
          entry="transfer"
          id={refused.transferId}
          about={refused.reference}
          brand={brand}
          onClose={() => setRefused(undefined)}
          onDone={({ state }) => state === 'done' && props.onDecided(refused.transferId)}
        />
      )}
    </div>
  );
}

interface ClaimProps {
  readonly claim: Claim;
  readonly number: number;
  readonly brand: string;
  readonly line: ShownStatementLine | undefined;
  readonly onPost: ((claim: Claim) => void) | undefined;
  readonly onRefuse: ((claim: Claim) => void) | undefined;
}

function ClaimCard({ claim, number, brand, line, onPost, onRefuse }: ClaimProps): ReactNode {
  const { t } = useLingui();
  const waits = claim.state === 'review';
  const facts = [
    { label: t`Claims`, value: <Money cents={claim.amount} /> },
    { label: t`Sent on`, value: <Day on={claim.sentOn} /> },
    { label: t`Claimed`, value: <When at={claim.claimedAt} /> },
    { label: t`Owes today`, value: <Money cents={claim.owedToday} /> },
    { label: t`Accepted before`, value: claim.acceptedBefore },
  ];
  return (
    <Card
      title={
        <>
          <span>{claim.reference}</span>{' '}
          <Link href={`/loan/${claim.orderId}`}>{t`loan ${orderNumber(claim.orderId)}`}</Link>
        </>
      }
      aside={<State claim={claim} line={line} />}
    >
      <div className={styles.evidence}>
        <Receipt {...{ claim, brand, number }} />
        <Facts items={facts} />
      </div>
      {waits && (
        <div className={kit.row}>
          {onPost && (
            <Button
              look={number === 1 ? 'primary' : 'plain'}
              {...(number === 1 ? { hotkey: 'P', hotkeyLabel: t`post` } : {})}
              onClick={() => onPost(claim)}
            >{t`Post …`}</Button>
          )}
          {onRefuse && (
            <Button
              {...(number === 1 ? { hotkey: 'R', hotkeyLabel: t`refuse` } : {})}
              onClick={() => onRefuse(claim)}
            >{t`Refuse …`}</Button>
          )}
        </div>
      )}
    </Card>
  );
}

function State({ claim, line }: Pick<ClaimProps, 'claim' | 'line'>): ReactNode {
  const { t } = useLingui();
  if (claim.state === 'accepted') return <Status tone="good" isPill>{t`Posted`}</Status>;
  if (claim.state === 'refused') return <Status tone="danger" isPill>{t`Refused`}</Status>;
  if (line === undefined) return <Status tone="plain" isPill>{t`No line`}</Status>;
  if (line.amount === claim.amount && line.reference === claim.reference)
    return <Status tone="good" isPill>{t`Fits`}</Status>;
  return <Status tone="warn" isPill>{t`Differs`}</Status>;
}
