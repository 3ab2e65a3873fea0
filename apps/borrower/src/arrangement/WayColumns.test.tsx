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

test('each way has its next payment and its cost, and the fields of the chosen one stand in it [T1562]', () => {
  const shownWith = (chosen: Way) => {
    cleanup();
    show(
      <WayColumns ways={ways} chosen={chosen} onChoose={() => undefined}>
        <input aria-label="Its field" />
      </WayColumns>,
    );
    return screen.getByLabelText('Its field').closest('[data-chosen]');
  };
  const heads = [
    'Pay in parts 3 × ₱951.95 from 7 Dec ₱0.00 extra if all is paid on time',
    'Pay some now ₱1,000.00 today ₱92.28 extra if the rest comes on 27 Dec',
    'Move the date ₱549.48 today, then ₱2,874.07 on 27 Dec ₱567.70 extra ',
  ];
  (['arrangement', 'part', 'extension'] as const).forEach((way, at) => {
    const card = shownWith(way);
    const radios = screen.getAllByRole('radio');
    expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual(heads);
    expect(radios.map((radio) => (radio as HTMLInputElement).checked)).toEqual(heads.map((_, n) => n === at));
    expect(card?.querySelector('label')?.textContent).toBe(heads[at]);
  });
  const rows = () => screen.getAllByRole('definition').map((row) => row.closest('div')?.textContent);
  expect(rows()).toEqual(['In all₱3,423.55', 'Other paymentsmove 32 days']);
  shownWith('part');
  expect(rows()).toContain('In all₱2,948.13');
});

test('what waiting costs until the same day stands above the ways, and cannot be chosen [T3421]', () => {
  show(<WayColumns ways={ways} chosen={undefined} onChoose={() => undefined} />);
  const first = screen.getByRole('radiogroup').firstElementChild;
  expect(first?.textContent).toBe('If you do nothing ₱2,998.12 on 27 Dec ₱142.27 extra');
  expect(first?.querySelector('input')).toBeNull();
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
  expect(screen.getByText('if all is paid on time').closest('span')?.textContent).toBe(
    ' ₱0.00 extra if all is paid on time',
  );
  expect(
    screen.getByText(
      'Your other payments stay due on their days. If they are not paid, they add ₱123.45 by 6 Jan.',
    ),
  ).toBeTruthy();
});
