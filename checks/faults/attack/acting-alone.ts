import type { ActionCalls } from '@hiram/contract/console/action-calls';
import { approveByPasskey, type StaffMember } from '@hiram/server/test/support/console/console.ts';

/** The result of an action that one person tried alone. `approved`: they approved their own request. */
export type Attempt = 'done' | 'waiting' | 'approved' | 'rejected';

/** Previews an action, submits it and tries to approve it, all by one person. */
export async function actAlone(
  person: StaffMember,
  calls: ActionCalls,
  request: object,
  brand = 'spec',
): Promise<Attempt> {
  const preview = await person.browser.send(calls.preview, { request }, { brand });
  if (!preview.success) return 'rejected';
  const { digest } = preview.data;
  const input = { request, digest, reference: '', reason: 'An attack on a server of its own.' };
  const answer = await person.browser.send(calls.submit, input, { brand });
  if (!answer.success) return 'rejected';
  const { state, approvalId } = answer.data;
  if (state === 'done') return 'done';
  return (await approveByPasskey(person, approvalId, brand)).success ? 'approved' : 'waiting';
}
