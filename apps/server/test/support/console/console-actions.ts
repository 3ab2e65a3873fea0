import type { ActionCalls, Submitted } from '@hiram/contract/console/action-calls';
import { approvalOptions, approveRequest } from '@hiram/contract/console/approval';
import type { EffectLine } from '@hiram/contract/console/effect';
import { actions, rights } from '@hiram/contract/console/rights';
import type { ApprovalId } from '@hiram/contract/ids';
import { orderStatusCodes } from '@hiram/contract/order-status';
import { expect } from 'vitest';
import { rejectionOf, type StaffAnswer, type StaffMember } from './console.ts';

interface Wanted {
  readonly brand: string;
  readonly reason?: string;
  readonly reference?: string;
}

/** Names of the contract that are no words, and any other that is written like one: `dueSoon`. */
const contractNames = [...rights, ...actions];
const camelCase = /(^|[ (])[a-z]+[A-Z]/;

/** The names of the contract that a preview shows without words. */
function namesWithoutWords(lines: readonly EffectLine[], notes: readonly string[] = []): readonly string[] {
  const texts = lines.flatMap(({ before, after, format }) => (format === undefined ? [before, after] : []));
  return [...texts, ...notes].filter(
    (text) =>
      camelCase.test(text) || text in orderStatusCodes || contractNames.some((name) => text.includes(name)),
  );
}

/** Previews an action and submits what was previewed. Answers the preview's rejection if it has one. */
export async function submitAction(
  person: StaffMember,
  calls: ActionCalls,
  request: object,
  { brand, reason = 'a test', reference = '' }: Wanted,
): Promise<StaffAnswer<Submitted>> {
  const preview = await person.browser.send(calls.preview, { request }, { brand });
  if (!preview.success) return rejectionOf(preview);
  const { digest, lines, notes } = preview.data;
  expect(namesWithoutWords(lines, notes)).toEqual([]);
  return person.browser.send(calls.submit, { request, digest, reference, reason }, { brand });
}

/** Approves a request with the person's passkey over its effect as it is now. */
export async function approveAs(
  person: StaffMember,
  approvalId: ApprovalId,
  brand: string,
): Promise<StaffAnswer<object>> {
  const options = await person.browser.send(approvalOptions, { approvalId }, { brand });
  if (!options.success) return options;
  const { digest, publicKey } = options.data;
  const passkey = person.authenticator.sign(publicKey);
  return person.browser.send(approveRequest, { approvalId, digest, passkey }, { brand });
}
