import { postMoney, showTransfer } from '@hiram/contract/console/money-in';
import type { TransferId } from '@hiram/contract/ids';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Day, Money, When } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Agrees, Result } from './Agreement.tsx';
import type { Claim, FittingLine, Shown } from './claim.ts';
import { LineChoice } from './LineChoice.tsx';
import styles from './money-in.module.css';
import { PostTransfer } from './PostTransfer.tsx';
import { Receipt } from './Receipt.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';

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
  const { person, brand, shown } = props;
  const [picked, setPicked] = useState<string>();
  const lineId = picked ?? bestLine(shown.lines);
  const [posted, setPosted] = useState<Claim>();
  const [refused, setRefused] = useState<Claim>();
  const line = shown.lines.find((each) => each.lineId === lineId);
  return (
    <div className={styles.detail}>
      <LineChoice lines={shown.lines} chosen={lineId} onChoose={setPicked} />
      <div className={styles.claims}>
        {shown.claims.map((claim, index) => (
          <ClaimCard
            key={claim.transferId}
            claim={claim}
            brand={brand}
            line={line}
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
          brand={brand}
          line={line}
          onClose={() => setPosted(undefined)}
          onDone={({ state }) => state === 'done' && props.onDecided(posted.transferId)}
        />
      )}
      {refused && (
        <RefuseDialog
          entry="transfer"
          id={refused.transferId}
          about={refused.reference}
          line={line}
          hasReceipt={refused.hasReceipt}
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
  readonly line: FittingLine | undefined;
  readonly onPost: ((claim: Claim) => void) | undefined;
  readonly onRefuse: ((claim: Claim) => void) | undefined;
}

/** A claim beside its picture and the chosen line, with what posting it does. */
function ClaimCard({ claim, number, brand, line, onPost, onRefuse }: ClaimProps): ReactNode {
  const { t } = useLingui();
  const waits = claim.state === 'review';
  return (
    <section className={styles.claim}>
      <div className={styles.panelHead}>
        <span className={kit.muted}>
          <Reference text={claim.reference} /> · <When at={claim.claimedAt} />
        </span>
        {waits ? <Result result={claim.result} /> : <State claim={claim} />}
        <strong className={styles.bigAmount}>
          <Money cents={claim.amount} />
        </strong>
        <span>
          <Link href={`/borrower/${claim.borrowerId}`}>{claim.name || t`Borrower`}</Link>
          {' · '}
          <Link href={`/loan/${claim.orderId}`}>{orderNumber(claim.orderId)}</Link>
        </span>
      </div>
      <Receipt claim={claim} brand={brand} number={number} />
      <Compare claim={claim} line={line} />
      {waits && line && <Doing claim={claim} line={line} brand={brand} />}
      {waits && (
        <div className={kit.row}>
          {onPost && (
            <Button
              {...(number === 1 ? { hotkey: 'goAhead', hotkeyLabel: t`post this one` } : {})}
              onClick={() => onPost(claim)}
            >{t`Post this one…`}</Button>
          )}
          {onRefuse && (
            <Button
              look="danger"
              {...(number === 1 ? { hotkey: 'reject', hotkeyLabel: t`refuse` } : {})}
              onClick={() => onRefuse(claim)}
            >{t`Refuse…`}</Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The borrower's claim beside the bank's line. */
function Compare({ claim, line }: Pick<ClaimProps, 'claim' | 'line'>): ReactNode {
  const { t } = useLingui();
  const yesNo = (holds: boolean) => (holds ? 'yes' : 'no');
  const rows = [
    {
      label: t`Sender`,
      theirs: claim.name || '–',
      bank: claim.bankSender ?? (line ? t`not given` : '–'),
      agrees: claim.sender,
    },
    {
      label: t`Reference`,
      theirs: <Reference text={claim.reference} />,
      bank: line ? <Reference text={line.reference} /> : '–',
      agrees: line ? yesNo(line.fits.reference) : 'none',
    },
    {
      label: t`Sum`,
      theirs: <Money cents={claim.amount} />,
      bank: <Money cents={line?.amount} />,
      agrees: line ? yesNo(line.fits.amount) : 'none',
    },
    {
      label: t`Day`,
      theirs: <Day on={claim.sentOn} />,
      bank: <Day on={line?.bookedOn} />,
      agrees: line ? yesNo(line.fits.day) : 'none',
    },
  ] as const;
  return (
    <table className={`${kit.table} ${styles.compare}`}>
      <caption>{t`The claim and the bank’s line`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Value`}</th>
          <th scope="col">{t`Claimed`}</th>
          <th scope="col">{line ? t`Bank, line ${line.lineNo}` : t`Bank`}</th>
          <th scope="col">{t`Agrees`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, theirs, bank, agrees }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {label === t`Reference` && agrees === 'yes' ? (
              <td colSpan={2}>{theirs}</td>
            ) : (
              <>
                <td>{theirs}</td>
                <td>{bank}</td>
              </>
            )}
            <td>
              <Agrees value={agrees} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The effect of posting the claim by the line on the debt. */
function Doing({
  claim,
  line,
  brand,
}: Required<Pick<ClaimProps, 'claim' | 'brand'>> & { readonly line: FittingLine }): ReactNode {
  const { t } = useLingui();
  const request = { entry: 'transfer' as const, id: claim.transferId, lineId: line.lineId };
  const query = useStaffCall(postMoney.preview, { request }, brand);
  const lines = (query.data?.lines ?? []).filter(({ of }) => of === 'due' || of === 'owed');
  if (lines.length === 0) return null;
  const late = query.data?.lines.find(({ of }) => of === 'daysLate');
  return (
    <table className={`${kit.table} ${styles.compare}`}>
      <caption>{t`What posting does`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`What posting does`}</th>
          <th scope="col" className={kit.right}>{t`Before`}</th>
          <th scope="col" className={kit.right}>{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, of, before, after }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              {of === 'due' && late?.after === '0' && Number(after) > 0 && (
                <span className={kit.under}>{t`after: the next payment`}</span>
              )}
            </th>
            <td className={kit.right}>
              <Money cents={Number(before)} />
            </td>
            <td className={kit.right}>
              <strong>
                <Money cents={Number(after)} />
              </strong>
            </td>
          </tr>
        ))}
        {late && (
          <tr>
            <th scope="row">{t`Days late`}</th>
            <td className={kit.right}>{late.before}</td>
            <td className={kit.right}>{late.after}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The decision on a claim. */
function State({ claim }: { readonly claim: Claim }): ReactNode {
  const { t } = useLingui();
  return claim.state === 'accepted' ? (
    <Status tone="good" isPill>{t`Posted`}</Status>
  ) : (
    <Status tone="danger" isPill>{t`Refused`}</Status>
  );
}
