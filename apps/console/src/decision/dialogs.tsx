import type { ActionCalls } from '@hiram/contract/console/action-calls';
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

interface ReviewDialogProps extends Omit<Props, 'onDecided'> {
  readonly onDecided?: Props['onDecided'];
  readonly title: string;
  readonly calls: ActionCalls;
  /** The choices of the dialog; undefined: they are not made yet. */
  readonly choices: object | undefined;
  readonly act?: string;
  /** Names its draft. */
  readonly name: string;
  readonly children?: ReactNode;
}

/** The dialog of an action on a review. */
function ReviewDialog({ decision, choices, name, ...dialog }: ReviewDialogProps): ReactNode {
  const { reviewId, brand } = decision;
  return (
    <ActionDialog
      {...dialog}
      about={decision.name}
      request={choices && { reviewId, ...choices }}
      draft={`decision.${name} ${reviewId}`}
      brand={brand}
    />
  );
}

export type PlainChoice = 'approve' | 'release' | 'upheld' | 'reopened' | 'agreed' | 'doubted';

/**
 * An action without fields: approves or releases, answers a borrower’s question about a refusal, judges a
 * colleague’s approval.
 */
export function PlainDialog({ choice, ...dialog }: Props & { readonly choice: PlainChoice }): ReactNode {
  const { t } = useLingui();
  const actions = {
    approve: { title: t`Approve the application`, calls: approveApplication, choices: {} },
    release: { title: t`Release the payout`, calls: releaseHeldPayout, choices: {} },
    upheld: { title: t`The refusal stands`, calls: answerAppeal, choices: { answer: 'upheld' } },
    reopened: {
      title: t`Let the borrower apply again`,
      calls: answerAppeal,
      choices: { answer: 'reopened' },
    },
    agreed: { title: t`Agree with the approval`, calls: lookAgain, choices: { verdict: 'agreed' } },
    doubted: { title: t`Doubt the approval`, calls: lookAgain, choices: { verdict: 'doubted' } },
  };
  return <ReviewDialog {...dialog} {...actions[choice]} name={choice} />;
}

/** Offers a smaller amount than the policy would. */
export function OfferDialog(props: Props): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const { run, order } = props.decision;
  const amounts = (run?.amounts ?? []).filter((amount) => amount < order.amount);
  const [amount, setAmount] = useState(amounts[0]);
  return (
    <ReviewDialog
      {...props}
      title={t`Offer less`}
      calls={approveApplication}
      choices={amount === undefined ? undefined : { amount }}
      act={amount === undefined ? t`Offer less` : t`Offer ${formatCents(amount, money)}`}
      name="offerLess"
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
    </ReviewDialog>
  );
}

/** Refuses, for one to four reasons. */
export function RefuseDialog(props: Props): ReactNode {
  const { t } = useLingui();
  const words = useReasonWords();
  const [reasons, setReasons] = useState<readonly string[]>([]);
  const isApplication = props.decision.kind === 'application';
  return (
    <ReviewDialog
      {...props}
      title={isApplication ? t`Refuse the application` : t`Refuse the payout and the loan`}
      calls={refuseDecision}
      choices={reasons.length === 0 ? undefined : { reasons }}
      name="refuse"
    >
      <Choices
        legend={t`Reasons the borrower reads, up to four`}
        choices={reasonsToRefuse.map((value) => ({ value, label: words[value] }))}
        chosen={reasons}
        max={maxChosen}
        onChange={setReasons}
      />
    </ReviewDialog>
  );
}

/** Asks for corrections of an application, or for another account. */
export function CorrectionsDialog(props: Omit<Props, 'onDecided'>): ReactNode {
  const { t } = useLingui();
  const words = useCorrectionWords();
  const isApplication = props.decision.kind === 'application';
  const offered = correctionKinds.filter((correction) => (correction === 'ownAccount') !== isApplication);
  const [corrections, setCorrections] = useState<readonly string[]>(isApplication ? [] : offered);
  return (
    <ReviewDialog
      {...props}
      title={isApplication ? t`Ask the borrower for more` : t`Ask for another account`}
      calls={requestCorrections}
      choices={corrections.length === 0 ? undefined : { corrections }}
      name="requestCorrections"
    >
      <Choices
        legend={t`What the borrower is asked`}
        choices={offered.map((value) => ({ value, label: words[value] }))}
        chosen={corrections}
        max={maxChosen}
        onChange={setCorrections}
      />
    </ReviewDialog>
  );
}
