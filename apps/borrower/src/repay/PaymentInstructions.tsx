import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack } from '../app/go.ts';
import { useTitle } from '../app/usePage.ts';
import { Card } from '../kit/Card.tsx';
import { Screen } from '../kit/Screen.tsx';
import { ChooseBiller, OpenBills, ScanCode, StoreCounter, TypeCode } from './GuideArt.tsx';
import css from './Instructions.module.css';

interface Step {
  readonly art: ReactNode;
  readonly text: string;
}

/** How to pay in two wallets and at a store's counter, in words and drawings (CODE-05). It needs no network of its own. */
export default function PaymentInstructions(): ReactNode {
  const { t } = useLingui();
  const title = t`How to repay`;
  useTitle(title);
  const bills = (wallet: string): Step[] => [
    { art: <OpenBills />, text: t`Open ${wallet} and tap Bills (Pay bills).` },
    { art: <ChooseBiller />, text: t`Choose Loans, then our name in the list.` },
    {
      art: <TypeCode />,
      text: t`Type the code from your Repayment page and exactly the amount shown there, then confirm.`,
    },
  ];
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }}>
      <p className={css.lead}>
        {t`First make a code on the Repayment page: it tells us that the money is yours. A code works until the time shown with it.`}
      </p>
      <Guide heading={t`GCash: pay a bill`} steps={bills('GCash')} />
      <Guide
        heading={t`Maya: pay a bill, or scan`}
        steps={[
          ...bills('Maya'),
          {
            art: <ScanCode />,
            text: t`With a QR code: take a screenshot of it, tap Scan in the wallet, and choose the picture.`,
          },
        ]}
      />
      <Guide
        heading={t`At a store’s counter`}
        steps={[
          {
            art: <StoreCounter />,
            text: t`Show the barcode, or read the code out, and say that you pay a bill. Pay exactly the amount, in cash.`,
          },
        ]}
      />
      <Card heading={t`Pay safely`}>
        <ul className={css.rules}>
          <li>{t`Pay only codes that you made yourself in this app.`}</li>
          <li>{t`Never send money to a person’s own number, whoever asks for it.`}</li>
          <li>{t`Keep the receipt until the app says that we have your payment.`}</li>
        </ul>
      </Card>
    </Screen>
  );
}

function Guide({ heading, steps }: { readonly heading: string; readonly steps: readonly Step[] }): ReactNode {
  return (
    <Card heading={heading}>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step.text} className={css.step}>
            {step.art}
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
