import type { Submitted } from '@hiram/contract/console/action-calls';
import { type moneyInEntries, refuseMoney, rejectionReasons } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Banner } from '../kit/Banner.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import type { FittingLine } from './claim.ts';

type Because = (typeof rejectionReasons)[number];

interface Props {
  readonly entry: (typeof moneyInEntries)[number];
  readonly id: string;
  readonly about: string;
  readonly brand: string;
  readonly onClose: () => void;
  readonly onDone?: (submitted: Submitted) => void;
  /** Of a claim: the chosen line of the bank's statement, and whether a receipt was sent. */
  readonly line?: FittingLine | undefined;
  readonly hasReceipt?: boolean;
}

/** Refuses what waits. The preview shows what the borrower of a claim will read. */
export function RefuseDialog({
  entry,
  id,
  about,
  brand,
  onClose,
  line,
  hasReceipt = false,
  ...rest
}: Props): ReactNode {
  const { t } = useLingui();
  const [because, setBecause] = useState<Because>();
  const names: Readonly<Record<Because, string>> = {
    notArrived: t`It did not arrive`,
    wrongAmount: t`Another amount arrived`,
    usedElsewhere: t`It is another borrower’s`,
    wrongReceipt: t`The receipt is of another payment`,
    unreadable: t`The receipt cannot be read`,
  };
  const isNamed = line?.fits.reference ?? false;
  const lineNo = line?.lineNo ?? 0;
  const doubts: Readonly<Partial<Record<Because, string | false>>> = {
    notArrived:
      entry === 'held'
        ? t`The provider reports that it arrived.`
        : isNamed && t`Line ${lineNo} of the bank’s statement has this reference.`,
    wrongAmount: isNamed && line?.fits.amount && t`Line ${lineNo} of the bank’s statement has this amount.`,
    wrongReceipt: !hasReceipt && t`No receipt was sent.`,
    unreadable: !hasReceipt && t`No receipt was sent.`,
  };
  const doubt = because && doubts[because];
  const reasons = rejectionReasons.map((reason) => ({ value: reason, label: names[reason] }));
  return (
    <ActionDialog
      title={t`Refuse this`}
      calls={refuseMoney}
      request={because && { entry, id, because }}
      draft={`moneyIn.refuse ${id}`}
      about={about}
      brand={brand}
      onClose={onClose}
      {...rest}
    >
      <SelectField
        label={t`Because`}
        value={because ?? ''}
        options={[{ value: '', label: t`Choose…`, disabled: true }, ...reasons]}
        onChange={(value) => setBecause(value || undefined)}
      />
      {doubt && (
        <Banner tone="warn" title={t`Check the reason.`}>
          {doubt}
        </Banner>
      )}
    </ActionDialog>
  );
}
