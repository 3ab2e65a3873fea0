import * as v from 'valibot';
import { coded } from '../wire/wire.ts';
import type { Id } from './ids.ts';

const canonicalInteger = /^(0|[1-9]\d{0,15})$/;

/**
 * A whole number from 0: a JSON integer, or its canonical decimal string as in a form body. Other strings are rejected: `0x10`,
 * `1e3`, `01`, `1.0`, blanks and the empty string.
 */
export const whole = v.union(
  [
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    v.pipe(v.string(), v.regex(canonicalInteger), v.transform(Number), v.safeInteger()),
  ],
  'must be a whole number',
);

/** An amount of money in cents (centavos, paise), greater than zero. */
export const cents = v.pipe(whole, v.minValue(1, 'must be more than zero'));

/** The code of a flag: a boolean inside the product, 0 or 1 on the wire. */
export const flagCode = {
  encode: (value: boolean): 0 | 1 => (value ? 1 : 0),
  decode: (code: 0 | 1): boolean => code === 1,
};

/** A boolean that is 0 or 1 on the wire. */
export const flag = coded(v.picklist([0, 1]), flagCode);

/** A boolean in an input: on the wire a JSON number 0 or 1, or `"0"`/`"1"` as in a form body. */
export const flagInput = coded(
  v.union(
    [
      v.picklist([0, 1]),
      v.pipe(
        v.picklist(['0', '1']),
        v.transform((text): 0 | 1 => (text === '1' ? 1 : 0)),
      ),
    ],
    'must be 0 or 1',
  ),
  flagCode,
);

/** A number that the page chooses: the module of a tap, the position in a list. */
export const ordinal = v.pipe(whole, v.maxValue(1_000_000, 'is too large'));

/** Rejects the null character and lone surrogates: no keyboard types them, and PostgreSQL does not store them. */
const storable = v.check(
  (value: string) => !/[\0\p{Surrogate}]/u.test(value),
  'holds a character that is none',
);

/** An id: opaque text of 1 to 64 characters. A malformed id gets the same answer as an unknown id. */
export const id = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, 'is too long'),
  storable,
);

/** An id of one kind in an input. */
export const idOf = <Kind extends string>(): v.GenericSchema<string, Id<Kind>> =>
  id as v.GenericSchema<string> as v.GenericSchema<string, Id<Kind>>;

/** An id of one kind in an answer. */
export const shownIdOf = <Kind extends string>(): v.GenericSchema<string, Id<Kind>> =>
  v.string() as v.GenericSchema<string> as v.GenericSchema<string, Id<Kind>>;

/** Direction marks and zero-width signs. They make different names look alike or an amount read backwards. */
const hidden =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
/** Joiners. They are valid only between letters of Indic scripts and between parts of an emoji. */
const joiners = /[\u200c\u200d]/;
const joined = /[\p{M}\u0900-\u0dff\u2190-\u2bff\u{1f000}-\u{1faff}]/u;

/** Removes invisible signs from a typed text. Pasted numbers and names often contain them. */
export function visibleText(typed: string): string {
  const shown = typed.replace(hidden, '');
  if (!joiners.test(shown)) return shown;
  const signs = Array.from(shown);
  return signs
    .filter(
      (sign, index) =>
        !joiners.test(sign) || (joined.test(signs[index - 1] ?? '') && index + 1 < signs.length),
    )
    .join('');
}

/** Text from a person or a device, untrimmed, without invisible signs (`visibleText`), at most `max` UTF-16 units. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform(visibleText),
    v.maxLength(max, `must have at most ${max} characters`),
    storable,
  );

/** A password exactly as typed, at most 200 UTF-16 units. */
export const password = v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters'), storable);

/** Text that must not be blank. */
export const filled = (max: number) => v.pipe(text(max), v.regex(/\S/, 'must not be empty'));

/** Characters of a reason at least, without spaces. */
const minReason = 5;

/**
 * Reports whether a member of staff says why: one letter, or one again and again, is no reason. `is_reason`
 * in SQL holds the same.
 */
export function isReason(given: string): boolean {
  const letters = given.replace(/\s/g, '');
  return [...letters].length >= minReason && new Set(letters).size > 1;
}

/** The reason that a member of staff gives. */
export const reasonText = (max: number) => v.pipe(text(max), v.check(isReason, 'must say why in words'));

/** A reason that may still be missing: then it is empty. */
export const laterReason = (max: number) =>
  v.pipe(
    text(max),
    v.check((given) => given === '' || isReason(given), 'must say why in words'),
  );

/** `YYYY-MM-DD`. A call that has a rejection of its own for a day that the calendar has not takes this. */
export const dateText = v.pipe(v.string(), v.isoDate());

/** A day that the calendar has: `YYYY-MM-DD`. */
export const calendarDay = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((day) => new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8)), 'is no day'),
);

/** A row of display text. */
export const row = v.object({ text: v.string(), value: v.string() });

/** No input fields. */
export const nothing = v.strictObject({});

/** An answer without data. */
export const empty = v.object({});
