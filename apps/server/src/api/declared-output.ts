import type { Call } from '@hiram/contract/call';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';

/**
 * Returns only the fields of an answer that the contract declares. An answer that breaks its schema is our defect: it is
 * logged, and the client, which validates it too, gets its declared fields.
 */
export function declaredOutput(
  call: Pick<Call, 'name' | 'output'>,
  result: object,
  log: FastifyBaseLogger,
): object {
  const data = 'stored' in result ? result.stored : result;
  const { output, success, issues } = v.safeParse(call.output, data);
  if (!success) {
    const fields = issues.map((issue) => v.getDotPath(issue) ?? '');
    log.error({ call: call.name, fields }, 'an answer does not match its schema');
  }
  return output as object;
}
