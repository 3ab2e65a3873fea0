import type { LocalDate } from '@hiram/loan';
import { parse } from 'mrz';
import { numberItemOf } from '../../brands/markets/identity-documents.ts';
import type { IdentityAnswer, ReadDocument } from '../../providers/ports/identity.ts';
import { normalDocument } from '../borrowers/identity-marks.ts';
import { isSameName } from '../borrowers/names.ts';

/**
 * In what a document or its holder's face differs from what the borrower certified. `mrz`: the lines for
 * machines contradict the rest.
 */
export type Contradiction = 'name' | 'birthDate' | 'number' | 'expired' | 'mrz' | 'face';

type Certified = Readonly<Record<string, unknown>>;

/** Digits or letters that a document hides: masked Aadhaar shows the last four. */
const hidden = /[*•xX]{4}/;

function isSameNumber(read: string, typed: string): boolean {
  const [one, other] = [normalDocument(read) ?? '', normalDocument(typed) ?? ''];
  return one === other || (hidden.test(read) && one.slice(-4) === other.slice(-4));
}

/** The number that the borrower typed of a document of this kind; undefined: they typed none, or another document's. */
export function typedNumber(kind: string, certified: Certified): string | undefined {
  const item = numberItemOf(kind);
  const { idType } = certified;
  const number = certified[item];
  const isOfKind = item !== 'idNumber' || idType === undefined || idType === kind;
  return isOfKind && typeof number === 'string' && number !== '' ? number : undefined;
}

/**
 * The contradictions between what was read of a document and the certified details, each once. A name that
 * was not read is one.
 */
export function contradictionsOf(
  { read, face }: Pick<IdentityAnswer, 'read' | 'face'>,
  {
    kind,
    certified,
    today,
  }: { readonly kind: string; readonly certified: Certified; readonly today: LocalDate },
): readonly Contradiction[] {
  const { fullName, birthDate } = certified;
  const typed = typedNumber(kind, certified);
  const found: Contradiction[] = [];
  if (read.name === undefined || typeof fullName !== 'string' || !isSameName(read.name, fullName))
    found.push('name');
  if (read.birthDate !== undefined && read.birthDate !== birthDate) found.push('birthDate');
  if (read.number !== undefined && typed !== undefined && !isSameNumber(read.number, typed))
    found.push('number');
  if (read.expiry !== undefined && read.expiry < today) found.push('expired');
  if (read.mrz !== undefined && contradictsLines(read, { fullName, birthDate, typed })) found.push('mrz');
  if (face === 'differs' || face === 'unclear') found.push('face');
  return found;
}

/** Reports whether the lines for machines are not valid by their check digits, or are another person's or document's. */
function contradictsLines(
  { mrz = [], number }: ReadDocument,
  {
    fullName,
    birthDate,
    typed,
  }: { readonly fullName: unknown; readonly birthDate: unknown; readonly typed: string | undefined },
): boolean {
  try {
    const { valid, fields } = parse([...mrz]);
    const name = `${fields.firstName ?? ''} ${fields.lastName ?? ''}`;
    const born = String(birthDate ?? '')
      .slice(2)
      .replace(/-/g, '');
    const numbers = [number, typed].filter((other) => other !== undefined);
    return (
      !valid ||
      typeof fullName !== 'string' ||
      !isSameName(name, fullName) ||
      fields.birthDate !== born ||
      numbers.some((other) => !isSameNumber(fields.documentNumber ?? '', other))
    );
  } catch {
    // Not lines of a passport or a card.
    return true;
  }
}
