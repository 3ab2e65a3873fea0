import { type ComplaintChoice, collectionType } from '@hiram/contract/complaint';
import type { TextId } from '../../brands/texts/en.ts';
import type { Translate } from '../../brands/texts/translate.ts';

const types: readonly (readonly [number, TextId])[] = [
  [collectionType, 'complaint.type.collection'],
  [2, 'complaint.type.application'],
  [3, 'complaint.type.payout'],
  [4, 'complaint.type.repayment'],
  [5, 'complaint.type.privacy'],
  [6, 'complaint.type.other'],
];

/** Forbidden conduct of collectors, in borrowers' words. */
const collectionKinds: readonly (readonly [number, TextId])[] = [
  [1, 'complaint.collection.threats'],
  [2, 'complaint.collection.insults'],
  [3, 'complaint.collection.contacts'],
  [4, 'complaint.collection.hours'],
  [5, 'complaint.collection.paid'],
  [6, 'complaint.collection.impersonation'],
  [7, 'complaint.collection.other'],
];

const choicesOf = (kinds: typeof types, translate: Translate): ComplaintChoice[] =>
  kinds.map(([value, id]) => ({ title: translate(id), value }));

export const complaintTypes = (translate: Translate) => choicesOf(types, translate);
export const collectionChoices = (translate: Translate) => choicesOf(collectionKinds, translate);

/** The title of a kind; empty for none. */
export function titleOf(choices: readonly ComplaintChoice[], value: number | null): string {
  return choices.find((choice) => choice.value === value)?.title ?? '';
}
