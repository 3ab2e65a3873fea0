import * as v from 'valibot';

const canonicalInteger = /^(0|[1-9]\d{0,15})$/;

/**
 * A whole number that is not negative: a JSON integer, or its canonical decimal string as forms carry it.
 * Nothing else is coerced: not `0x10`, `1e3`, `01`, `1.0`, blanks or the empty string.
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

/** 0 or 1. */
export const flag = v.picklist([0, 1]);

/** 0 or 1 as input: JSON number, or `"0"`/`"1"` as forms carry it. */
export const flagInput = v.union(
  [
    v.picklist([0, 1]),
    v.pipe(
      v.picklist(['0', '1']),
      v.transform((text): 0 | 1 => (text === '1' ? 1 : 0)),
    ),
  ],
  'must be 0 or 1',
);

/** A counter of the page's own making: where a tap happened, the place in a list. */
export const ordinal = v.pipe(whole, v.maxValue(1_000_000, 'is too large'));

/** Neither the null character nor half of a pair: no keyboard types them, and no database keeps them. */
const keepable = v.check(
  (value: string) => !/[\0\p{Surrogate}]/u.test(value),
  'holds a character that is none',
);

/** An id: opaque text. One that is malformed is answered like one that does not exist. */
export const id = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(64, 'is too long'),
  keepable,
);

/** Directions, and signs without width, which show a text otherwise than it is: two names look alike, an amount reads backwards. */
const hidden =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
/** Joiners: they belong between signs of the scripts of India and parts of an emoji, and nowhere else. */
const joiners = /[\u200c\u200d]/;
const joined = /[\p{M}\u0900-\u0dff\u2190-\u2bff\u{1f000}-\u{1faff}]/u;

/** A typed text without signs that nobody sees: pasted numbers and names bring them along. */
export function visibleText(typed: string): string {
  const shown = typed.replace(hidden, '');
  if (!joiners.test(shown)) return shown;
  const signs = Array.from(shown);
  return signs
    .filter((sign, at) => !joiners.test(sign) || (joined.test(signs[at - 1] ?? '') && at + 1 < signs.length))
    .join('');
}

/** Text of a person or a device, trimmed by nobody, without hidden signs (`visibleText`), at most `max` UTF-16 units. */
export const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform(visibleText),
    v.maxLength(max, `must have at most ${max} characters`),
    keepable,
  );

/** A password as it was typed: nothing is taken out of it or changed; at most 200 UTF-16 units. */
export const password = v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters'), keepable);

/** Text that must not be blank. */
export const filled = (max: number) => v.pipe(text(max), v.regex(/\S/, 'must not be empty'));

/** `YYYY-MM-DD`. */
export const dateText = v.pipe(v.string(), v.isoDate());

/** A row of display text. */
export const row = v.object({ text: v.string(), value: v.string() });

/** Nothing beyond the session. */
export const nothing = v.strictObject({});

/** An answer without content. */
export const empty = v.object({});
