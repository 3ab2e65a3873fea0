import type { Submitted } from '@hiram/contract/console/action-calls';
import { postMoney } from '@hiram/contract/console/money-in';
import { parseCents } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Day, Money } from '../app/cells.tsx';
import { Banner } from '../kit/Banner.tsx';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Choice } from '../kit/controls/Choices.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import type { Claim, FittingLine } from './claim.ts';

interface Props {
  readonly claim: Claim;
  readonly brand: string;
  /** The chosen line of the bank's statement. */
  readonly line: FittingLine | undefined;
  /** True if another claim of the transfer was accepted. */
  readonly isGiven: boolean;
  readonly onClose: () => void;
  readonly onDone?: (submitted: Submitted) => void;
}

/** Posts a claim by a line of the bank's statement, or by what the person reads on it. */
export function PostTransfer({ claim, brand, line, isGiven, onClose, ...rest }: Props): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const [typed, setTyped] = useState('');
  const [on, setOn] = useState(claim.sentOn);
  const [takesBack, setTakesBack] = useState(false);
  const amount = parseCents(typed, money);
  const source =
    line !== undefined
      ? { lineId: line.lineId }
      : amount.ok && on !== ''
        ? { amount: amount.cents, on }
        : undefined;
  const request = source && {
    entry: 'transfer',
    id: claim.transferId,
    ...source,
    ...(takesBack ? { takesBack: true } : {}),
  };
  return (
    <ActionDialog
      title={t`Post this transfer`}
      about={claim.reference}
      calls={postMoney}
      reference={claim.reference}
      draft={`moneyIn.post ${claim.transferId}`}
      brand={brand}
      request={request}
      onClose={onClose}
      {...rest}
    >
      {line ? (
        <p>
          {t`By line ${line.lineNo} of ${line.file}:`} <Money cents={line.amount} />,{' '}
          <Day on={line.bookedOn} />
        </p>
      ) : (
        <Typed typed={typed} setTyped={setTyped} on={on} setOn={setOn} />
      )}
      {isGiven && (
        <Choice
          label={t`Take the payment back from the claim that has it`}
          isChosen={takesBack}
          onChange={setTakesBack}
        />
      )}
    </ActionDialog>
  );
}

interface TypedProps {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly on: string;
  readonly setOn: (day: string) => void;
}

/** The fields of a statement that is not imported, as the person reads them. */
function Typed({ typed, setTyped, on, setOn }: TypedProps): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <Banner tone="warn" title={t`No line of an imported statement is chosen.`}>
        {t`Type what the bank’s statement says.`}
      </Banner>
      <InputField label={t`Amount on the statement`} inputMode="decimal" value={typed} onChange={setTyped} />
      <DayField isField label={t`Day on the statement`} value={on} onChange={setOn} />
    </>
  );
}
