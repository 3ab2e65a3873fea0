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
