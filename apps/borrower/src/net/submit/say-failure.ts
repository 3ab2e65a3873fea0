import { commonCodes } from '@hiram/contract/envelope';
import { leaveForLogin } from '../../app/navigation/leave.ts';
import { type ToastHandle, toast } from '../../kit/feedback/toaster.ts';
import type { Rejection } from '../transport/call-result.ts';
import { failureText } from './failure-text.ts';

/** Says that an answer is awaited, until the toast is closed. */
export const sayWaiting = (text: string): ToastHandle => toast(text, { kind: 'loading' });

/** Opens login if the session is missing. Otherwise says why the borrower's own request was rejected. */
export function sayRejection(answer: Rejection, isQuiet: boolean): void {
  if (answer.code === commonCodes.notSignedIn) leaveForLogin({ tapped: true });
  else if (!isQuiet && answer.message) toast(answer.message, { kind: 'error' });
}

/** The same of data that a screen asked for by itself. `failure` is said of an answer without a message. */
export function sayMissing(answer: Rejection, isQuiet: boolean, failure: string): void {
  if (answer.code === commonCodes.notSignedIn) leaveForLogin();
  // The name of the wrong field means nothing to a person who opened a link.
  else if (answer.code !== commonCodes.badRequest && !isQuiet && (answer.message || failure))
    toast(answer.message || failure, { kind: 'error' });
}

/** Says that no answer came. `text` says it in place of the cause. */
export function sayNoAnswer(error: unknown, text?: string): void {
  toast(text ?? failureText(error), { kind: 'error' });
}
