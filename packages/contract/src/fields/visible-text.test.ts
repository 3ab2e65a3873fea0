import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { filled, text, visibleText } from './fields.ts';

test('NET-06 invisible and directional characters are removed from typed text; usual text stays', () => {
  for (const [typed, visible] of [
    ['Ma\u200bria\u2060 San\ufefftos', 'Maria Santos'],
    ['\u202e0001 ₱\u202c', '0001 ₱'],
    ['\u2066Maria\u2069', 'Maria'],
    ['\u202a0917 123 4567\u202c', '0917 123 4567'],
    ['Ma\u200dria', 'Maria'],
    ['Maria\u{e0041}\u{e0042}', 'Maria'],
    ['\u200d\u200c', ''],
    ['María-José dela Cruz Ñ', 'María-José dela Cruz Ñ'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d👧 👍🏽', '👩\u200d👧 👍🏽'],
    ['नमस्ते, salamat!\nterima kasih', 'नमस्ते, salamat!\nterima kasih'],
  ])
    expect(visibleText(typed ?? '')).toBe(visible);
  expect(v.safeParse(filled(20), '\u200b\u202e').success).toBe(false);
});

test('no cleaned text contains invisible or directional characters, and cleaning twice changes nothing', () => {
  const sign = fc.oneof(
    fc.integer({ min: 0x2000, max: 0x206f }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom('\u00ad', '\ufeff', '\u061c', '\u3164', '\u{e0020}', 'a', 'é', 'क', '्', '👩'),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  );
  fc.assert(
    fc.property(
      fc.array(sign).map((signs) => signs.join('')),
      (typed) => {
        const visible = visibleText(typed);
        expect(visible).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u00ad\ufeff]/);
        expect(visibleText(visible)).toBe(visible);
        const parsed = v.safeParse(text(10_000), typed);
        if (parsed.success) expect(parsed.output).toBe(visible);
      },
    ),
  );
});
