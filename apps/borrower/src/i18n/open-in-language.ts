import { savePreferences } from '@hiram/contract/account';
import { replaceWith } from '../app/navigation/go.ts';
import { chooseLang } from '../app/settings/choose-language.ts';
import { callContext } from '../app/settings/context.ts';
import { send } from '../net/transport/client.ts';

/** From now on pages use this language; opens the page of the address `here`. The account of who is signed in keeps the choice. */
export async function openInLanguage(
  language: string,
  here: () => string,
  isSignedIn: boolean,
): Promise<void> {
  // Without an answer the phone has the choice, and the settings can save it later.
  if (isSignedIn) await send(savePreferences, { language }, callContext()).catch(() => undefined);
  chooseLang(language);
  replaceWith(here());
}
