import type { Call } from '@hiram/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';

/**
 * Exactly what the contract declares of an answer: a field that it does not declare never leaves. An answer that is not as
 * declared is our fault and goes to the log; the caller, who checks it too, gets the declared fields of it.
 */
export function declaredOutput(call: Call, result: object, log: FastifyBaseLogger): object {
  const data = 'stored' in result ? result.stored : result;
  const { output, success, issues } = v.safeParse(call.output, data);
  if (!success) {
    const fields = issues.map((issue) => v.getDotPath(issue) ?? '');
    log.error({ call: call.name, fields }, 'an answer is not as its contract declares it');
  }
  return Object(output);
}
