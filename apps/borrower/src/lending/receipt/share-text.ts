import { copyText } from '../../kit/runtime/copy.ts';

/**
 * Gives a text to an app that the person chooses. Where the phone has no such list the text is copied, and
 * the answer is true.
 */
export async function shareText(title: string, text: string): Promise<boolean> {
  if (!navigator.share) return copyText(text);
  // A person who closes the phone's list of apps has not failed.
  await navigator.share({ title, text }).catch(() => undefined);
  return false;
}
