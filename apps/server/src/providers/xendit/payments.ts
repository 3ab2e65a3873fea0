import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { toDecimal } from '../decimal-amount.ts';
import type { PaymentPort } from '../ports/payment.ts';
import type { AskXendit } from './client.ts';
import { paymentRequestSchema, served } from './objects.ts';

/** Descriptors of a number that the payer uses at a counter or a bank. */
const numberDescriptors = ['PAYMENT_CODE', 'VIRTUAL_ACCOUNT_NUMBER'];

/**
 * Issues codes by Xendit's payment requests: counters, bank transfers and QR Ph. Our reference is part of the request and of
 * every payment notice. A request that is repeated after a lost answer creates two codes for one debt.
 */
export function xenditPayments(ask: AskXendit): PaymentPort {
  return {
    name: 'xendit',
    async issueCode({ reference, amount, currency, via, payer, description, expiresAt }) {
      if (via === undefined) throw new Unavailable('xendit does not serve this channel');
      const { status, body } = await ask('/v3/payment_requests', {
        body: {
          reference_id: reference,
          type: 'PAY',
          country: served.country,
          currency,
          request_amount: toDecimal(amount),
          capture_method: 'AUTOMATIC',
          channel_code: via,
          channel_properties: {
            expires_at: expiresAt.toISOString(),
            // A counter prints the payer's name; a QR code does not need it.
            ...(via === 'QRPH' ? {} : { payer_name: payer.name, display_name: payer.name }),
          },
          description,
          metadata: { reference },
        },
      });
      const created = v.safeParse(paymentRequestSchema, body);
      if (status >= 400 || !created.success)
        throw new Unavailable(`xendit answered ${status} to a request for a code`);
      if ((created.output.request_amount ?? amount) !== amount)
        throw new Unavailable('xendit created a code for another amount');
      const payerActions = created.output.actions.filter((action) => action.type === 'PRESENT_TO_CUSTOMER');
      const qr = payerActions.find((action) => action.descriptor === 'QR_STRING')?.value;
      const number = payerActions.find((action) => numberDescriptors.includes(action.descriptor))?.value;
      const payCode = number ?? (qr ? created.output.payment_request_id : undefined);
      if (payCode === undefined) throw new Unavailable('xendit returned nothing to pay with');
      return { providerReference: created.output.payment_request_id, payCode, qr };
    },
  };
}
