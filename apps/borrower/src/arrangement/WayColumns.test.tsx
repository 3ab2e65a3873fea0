import type { WaysOut } from '@hiram/contract/arrangement';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { partsSum, type Way, WayColumns } from './WayColumns.tsx';

/** ₱2,855.85 are due two days late of a loan of ₱10,000.00. */
const ways: WaysOut = {
  productName: 'Baitang Loan',
  today: '2026-11-27',
  due: 285_585,
  dueNo: 1,
  servicePhone: '+63285550177',
  until: '2026-12-27',
  waiting: 14_227,
  payPart: { amount: 100_000, rest: 185_585, added: 9_228, min: 100, max: 285_585 },
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
    part: '₱2,855.85 − ₱1,000.00 = ₱1,855.85 now, ₱1,948.13 on 27 Dec.',
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

test('each way has the same rows, and the fields of the chosen one stand below [T1562]', () => {
  const shownWith = (chosen: Way) => {
    cleanup();
    show(
      <WayColumns ways={ways} chosen={chosen} onChoose={() => undefined}>
        <input aria-label="Its field" />
      </WayColumns>,
    );
    return screen.getByLabelText('Its field').closest('section')?.textContent ?? '';
  };
  const heads = [
    'Pay in parts Today ₱0.00 Then 3 × ₱951.95 7 Dec to 6 Jan It adds ₱0.00 if paid on time Other payments stay',
    'Pay some now Today ₱1,000.00 or your amount Then ₱1,948.13 27 Dec It adds ₱92.28 by 27 Dec Other payments stay',
    'Move the date Today ₱549.48 Then ₱2,874.07 27 Dec It adds ₱567.70 in all Other payments move 32 days',
  ];
  (['arrangement', 'part', 'extension'] as const).forEach((way, at) => {
    expect(shownWith(way)).toContain(['Pay in parts', 'Pay some now', 'Move the date'][at]);
    const radios = screen.getAllByRole('radio');
    expect(radios.map((radio) => radio.closest('label')?.textContent?.replace(/\s+/g, ' ').trim())).toEqual(
      heads,
    );
    expect(radios.map((radio) => (radio as HTMLInputElement).checked)).toEqual(heads.map((_, n) => n === at));
  });
});

test('what waiting costs until the same day stands above the ways, and cannot be chosen [T3421]', () => {
  show(<WayColumns ways={ways} chosen={undefined} onChoose={() => undefined} />);
  const first = screen.getByRole('radiogroup').previousElementSibling;
  expect(first?.textContent).toBe('If you do nothing it will be ₱2,998.12 on 27 Dec: ₱142.27 more.');
  expect(first?.querySelector('input')).toBeNull();
});

test('a last part that bears the rounding stands by itself in the sum [T1499]', () => {
  const parts = [95_195, 95_195, 95_196].map((amount) => ({ date: '2026-12-07', amount }));
  expect(partsSum({ parts, amount: 285_586 })).toBe('2 × ₱951.95 + ₱951.96 = ₱2,855.86');
});

test('parts add nothing if other payments are paid in time [T1860]', () => {
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
  expect(screen.getByText('if paid on time').closest('span')?.textContent).toContain('₱0.00');
});
