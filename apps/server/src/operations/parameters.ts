import { isReason } from '@hiram/contract/fields';
import { asId, type Id } from '@hiram/contract/ids';
/** Options and arguments that several commands share: the same name has the same meaning everywhere. */
import { type LocalDate, localDate } from '@hiram/loan';
import { isLocalDate } from '@hiram/loan/local-date';
import { parseCents } from '@hiram/loan/parse';
import { validate } from 'uuid';
import { type Parameter, UsageError } from './command.ts';

const maxMessage = 500;

/** An optional option with a value. `parse` throws UsageError. */
export function option<Value>(
  placeholder: string,
  summary: string,
  parse: (text: string) => Value,
): Parameter<Value | undefined> {
  return {
    placeholder,
    summary,
    isRequired: false,
    read: (typed) => (typeof typed === 'string' ? parse(typed) : undefined),
  };
}

/** A required option or argument. */
export function required<Value>(
  placeholder: string,
  summary: string,
  parse: (text: string) => Value,
): Parameter<Value> {
  return { placeholder, summary, isRequired: true, read: (typed) => parse(String(typed)) };
}

export function flag(summary: string): Parameter<boolean> {
  return { placeholder: undefined, summary, isRequired: false, read: (typed) => typed === true };
}

export function anyText(text: string): string {
  if (text.trim() === '') throw new UsageError('it is empty');
  return text.trim();
}

export function id<Kind extends string>(text: string): Id<Kind> {
  if (!validate(text)) throw new UsageError(`${text} is not an id`);
  return asId(text);
}

/** Parses `1234.56` or `1234` to cents; must be positive. */
export function amount(text: string): number {
  const typed = parseCents(text, 'ph');
  if (!typed.ok || typed.cents <= 0) throw new UsageError(`${text} is not an amount: write 1234.56`);
  return typed.cents;
}

export function day(text: string): LocalDate {
  if (!isLocalDate(text)) throw new UsageError(`${text} is not a day: write YYYY-MM-DD`);
  return localDate(text);
}

/** A person's name, as the audit trail stores it. */
export function personName(text: string): string {
  const name = text.normalize('NFKC').trim();
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@'-]{1,58}$/u.test(name))
    throw new UsageError('a name has 2 to 59 letters, digits, . _ @ - and spaces');
  return name;
}

/** One line of printable text. */
export function line(text: string): string {
  const words = text.normalize('NFC').trim();
  if (words === '' || words.length > maxMessage || /[\p{Cc}\p{Cf}]/u.test(words))
    throw new UsageError(`a text has 1 to ${maxMessage} characters, and no control characters`);
  return words;
}

/** The reason of a decision, on one line. */
export function reasonLine(text: string): string {
  const words = line(text);
  if (!isReason(words)) throw new UsageError('it must say why in words');
  return words;
}

/** One of the given words. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const match = words.find((word) => word === text);
    if (match === undefined) throw new UsageError(`${text} is not one of ${words.join(', ')}`);
    return match;
  };
}

export const by = required('NAME', 'your name, for the audit trail', personName);
export const reason = required('TEXT', 'the reason, stored with the decision', reasonLine);
export const brand = option('BRAND', 'only this brand', anyText);
