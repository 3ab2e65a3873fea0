import {
  answerAppeal,
  approveApplication,
  lookAgain,
  refuseDecision,
  releaseHeldPayout,
  requestCorrections,
} from '@hiram/contract/console/decision';
import { correctionKinds, reasonsToRefuse } from '@hiram/contract/console/decision-words';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { useCorrectionWords, useReasonWords } from '../i18n/words.ts';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Choices } from '../kit/controls/Choices.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import type { ShownDecision } from './types.ts';

interface Props {
  readonly decision: ShownDecision;
  readonly onClose: () => void;
  readonly onDecided: (done: string) => void;
}

const maxChosen = 4;

/** Approves an application, or releases a payout. */
export function PlainDialog({
  decision,
  choice,
  onClose,
  onDecided,
}: Props & { readonly choice: 'approve' | 'release' }): ReactNode {
  const { t } = useLingui();
  const { reviewId, brand, name } = decision;
  return (
    <ActionDialog
      title={choice === 'approve' ? t`Approve the application` : t`Release the payout`}
      about={name}
      calls={choice === 'approve' ? approveApplication : releaseHeldPayout}
      request={{ reviewId }}
      draft={`decision.${choice} ${reviewId}`}
      brand={brand}
      onClose={onClose}
      onDecided={onDecided}
    />
  );
}

/** Answers a borrower’s question about a refusal. */
export function AppealDialog({
  decision: { reviewId, brand, name },
  answer,
  onClose,
  onDecided,
}: Props & { readonly answer: 'upheld' | 'reopened' }): ReactNode {
  const { t } = useLingui();
  return (
    <ActionDialog
      title={answer === 'upheld' ? t`The refusal stands` : t`Let the borrower apply again`}
      about={name}
      calls={answerAppeal}
      request={{ reviewId, answer }}
      draft={`decision.${answer} ${reviewId}`}
      brand={brand}
      onClose={onClose}
      onDecided={onDecided}
    />
  );
}

/** Says what a second person thinks of an approval. */
export function SecondLookDialog({
  decision: { reviewId, brand, name },
  verdict,
  onClose,
  onDecided,
}: Props & { readonly verdict: 'agreed' | 'doubted' }): ReactNode {
  const { t } = useLingui();
  return (
    <ActionDialog
      title={verdict === 'agreed' ? t`Agree with the approval` : t`Doubt the approval`}
      about={name}
      calls={lookAgain}
      request={{ reviewId, verdict }}
      draft={`decision.${verdict} ${reviewId}`}
      brand={brand}
      onClose={onClose}
      onDecided={onDecided}
    />
  );
}

/** Offers a smaller amount than the policy would. */
export function OfferDialog({ decision, onClose, onDecided }: Props): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const { reviewId, brand, name, run, order } = decision;
  const amounts = (run?.amounts ?? []).filter((amount) => amount < order.amount);
  const [amount, setAmount] = useState(amounts[0]);
  return (
    <ActionDialog
      title={t`Offer less`}
      about={name}
      calls={approveApplication}
      request={amount === undefined ? undefined : { reviewId, amount }}
      act={amount === undefined ? t`Offer less` : t`Offer ${formatCents(amount, money)}`}
      draft={`decision.offerLess ${reviewId}`}
      brand={brand}
      onClose={onClose}
      onDecided={onDecided}
    >
      <SelectField
        label={t`Amount`}
        value={amount}
        options={amounts.map((each) => ({ value: each, label: formatCents(each, money) }))}
        onChange={setAmount}
      />
      <p className={kit.muted}>
        {t`At most what the policy would offer. The borrower takes it or not; taking it shows costs and agreements anew.`}
      </p>
    </ActionDialog>
  );
}

/** Refuses, for one to four reasons. */
export function RefuseDialog({ decision, onClose, onDecided }: Props): ReactNode {
  const { t } = useLingui();
  const { reviewId, brand, name, kind } = decision;
  const words = useReasonWords();
  const [reasons, setReasons] = useState<readonly string[]>([]);
  return (
    <ActionDialog
      title={kind === 'application' ? t`Refuse the application` : t`Refuse the payout and the loan`}
      about={name}
      calls={refuseDecision}
      request={reasons.length === 0 ? undefined : { reviewId, reasons }}
      draft={`decision.refuse ${reviewId}`}
      brand={brand}
      onClose={onClose}
      onDecided={onDecided}
    >
      <Choices
        legend={t`Reasons the borrower reads, up to four`}
        choices={reasonsToRefuse.map((value) => ({ value, label: words[value] }))}
        chosen={reasons}
        max={maxChosen}
        onChange={setReasons}
      />
    </ActionDialog>
  );
}

/** Asks for corrections of an application, or for another account. */
export function CorrectionsDialog({ decision, onClose }: Omit<Props, 'onDecided'>): ReactNode {
  const { t } = useLingui();
  const { reviewId, brand, name, kind } = decision;
  const words = useCorrectionWords();
  const isApplication = kind === 'application';
  const offered = correctionKinds.filter((correction) => (correction === 'ownAccount') !== isApplication);
  const [corrections, setCorrections] = useState<readonly string[]>(isApplication ? [] : offered);
  return (
    <ActionDialog
      title={isApplication ? t`Ask the borrower for more` : t`Ask for another account`}
      about={name}
      calls={requestCorrections}
      request={corrections.length === 0 ? undefined : { reviewId, corrections }}
      draft={`decision.requestCorrections ${reviewId}`}
      brand={brand}
      onClose={onClose}
    >
      <Choices
        legend={t`What the borrower is asked`}
        choices={offered.map((value) => ({ value, label: words[value] }))}
        chosen={corrections}
        max={maxChosen}
        onChange={setCorrections}
      />
    </ActionDialog>
  );
}
