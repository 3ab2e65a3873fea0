import { institutionsOf } from '../../brands/markets/institutions.ts';
import { defineProvider } from '../define-provider.ts';
import { paymongoClient } from './client.ts';
import { served } from './objects.ts';
import { paymongoPayments } from './payments.ts';
import { paymongoStatement } from './statement.ts';
import { paymongoTransfers } from './transfers.ts';
import { paymongoWebhooks } from './webhooks.ts';

const railsOf = (bic: string) =>
  institutionsOf(served.country).find((institution) => institution.bic === bic);

/** PayMongo: QR Ph, and transfers by InstaPay and PESONet. */
export const paymongo = defineProvider({
  name: 'paymongo',
  countries: [served.country],
  currencies: [served.currency],
  settings: {
    PAYMONGO_SECRET_KEY: {
      kind: 'secret',
      meaning: 'PayMongo: QR Ph, and transfers by InstaPay and PESONet',
    },
    PAYMONGO_WEBHOOK_SECRET: { kind: 'secret', meaning: "signs PayMongo's webhooks" },
    PAYMONGO_SOURCE_ACCOUNT: {
      kind: 'text',
      meaning: 'the account that pays transfers',
      pattern: /^\d{6,34};[^;]{2,100};[A-Z0-9]{8,11}$/,
      form: 'number;name;BIC of the account that pays transfers',
    },
    PAYMONGO_URL: { kind: 'address', meaning: "PayMongo's address", default: 'https://api.paymongo.com' },
  },
  connect(settings, { now }) {
    const [number = '', name = '', bic = ''] = settings.PAYMONGO_SOURCE_ACCOUNT.split(';');
    const own = {
      url: settings.PAYMONGO_URL,
      secretKey: settings.PAYMONGO_SECRET_KEY,
      webhookSecret: settings.PAYMONGO_WEBHOOK_SECRET,
      source: { number, name, bic },
    };
    const ask = paymongoClient(own);
    return {
      payment: paymongoPayments(ask, now),
      payout: paymongoTransfers(ask, own, railsOf, now),
      webhooks: paymongoWebhooks(ask, own),
      statement: paymongoStatement(ask),
    };
  },
});
