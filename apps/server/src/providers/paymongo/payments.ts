import * as v from 'valibot';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { PaymentPort } from '../payment.ts';
import { isPayableQr } from '../qrph.ts';
import type { AskPaymongo } from './client.ts';
import { attachedSchema, intentSchema, methodSchema } from './objects.ts';
import { qrTextOf } from './qr-picture.ts';

const lifeSeconds = { least: 60, most: 9_000 } as const;

/**
 * QR Ph codes: an intent, a payment method, and the one attached to the other gives the code. Our reference stands in the
 * intent's metadata and comes back with what is paid; made twice, because an answer was lost, it is two codes for one debt.
 */
export function paymongoPayments(ask: AskPaymongo, now: () => Date): PaymentPort {
  async function make<Schema extends v.GenericSchema>(
    path: string,
    attributes: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const { status, body } = await ask(path, { body: { data: { attributes } } });
    const made = v.safeParse(schema, body);
    if (status >= 400 || !made.success) throw new Unavailable(`paymongo answered ${status} to ${path}`);
    return made.output;
  }
  return {
    name: 'paymongo',
    async issueCode({ reference, amount, via, description, expiresAt }) {
      if (via !== 'qrph') throw new Unavailable('paymongo does not serve this channel');
      const left = Math.floor((expiresAt.getTime() - now().getTime()) / 1000);
      const intent = await make(
        '/v1/payment_intents',
        {
          amount,
          currency: 'PHP',
          payment_method_allowed: ['qrph'],
          capture_type: 'automatic',
          description,
          metadata: { reference },
        },
        intentSchema,
      );
      if ((intent.data.attributes.amount ?? amount) !== amount)
        throw new Unavailable('paymongo made a code of another amount');
      const method = await make(
        '/v1/payment_methods',
        { type: 'qrph', expiry_seconds: Math.min(Math.max(left, lifeSeconds.least), lifeSeconds.most) },
        methodSchema,
      );
      const attached = await make(
        `/v1/payment_intents/${intent.data.id}/attach`,
        { payment_method: method.data.id },
        attachedSchema,
      );
      const qr = await qrTextOf(attached.data.attributes.next_action.code.image_url);
      if (qr === undefined || !isPayableQr(qr, amount))
        throw new Unavailable('paymongo gave a code that nobody could pay');
      return { providerReference: intent.data.id, payCode: intent.data.id, qr };
    },
  };
}
