import type { ReactNode } from 'react';
import { StatusArt } from '../src/art/StatusArt.tsx';
import { Button } from '../src/kit/controls/Button.tsx';
import { BannerLink } from '../src/kit/feedback/States.tsx';
import { Amount, Card, Head, Pill, Rows } from '../src/kit/layout/Card.tsx';
import { ActionPair, BarLink, Screen } from '../src/kit/layout/Screen.tsx';
import { TornCard } from '../src/repay/TornCard.tsx';

const rows = [
  { text: 'Principal', value: '₱2.743,10' },
  {
    text: 'Late interest, 2 days',
    value: '₱346,31',
    note: 'A day on the repayment that is late: 5 % up to day 30, 4 % up to day 90, then 2 %.',
  },
  { text: 'One-time penalty', value: '₱1.000,00', note: 'Charged once per loan, on its first late day.' },
];

/** Display components: receipt, rows, pills, bars. */
export function Showing(): ReactNode {
  return (
    <Screen
      title="Order Details"
      back={{ label: 'Back', go: () => history.back() }}
      aside={<BarLink href="tel:+63285550100" label="Call us" icon="phone" />}
      actions={
        <ActionPair hint="Short of money?">
          <Button look="secondary" onTap={() => undefined}>
            Rollover Repayment
          </Button>
          <Button onTap={() => undefined}>REPAY</Button>
        </ActionPair>
      }
    >
      <StatusArt status={180} />
      <p>
        <Pill tone="positive">Due in 25 days</Pill> <Pill tone="warning">Due in 2 days</Pill>{' '}
        <Pill tone="danger">2 days late</Pill> <Pill tone="info">Checking</Pill>
      </p>
      <br />
      <TornCard
        label="Amount due today"
        amount="₱4.809,41"
        sub="Repayment 1 of 4 · Salapi Loan · 19 November 2026"
      >
        <Rows rows={rows} fold={{ count: 2, more: 'More', less: 'Hide' }} />
      </TornCard>
      <BannerLink href="#how">See how to pay, step by step</BannerLink>
      <Card>
        <Head name="Salapi Loan" sub="120 days · repayments: 4" />
        <Amount>₱12.000,00</Amount>
      </Card>
      <Card heading="All lines">
        <Rows rows={rows} />
      </Card>
    </Screen>
  );
}
