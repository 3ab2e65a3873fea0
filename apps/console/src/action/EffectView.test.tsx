import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setUpScreens, show } from '../../test/screen.tsx';
import { EffectView } from './EffectView.tsx';

setUpScreens();

test('what an action leaves as it is stands once, and what it changes before and after [T2746]', async () => {
  const lines = [
    { label: 'Source', before: 'facebook', after: 'facebook', format: 'text' },
    { label: 'New visitors', before: 'get codes', after: 'get no code', format: 'text' },
  ] as const;
  show(<EffectView effect={{ lines: [...lines] }} />);
  const textsOf = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(screen.queryByRole('row', { name: /^Source/ })).toBeNull();
  expect(screen.getByText('Source').nextSibling?.textContent).toBe('facebook');
  expect(textsOf(/^New visitors/)).toEqual(['get codes', 'get no code']);
});

test('a changed part of a policy is named and told in words, with its unit [T4121]', () => {
  const row = (max: number) =>
    JSON.stringify({
      kind: 'row',
      stage: 'limit',
      place: 'limit x',
      value: { settled: 3, max, maxDaysLate: 5 },
    });
  const lines = [
    { label: 'limit x', before: row(800_000), after: row(900_000), format: 'policyPart' },
  ] as const;
  show(<EffectView effect={{ lines: [...lines] }} />);
  expect([...screen.getAllByRole('row')].at(-1)?.textContent).toBe(
    'Limit: From 3 repaid₱8,000.00, at most 5 days late₱9,000.00, at most 5 days late',
  );
});
