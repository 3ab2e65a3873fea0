import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameName, nameWords, sharesSurname } from './names.ts';

test('BANK-01 names match across case, accents, order, punctuation, particles and middle initials', () => {
  const same = [
    ['Maria Santos', 'maria SANTOS'],
    ['Maria Santos', 'Santos, Maria'],
    ['José Peña', 'JOSE PENA'],
    ['Jose\u0301 Pen\u0303a', 'José Peña'],
    ['Maria Clara Santos', 'Maria C. Santos'],
    ['Maria Clara Santos', 'Santos Maria C'],
    ['Maria C. Santos', 'Maria Santos'],
    ['Juan dela Cruz', 'Juan de la Cruz'],
    ['Juan Dela Cruz', 'DELACRUZ JUAN'],
    ['Ma. Theresa Reyes', 'Maria Theresa Reyes'],
    ['Anne-Marie O’Brien', "Annemarie O'Brien"],
    ['Ｍａｒｉａ Ｓａｎｔｏｓ', 'Maria Santos'],
    ['Maria\u200b San\u200dtos', 'Maria Santos'],
    ['Suharto', 'SUHARTO'],
    ['Łukasz Wałęsa', 'Lukasz Walesa'],
  ] as const;
  for (const [first, other] of same)
    expect([first, other, isSameName(first, other)]).toEqual([first, other, true]);
});

test('BANK-01 names with other words, initials alone or another script do not match [T016]', () => {
  const different = [
    ['Maria Santos', 'Juan Santos'],
    ['Maria Santos', 'Maria Reyes'],
    ['Maria Santos', 'M. S.'],
    ['Maria Santos', 'M. Santos'],
    ['Maria Santos', 'Maria S.'],
    ['Maria Santos', 'Maria'],
    ['Maria Santos', 'Maria Santos Reyes'],
    ['Maria Santos', 'Maria Santos Jr'],
    ['Maria Santos', 'Mаria Santos'],
    ['Maria Santos', 'Mаria Sаntоs'],
    ['Maria Santos', 'Maria\u0430 Santos'],
    ['Maria Clara Santos', 'Maria D. Santos'],
    ['Maria Clara Santos', 'Maria Maria Santos'],
    ['Suharto', 'S'],
    ['Suharto', 'Suharto Wijaya'],
    ['', ''],
    ['.', '...'],
    ['Maria Santos', '\u202eMaria Reyes'],
  ] as const;
  for (const [first, other] of different)
    expect([first, other, isSameName(first, other)]).toEqual([first, other, false]);
});

const word = fc.stringMatching(/^[a-z]{3,9}$/).filter((text) => nameWords(`x ${text} x`).length === 3);
const name = fc.array(word, { minLength: 2, maxLength: 4 });

test('BANK-01 a name matches itself in any order and case, and matching is symmetric', () => {
  fc.assert(
    fc.property(name, fc.infiniteStream(fc.nat()), (words, chance) => {
      const mixed = [...words]
        .sort(() => ((chance.next().value ?? 0) % 2 === 0 ? -1 : 1))
        .join(' , ')
        .toUpperCase();
      expect(isSameName(words.join(' '), mixed)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
      expect(isSameName(text, other)).toBe(isSameName(other, text));
    }),
  );
});

test('BANK-01 a name with an additional word never matches', () => {
  fc.assert(
    fc.property(name, word, fc.constantFrom('', '\u200b', '\u0301', '.', ' '), (words, extra, decoration) => {
      fc.pre(!words.includes(extra));
      expect(isSameName(words.join(' '), [...words, extra].join(`${decoration} `))).toBe(false);
      const replaced = [extra, ...words.slice(1)].join(' ');
      fc.pre(extra !== words[0]);
      expect(isSameName(words.join(' '), replaced)).toBe(false);
    }),
  );
});

test('BANK-01 initials alone match no name', () => {
  fc.assert(
    fc.property(name, (words) => {
      expect(isSameName(words.join(' '), words.map((text) => `${text[0]}.`).join(' '))).toBe(false);
    }),
  );
});

test('relatives by either parent share a surname, wherever it is written, and strangers do not [T1495]', () => {
  const shared = [
    ['Ana dela Cruz', 'JOSÉ DE LA CRUZ'],
    ['Ana Reyes', 'Reyes, Jose Jr.'],
    ['Ana Reyes', 'Jose Reyes Santos'],
    ['Jose Santos III', 'Ana Santos'],
  ] as const;
  for (const [name, other] of shared) {
    expect(sharesSurname(name, other), name).toBe(true);
    expect(sharesSurname(other, name), name).toBe(true);
  }
  expect(sharesSurname('Ana Cruz', 'Ana dela Cruz')).toBe(false);
  expect(sharesSurname('Ana Cruz Jr', 'Jose Reyes Jr')).toBe(false);
  expect(sharesSurname('', '')).toBe(false);
});
