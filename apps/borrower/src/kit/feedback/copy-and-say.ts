import { copyText } from '../runtime/copy.ts';
import { toast } from './toaster.ts';

/** Copies a text to the clipboard and says `done`. Says nothing where the browser does not allow it. */
export async function copyAndSay(text: string, done: string): Promise<void> {
  if (await copyText(text)) toast(done, { kind: 'success' });
}
