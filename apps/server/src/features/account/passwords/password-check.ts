import type { RequestContext } from '../../../api/serve.ts';
import type { Brand } from '../../../brands/brand.ts';
import { isStrongEnough } from './passwords.ts';

/** The words of the lender's names and ours: likely guesses for a password. */
function namesOf({ id, names, lender }: Brand): readonly string[] {
  const allNames = ['hiram', id, names.english, names.chinese, lender.legalName];
  return allNames.flatMap((name) => name.split(/[^\p{L}]+/u)).filter((word) => word.length >= 3);
}

/** Reports whether the password may be set for this number: hard to guess, and not on the operator's list. */
export function isAcceptable({ appContext, brand }: RequestContext, password: string, phone: string) {
  const refused = appContext.config.refusedPasswords;
  return isStrongEnough(password, { phone, own: namesOf(brand), refused });
}
