import { type PayGuide, payGuides } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack } from '../../app/navigation/go.ts';
import { usePage, useTitle } from '../../app/navigation/usePage.ts';
import { market } from '../../app/settings/market.ts';
import { settings } from '../../app/settings/settings.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Card } from '../../kit/layout/Card.tsx';
import { Icon, LineArt } from '../../kit/layout/Icon.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { AccountNumber, ChooseBiller, OpenBills, ScanCode, StoreCounter, TypeCode } from './GuideArt.tsx';
import css from './Instructions.module.css';

interface Step {
  readonly art: ReactNode;
  readonly text: string;
}

/**
 * Instructions for paying, in text and drawings (CODE-05): the guide of the chosen channel, or all of the country's. It needs no
 * network request.
 */
export default function PaymentInstructions(): ReactNode {
  const { t } = useLingui();
  const { guide, showType } = usePage();
  const chosen = payGuides.find((candidate) => candidate === guide && market.guides.indexOf(candidate) >= 0);
  const [all, setAll] = useState(chosen === undefined);
  const { guides, scans } = useGuides();
  const title = t`How to repay`;
  useTitle(title);
  // A wallet's guide to its bills is of no use where the brand's codes for it are QR codes.
  const guideOf = (name: PayGuide) => {
    const isScanned =
      !market.specifiedWays && settings.guides?.[name] !== undefined && settings.guides[name] !== 1;
    return (isScanned ? scans[name] : undefined) ?? guides[name];
  };
  const otherGuides = market.guides.filter((other) => other !== chosen);
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }}>
      <p className={css.lead}>
        {t`First make a code: press Pay on your loan. It tells us that the money is from you, and works until the time shown with it.`}
      </p>
      <p className={css.lead}>
        {t`Paying on this phone? Save the QR picture first, then choose it in the other app.`}
      </p>
      {chosen ? (
        <Guide {...((showType === '1' ? undefined : scans[chosen]) ?? guides[chosen])} isOpen />
      ) : null}
      {all
        ? otherGuides.map((other, at) => (
            <Guide key={other} {...guideOf(other)} isOpen={market.specifiedWays || (at === 0 && !chosen)} />
          ))
        : null}
      {all ? null : (
        <div className={css.others}>
          <Button look="secondary" onTap={() => setAll(true)}>{t`Other ways to pay`}</Button>
        </div>
      )}
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

/** A QR code, a counter, a bank. */
const signs = {
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v6h-3',
  store: 'M4 9l1.500-5h13L20 9zM5 9v11h14V9M10 20v-6h4v6',
  bank: 'M3 9l9-5 9 5zM5 9v8M10 9v8M14 9v8M19 9v8M3 20h18',
} as const;

interface Guide {
  readonly heading: string;
  readonly sign?: string;
  readonly steps: Step[];
}

/**
 * Every guide that a market may show; the headings are the payment methods' names. A wallet's guide has both of its ways:
 * `scans` has the one of a channel whose codes are QR codes.
 */
function useGuides(): {
  readonly guides: Readonly<Record<PayGuide, Guide>>;
  readonly scans: Readonly<Partial<Record<PayGuide, Guide>>>;
} {
  const { t } = useLingui();
  const confirmAmount = t`Check that it says exactly the amount of your code, then confirm.`;
  const bills = (wallet: string): Step[] => [
    { art: <OpenBills />, text: t`Open ${wallet} and tap Bills (Pay bills).` },
    { art: <ChooseBiller />, text: t`Choose Loans, then our name in the list.` },
    {
      art: <TypeCode />,
      text: t`With a code of digits: type it and exactly the amount shown with it, then confirm.`,
    },
  ];
  const scanned: Step = {
    art: <ScanCode />,
    text: t`With a QR code: take a screenshot of it, tap Scan in the wallet, and choose the picture.`,
  };
  const scan = (open: string): Step[] => [
    { art: <OpenBills />, text: open },
    { art: <ScanCode />, text: t`Scan the QR code, or choose a screenshot of it.` },
    { art: <TypeCode />, text: confirmAmount },
  ];
  const guides = {
    gcash: { heading: t`GCash: pay a bill, or scan`, steps: [...bills('GCash'), scanned] },
    maya: { heading: t`Maya: pay a bill, or scan`, steps: [...bills('Maya'), scanned] },
    qrph: {
      heading: t`Any bank’s or wallet’s app, by QR Ph`,
      steps: scan(t`Open your bank’s or wallet’s app and tap Scan.`),
    },
    upi: { heading: t`Any UPI app`, steps: scan(t`Open your UPI app and tap Scan.`) },
    bankqr: { heading: t`Your bank’s app, by QR code`, steps: scan(t`Open your bank’s app and tap Scan.`) },
    wallet: { heading: t`Mobile wallet, by QR code`, steps: scan(t`Open your wallet and tap Scan.`) },
    qris: {
      heading: t`Any bank’s or wallet’s app, by QRIS`,
      steps: scan(t`Open your bank’s or wallet’s app and tap Scan.`),
    },
    account: {
      heading: t`Virtual account, at any bank`,
      sign: signs.bank,
      steps: [
        {
          art: <OpenBills />,
          text: t`Open your bank’s app, or go to an ATM, and choose to pay a virtual account.`,
        },
        { art: <AccountNumber />, text: t`Type the number of your code.` },
        { art: <TypeCode />, text: confirmAmount },
      ],
    },
    store: {
      heading: t`At a store’s counter`,
      sign: signs.store,
      steps: [
        {
          art: <StoreCounter />,
          text: t`Show the barcode, or read the code out, and say that you pay a bill. Pay exactly the amount, in cash.`,
        },
      ],
    },
  };
  const byQr = (wallet: string): Guide => ({
    heading: t`${wallet}, by QR code`,
    steps: scan(t`Open ${wallet} and tap Scan.`),
  });
  return { guides, scans: { gcash: byQr('GCash'), maya: byQr('Maya') } };
}

function Guide({ heading, sign = signs.qr, steps, isOpen }: Guide & { readonly isOpen: boolean }): ReactNode {
  return (
    <Card>
      <details open={isOpen}>
        <summary className={css.way}>
          <span className="tile">
            <LineArt path={sign} size={22} />
          </span>
          <h2>{heading}</h2>
          <Icon name="down" size={20} />
        </summary>
        <ol className={css.steps}>
          {steps.map((step) => (
            <li key={step.text} className={css.step}>
              {step.art}
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </details>
    </Card>
  );
}
