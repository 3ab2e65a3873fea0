import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { toDecimal } from '../decimal-amount.ts';
import type { PaymentPort } from '../payment.ts';
import type { AskXendit } from './client.ts';
import { paymentRequestSchema } from './objects.ts';

/** What a channel shows to the payer: a number for a counter or a bank, or the text of a QR code. */
const numbers = ['PAYMENT_CODE', 'VIRTUAL_ACCOUNT_NUMBER'];

/**
 * Codes by Xendit's payment requests: counters, bank transfers and QR Ph. Our reference goes along, and comes back with
 * whatever is paid: a request made twice, because its first answer was lost, is two codes for one debt of ours.
 */
export function xenditPayments(ask: AskXendit): PaymentPort {
  return {
    name: 'xendit',
    async issueCode({ reference, amount, via, payer, description, expiresAt }) {
      if (via === undefined) throw new Unavailable('xendit does not serve this channel');
      const { status, body } = await ask('/v3/payment_requests', {
        body: {
          reference_id: reference,
          type: 'PAY',
          country: 'PH',
          currency: 'PHP',
          request_amount: toDecimal(amount),
          capture_method: 'AUTOMATIC',
          channel_code: via,
          channel_properties: {
            expires_at: expiresAt.toISOString(),
            // A counter prints who pays; a QR code asks for nobody.
            ...(via === 'QRPH' ? {} : { payer_name: payer.name, display_name: payer.name }),
          },
          description,
          metadata: { reference },
        },
      });
      const made = v.safeParse(paymentRequestSchema, body);
      if (status >= 400 || !made.success) throw new Unavailable(`xendit answered ${status} to a code`);
      if ((made.output.request_amount ?? amount) !== amount)
        throw new Unavailable('xendit made a code of another amount');
      const shown = made.output.actions.filter((action) => action.type === 'PRESENT_TO_CUSTOMER');
      const qr = shown.find((action) => action.descriptor === 'QR_STRING')?.value;
      const number = shown.find((action) => numbers.includes(action.descriptor))?.value;
      const payCode = number ?? (qr ? made.output.payment_request_id : undefined);
      if (payCode === undefined) throw new Unavailable('xendit gave nothing to pay by');
      return { providerReference: made.output.payment_request_id, payCode, qr };
    },
  };
}
