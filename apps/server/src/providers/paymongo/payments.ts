import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PaymentPort } from '../ports/payment.ts';
import { isPayableQr } from '../qrph.ts';
import type { AskPaymongo } from './client.ts';
import { attachedSchema, intentSchema, methodSchema } from './objects.ts';
import { qrTextOf } from './qr-picture.ts';

const expirySeconds = { min: 60, max: 9_000 } as const;

/**
 * Issues QR Ph codes: create a payment intent and a payment method, then attach the method to the intent, which returns the
 * code. Our reference is in the intent's metadata and comes back with each payment. A request that is repeated after a lost
 * answer creates two codes for one debt.
 */
export function paymongoPayments(ask: AskPaymongo, now: () => Date): PaymentPort {
  async function create<Schema extends v.GenericSchema>(
    path: string,
    attributes: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const { status, body } = await ask(path, { body: { data: { attributes } } });
    const created = v.safeParse(schema, body);
    if (status >= 400 || !created.success) throw new Unavailable(`paymongo answered ${status} to ${path}`);
    return created.output;
  }
  return {
    name: 'paymongo',
    async issueCode({ reference, amount, currency, via, description, expiresAt }) {
      if (via !== 'qrph') throw new Unavailable('paymongo does not serve this channel');
      const secondsLeft = Math.floor((expiresAt.getTime() - now().getTime()) / 1000);
      const intent = await create(
        '/v1/payment_intents',
        {
          amount,
          currency,
          payment_method_allowed: ['qrph'],
          capture_type: 'automatic',
          description,
          metadata: { reference },
        },
        intentSchema,
      );
      if ((intent.data.attributes.amount ?? amount) !== amount)
        throw new Unavailable('paymongo created a code for another amount');
      const method = await create(
        '/v1/payment_methods',
        {
          type: 'qrph',
          expiry_seconds: Math.min(Math.max(secondsLeft, expirySeconds.min), expirySeconds.max),
        },
        methodSchema,
      );
      const attached = await create(
        `/v1/payment_intents/${intent.data.id}/attach`,
        { payment_method: method.data.id },
        attachedSchema,
      );
      const qr = await qrTextOf(attached.data.attributes.next_action.code.image_url);
      if (qr === undefined || !isPayableQr(qr, amount))
        throw new Unavailable('paymongo returned a code that cannot be paid');
      return { providerReference: intent.data.id, payCode: intent.data.id, qr };
    },
  };
}
