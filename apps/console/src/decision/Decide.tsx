import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { When } from '../app/cells.tsx';
import { useCorrectionWords } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import styles from './decision.module.css';
import { CorrectionsDialog, OfferDialog, type PlainChoice, PlainDialog, RefuseDialog } from './dialogs.tsx';
import type { ShownDecision } from './types.ts';
import { useStateWords } from './words.ts';

interface Props {
  readonly decision: ShownDecision;
  /** Called when it is decided, with what was done. */
  readonly onDecided: (done: string) => void;
}

type Choice = PlainChoice | 'offerLess' | 'refuse' | 'requestCorrections';

/** The choices of a decision. Each shows its effect before anything happens. */
export function Decide({ decision, onDecided }: Props): ReactNode {
  const [choice, setChoice] = useState<Choice>();
  if (decision.state !== 'waiting') return <Decided decision={decision} />;
  const dialog = { decision, onDecided, onClose: () => setChoice(undefined) };
  return (
    <>
      {decision.kind === 'appeal' || decision.kind === 'secondLook' ? (
        <LookAgain isAppeal={decision.kind === 'appeal'} onChoose={setChoice} />
      ) : decision.kind === 'payout' ? (
        <PayoutWays decision={decision} onChoose={setChoice} />
      ) : (
        <Ways decision={decision} onChoose={setChoice} />
      )}
      {choice === undefined ? null : choice === 'offerLess' ? (
        <OfferDialog {...dialog} />
      ) : choice === 'refuse' ? (
        <RefuseDialog {...dialog} />
      ) : choice === 'requestCorrections' ? (
        <CorrectionsDialog decision={decision} onClose={dialog.onClose} />
      ) : (
        <PlainDialog {...dialog} choice={choice} />
      )}
    </>
  );
}

interface ChooseProps {
  readonly onChoose: (choice: Choice) => void;
}

/** The ways to decide a held payout. The one that sends nothing stands out: to release it is a choice against what held it. */
function PayoutWays({ decision, onChoose }: ChooseProps & Pick<Props, 'decision'>): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <h2>{t`Decide`}</h2>
      <RequestedCorrections decision={decision} />
      <div className={styles.choices}>
        <Button look="primary" hotkey="1" onClick={() => onChoose('requestCorrections')}>
          {t`Ask for another account`}
        </Button>
        <Button hotkey="2" onClick={() => onChoose('release')}>{t`Release the payout`}</Button>
        <Button hotkey="3" onClick={() => onChoose('refuse')}>{t`Refuse`}</Button>
      </div>
      <p className={kit.muted}>
        {t`Each shows what it does, what the borrower reads, and whether a second person follows, before anything happens.`}
      </p>
    </>
  );
}

/** The ways to decide an application. */
function Ways({ decision, onChoose }: ChooseProps & Pick<Props, 'decision'>): ReactNode {
  const { t } = useLingui();
  const mayOfferLess = (decision.run?.amounts.length ?? 0) > 1;
  // The way that the policy proposes stands out.
  const offersLess = mayOfferLess && decision.run?.outcome === 'counter';
  return (
    <>
      <h2>{t`Decide`}</h2>
      <RequestedCorrections decision={decision} />
      <div className={styles.choices}>
        <Button look={offersLess ? 'plain' : 'primary'} hotkey="1" onClick={() => onChoose('approve')}>
          {t`Approve`}
        </Button>
        {mayOfferLess && (
          <Button
            look={offersLess ? 'primary' : 'plain'}
            hotkey="2"
            onClick={() => onChoose('offerLess')}
          >{t`Offer less`}</Button>
        )}
        <Button hotkey="3" onClick={() => onChoose('refuse')}>{t`Refuse`}</Button>
        <Button hotkey="4" onClick={() => onChoose('requestCorrections')}>
          {t`Ask for more`}
        </Button>
      </div>
      <p className={kit.muted}>
        {offersLess && t`The policy offers less than was asked for: that way stands out.`}{' '}
        {t`Each shows what it does, what the borrower reads, and whether a second person follows, before anything happens.`}
      </p>
    </>
  );
}

/** The choices about what was decided before: a refusal that the borrower asks about, or a colleague’s approval. */
function LookAgain({ isAppeal, onChoose }: ChooseProps & { readonly isAppeal: boolean }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <h2>{isAppeal ? t`Answer` : t`Look again`}</h2>
      <div className={styles.choices}>
        <Button look="primary" hotkey="1" onClick={() => onChoose(isAppeal ? 'upheld' : 'agreed')}>
          {isAppeal ? t`The refusal stands` : t`Agree`}
        </Button>
        <Button hotkey="2" onClick={() => onChoose(isAppeal ? 'reopened' : 'doubted')}>
          {isAppeal ? t`Let them apply again` : t`Would have decided otherwise`}
        </Button>
      </div>
      <p className={kit.muted}>
        {isAppeal
          ? t`The borrower is told by text and on the page. Who refused it cannot answer.`
          : t`The loan goes on in either case. Who approved it cannot answer.`}
      </p>
    </>
  );
}

/** Somebody decided it, perhaps while this page was open. */
function Decided({ decision }: Pick<Props, 'decision'>): ReactNode {
  const { t } = useLingui();
  const states = useStateWords();
  const { state, closedBy, closedAt } = decision;
  const who = closedBy ?? t`the system`;
  return (
    <>
      <Banner tone="info" title={t`${who}: ${states[state]}`}>
        <When at={closedAt} />
      </Banner>
      <Link href="/decisions" className={kit.button}>{t`Back to the list`}</Link>
    </>
  );
}

function RequestedCorrections({
  decision: { corrections, correctionsRequestedAt, answeredAt },
}: Pick<Props, 'decision'>): ReactNode {
  const { t } = useLingui();
  const words = useCorrectionWords();
  if (correctionsRequestedAt === undefined) return null;
  const names = corrections.map((correction) => words[correction]).join(', ');
  return answeredAt === undefined ? (
    <Banner tone="info" title={t`The borrower was asked.`}>
      {names} · <When at={correctionsRequestedAt} />
    </Banner>
  ) : (
    <Banner tone="good" title={t`The borrower saved the form.`}>
      {names} · <When at={answeredAt} />
    </Banner>
  );
}
