import type { Task } from '@hiram/contract/console/work';
import { taskKinds } from '@hiram/contract/task-kind';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { useWhatWaits } from './kinds.ts';

/** The detail of a task as the server writes it; of most kinds words of ours. */
const details: Partial<Record<Task['kind'], string>> = {
  coverageGap: '2026-11-24T14:00:00.000Z 2026-11-24T22:00:00.000Z',
  lateLoan: '2026-11-20',
  duty: 'ph-cic 2026-10-31',
};

function Sentences(): ReactNode {
  const whatWaits = useWhatWaits();
  return taskKinds.map((kind) => (
    <p key={kind} data-testid={kind}>
      {whatWaits({ kind, detail: details[kind] ?? 'over the day’s first loans' } as Task)}
    </p>
  ));
}

test('what waits is a sentence for each kind of task, whatever the detail of another kind is [T1818]', () => {
  show(<Sentences />);
  for (const kind of taskKinds) expect(screen.getByTestId(kind).textContent).not.toBe('');
  expect(screen.getByTestId('coverageGap').textContent).toMatch(/^No approver on shift, \d\d:\d\d to/);
});

function Unknown({ detail }: { readonly detail: string }): ReactNode {
  return useWhatWaits()({ kind: 'unknownPayment', detail } as Task);
}

test('a reversal by the code of another payment is named as that [T1982]', () => {
  show(<Unknown detail="otherCode" />);
  expect(screen.getByText('A reversal names the code of another payment')).toBeDefined();
});

test('a reversal of a payment that we do not have is named as that [T2072]', () => {
  show(<Unknown detail="noPayment" />);
  expect(screen.getByText('A payment that we do not have was reversed')).toBeDefined();
});
