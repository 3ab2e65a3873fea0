import type { PayGuide } from '@hiram/contract/repay';
import type { PhoneFormat } from '../../kit/controls/format-input.ts';
import { settings } from './settings.ts';

/**
 * The differences between markets that the screens need. Rules, field lists and texts that the server decides come
 * with its answers.
 */
interface Market {
  /** Use the texts that the specification gives in Chinese or Indonesian, whatever the language. */
  readonly specifiedCopy: boolean;
  /**
   * Follow the specified ways where the market has shorter ones: pickers with Confirm and Cancel (BANK-04), agreements
   * that the browser goes to (CONF-05).
   */
  readonly specifiedWays: boolean;
  /**
   * True: a low rating is thanked and only a high one leads to the store (ORD-12). False: everyone is asked the same
   * question.
   */
  readonly isStoreForHighRatingsOnly: boolean;
  /** The format in which mobile numbers are typed (CFG-04). */
  readonly phone: PhoneFormat;
  /** The country whose place levels an address uses. */
  readonly places: 'PH' | 'IN' | 'ID';
  /** The country's payment instructions, in display order. */
  readonly guides: readonly PayGuide[];
  /** The smallest payable unit in cents: rupees and rupiah are paid in whole units. */
  readonly moneyUnit: 1 | 100;
}

const philippineGuides: readonly PayGuide[] = ['gcash', 'maya', 'store', 'qrph'];
const practice = { specifiedCopy: false, specifiedWays: false, isStoreForHighRatingsOnly: false } as const;

const markets: Readonly<Record<typeof settings.market, Market>> = {
  spec: {
    specifiedCopy: true,
    specifiedWays: true,
    isStoreForHighRatingsOnly: true,
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
