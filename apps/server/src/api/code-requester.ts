import type { CodeRequester } from '../messaging/code-request.ts';
import type { RequestContext } from './serve.ts';

/** The requester of a one-time code, or of a try: the request's caller, for this phone number. */
export function codeRequester<Purpose extends CodeRequester['purpose']>(
  { brand, context, proof, address }: RequestContext,
  phone: string,
  purpose: Purpose,
) {
  return { brand: brand.id, phone, purpose, deviceId: context.deviceId, address, proof };
}
