import { defineProvider } from '../define-provider.ts';
import { xenditClient } from './client.ts';
import { served } from './objects.ts';
import { xenditPayments } from './payments.ts';
import { xenditPayouts } from './payouts.ts';
import { xenditStatement } from './statement.ts';
import { xenditWebhooks } from './webhooks.ts';

/** Xendit: counters, bank transfers and QR Ph, payouts to banks and wallets. */
export const xendit = defineProvider({
  name: 'xendit',
  countries: [served.country],
  currencies: [served.currency],
  settings: {
    XENDIT_SECRET_KEY: {
      kind: 'secret',
      meaning: 'Xendit, for brands of the Philippines; the brand’s `via` maps channels and institutions',
    },
    XENDIT_CALLBACK_TOKEN: { kind: 'secret', meaning: "comes with Xendit's webhooks" },
    XENDIT_URL: { kind: 'address', meaning: "Xendit's address", default: 'https://api.xendit.co' },
  },
  connect({ XENDIT_URL: url, XENDIT_SECRET_KEY: secretKey, XENDIT_CALLBACK_TOKEN: callbackToken }) {
    const ask = xenditClient({ url, secretKey });
    return {
      payment: xenditPayments(ask),
      payout: xenditPayouts(ask),
      webhooks: xenditWebhooks(ask, callbackToken),
      statement: xenditStatement(ask),
    };
  },
});
