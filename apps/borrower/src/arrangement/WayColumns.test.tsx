import type { WaysOut } from '@hiram/contract/arrangement';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { partsSum, WayColumns } from './WayColumns.tsx';

/** ₱2,855.85 are due two days late of a loan of ₱10,000.00. */
const ways: WaysOut = {
  productName: 'Baitang Loan',
  today: '2026-11-27',
  due: 285_585,
  dueNo: 1,
  servicePhone: '+63285550177',
  payPart: { amount: 100_000, rest: 185_585, perDay: 308, base: 184_637, ppm: 1_666, min: 100, max: 285_585 },
  extension: {
    amount: 54_948,
    interest: 54_000,
    charges: 948,
    newAmount: 287_407,
    newInterest: 56_770,
    newDueDate: '2026-12-27',
    added: 56_770,
    moves: 32,
  },
  noExtension: '',
  arrangement: {
    amount: 285_585,
    charges: 948,
    parts: ['2026-12-07', '2026-12-22', '2027-01-06'].map((date) => ({ date, amount: 95_195 })),
    added: { kept: 0, plain: 11_832 },
  },
  noArrangement: '',
  isAsked: false,
  askedDays: [],
};

test('each way out says how its figures follow from what is due [T1498]', () => {
  const how = {
    part: '₱2,855.85 − ₱1,000.00 = ₱1,855.85. 30 days add 4.998% of ₱1,846.37, what is then left without late interest: in 30 days about ₱92.28.',
    extension: '₱549.48 = interest ₱540.00 + late interest ₱9.48. ₱2,874.07 = ₱2,306.37 + interest ₱567.70.',
  } as const;
  for (const way of ['part', 'extension'] as const) {
    cleanup();
    show(<WayColumns ways={ways} chosen={way} onChoose={() => undefined} />);
    expect(screen.getByText(how[way])).toBeTruthy();
    expect(screen.queryByText(how[way === 'part' ? 'extension' : 'part'])).toBeNull();
  }
  expect(partsSum({ parts: ways.arrangement?.parts ?? [], amount: 285_585 })).toBe('3 × ₱951.95 = ₱2,855.85');
});

test('each way has the same three figures, and the fields of the chosen one stand below all three [T1562]', () => {
  show(
    <WayColumns ways={ways} chosen="arrangement" onChoose={() => undefined}>
      <input aria-label="How many parts" />
    </WayColumns>,
  );
  const radios = screen.getAllByRole('radio');
  expect(radios[0]).toHaveProperty('checked', true);
  expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Pay in partsNext payment ₱951.95 7 DecIn all ₱2,855.85 3 partsExtra cost ₱0.00 if you keep it',
    'Pay some nowNext payment ₱1,000.00 todayIn all ₱2,948.13 about, if paid on 27 DecExtra cost ₱92.28 ₱3.08 a day',
    'Move the dateNext payment ₱549.48 todayIn all ₱3,423.55 by 27 DecExtra cost ₱567.70 interest',
  ]);
  const fields = screen.getByLabelText('How many parts');
  expect(screen.getByRole('radiogroup').compareDocumentPosition(fields)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test('a last part that bears the rounding stands by itself in the sum [T1499]', () => {
  const parts = [95_195, 95_195, 95_196].map((amount) => ({ date: '2026-12-07', amount }));
  expect(partsSum({ parts, amount: 285_586 })).toBe('2 × ₱951.95 + ₱951.96 = ₱2,855.86');
});

test('parts add nothing if other payments are paid in time, and below stands what they add else [T1860]', () => {
  const { arrangement } = ways;
  if (!arrangement) throw new Error('parts can be paid');
  const added = { kept: 12_345, plain: 11_832 };
  show(
    <WayColumns
      ways={{ ...ways, arrangement: { ...arrangement, added } }}
      chosen="arrangement"
      onChoose={() => undefined}
    />,
  );
  expect(screen.getByText('if others are paid in time').closest('span')?.textContent).toBe(
    'Extra cost ₱0.00 if others are paid in time',
  );
  expect(
    screen.getByText(
      'Your other payments stay due on their days. If they are not paid, they add ₱123.45 by 6 Jan.',
    ),
  ).toBeTruthy();
});
