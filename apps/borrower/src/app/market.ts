import type { PayGuide } from '@hiram/contract/repay';
import type { PhoneFormat } from '../kit/format-input.ts';
import { settings } from './settings.ts';

/** All in which markets differ on the screens; what the server decides (rules, boxes, texts of its own) comes with its answers. */
interface Market {
  /** Texts that the specification gives in Chinese or Indonesian are said so whatever the language. */
  readonly specifiedCopy: boolean;
  /** Few stars are thanked here, many are asked for the store too (ORD-12); elsewhere everyone is asked alike whether to rate in the store. */
  readonly fewStarsStayHere: boolean;
  /** How mobile numbers are typed (CFG-04). */
  readonly phone: PhoneFormat;
  /** Whose kinds of places an address is made of. */
  readonly places: 'PH' | 'IN' | 'ID';
  /** The payment instructions of the country, in the order in which they are listed. */
  readonly guides: readonly PayGuide[];
  /** The smallest amount that can be paid, in cents: rupees and rupiah are paid whole. */
  readonly moneyUnit: 1 | 100;
}

const philippineGuides: readonly PayGuide[] = ['gcash', 'maya', 'store', 'qrph'];
const practice = { specifiedCopy: false, fewStarsStayHere: false } as const;

const markets: Readonly<Record<typeof settings.market, Market>> = {
  spec: {
    specifiedCopy: true,
    fewStarsStayHere: true,
    phone: 'phone',
    places: 'PH',
    guides: philippineGuides,
    moneyUnit: 1,
  },
  ph: { ...practice, phone: 'phone-ph', places: 'PH', guides: philippineGuides, moneyUnit: 1 },
  in: {
    ...practice,
    phone: 'phone-in',
    places: 'IN',
    guides: ['upi', 'bankqr', 'wallet', 'store'],
    moneyUnit: 100,
  },
  id: { ...practice, phone: 'phone-id', places: 'ID', guides: ['qris', 'account', 'store'], moneyUnit: 100 },
};

export const market: Market = markets[settings.market];
