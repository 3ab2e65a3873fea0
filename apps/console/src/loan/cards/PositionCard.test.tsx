import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shownLoan } from '../../../test/loan.ts';
import { setUpScreens, show } from '../../../test/screen.tsx';
import { PositionCard } from './PositionCard.tsx';

setUpScreens();

const nothing = (): void => undefined;

function figures(changes: Partial<NonNullable<ReturnType<typeof shownLoan>['position']>>): (string | null)[] {
  const loan = shownLoan();
  if (!loan.position) throw new Error('no position');
  const view = { on: undefined, knowledge: 'now' } as const;
  const shown = { ...loan, position: { ...loan.position, ...changes } };
  show(<PositionCard loan={shown} view={view} onView={nothing} onEvent={nothing} />);
  return [...document.querySelectorAll('strong')].map(
    (strong) => strong.parentElement?.textContent?.replaceAll('\u00a0', ' ') ?? null,
  );
}

test('what is due and what is owed today lead, before the parts of it [T2772]', () => {
  const [due, owed, principal] = figures({ payoff: 823_752 });
  expect(due).toBe('Due₱2,855.85unpaid since 24 Nov 2026');
  expect(owed).toMatch(/^Owed today₱8,237\.52ends the loan now; /);
  expect(principal).toMatch(/₱7,693\.63/);
  expect(screen.queryByText('Payoff today')).toBeNull();
});

test('a payoff of another amount than what is owed stands beside it [T2773]', () => {
  const [, owed, payoff] = figures({ payoff: 800_000 });
  expect(owed).not.toContain('ends the loan now');
  expect(payoff).toBe(
    'Payoff today₱8,000.00ends the loan now, ₱237.52 less, as what is not yet earned falls away',
  );
});
