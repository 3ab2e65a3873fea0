import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { catalogues } from './translate.ts';

type Compiled = ReturnType<typeof compileMessage>;

const english: Readonly<Record<string, string>> = en;
const others = Object.entries(catalogues).filter(([language]) => language !== 'en');

/** Messages that are the same in English and in this language. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  fil: [
    'agreement.loan.title',
    'agreement.disclosure.title',
    'agreement.keyFacts.title',
    'row.fee',
    'row.principal',
    'bank.type.2',
    'bank.walletCode',
    'bank.accountNumber',
    'bank.walletNumber.hint',
    'document.loan',
    'identity.ktp',
    'identity.pan',
    'identity.philsys',
    'identity.postal',
    'identity.umid',
    'payment.card',
  ],
  id: ['bank.walletNumber.hint', 'identity.ktp', 'identity.umid'],
};

/** The placeholders of a message, each with its format; a choice between words (select) with its cases. */
function placeholders(compiled: Compiled, found = new Set<string>()): Set<string> {
  if (typeof compiled === 'string') return found;
  for (const part of compiled) {
    if (typeof part === 'string') continue;
    const [name, type = '', choices] = part;
    const cases =
      type === 'select' && typeof choices === 'object' && choices !== null ? Object.keys(choices).sort() : [];
    found.add([name, type, ...cases].join(' '));
    if (typeof choices !== 'object' || choices === null) continue;
    for (const branch of Object.values(choices)) if (Array.isArray(branch)) placeholders(branch, found);
  }
  return found;
}

/** The branches of a message's plurals that stand for many numbers but do not contain the number. */
function numberless(compiled: Compiled, language: string): string[] {
  if (typeof compiled === 'string') return [];
  return compiled.flatMap((part) => {
    if (typeof part === 'string' || part[1] !== 'plural' || !part[2]) return [];
    const many = Object.entries(part[2]).filter(
      ([form]) => form === 'other' || (form === 'one' && language === 'fil'),
    );
    return many.flatMap(([form, branch]) => (Array.isArray(branch) && branch.includes('#') ? [] : [form]));
  });
}

test.each(others)('%s has every message of the server and no other', (_, texts) => {
  expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
});

test.each(others)('%s uses the same placeholders and choices as English', (_, texts) => {
  for (const [id, text] of Object.entries(texts))
    expect([id, ...placeholders(compileMessage(text))].sort()).toEqual(
      [id, ...placeholders(compileMessage(english[id] ?? ''))].sort(),
    );
});

test.each(others)(
  '%s shows the number in each plural form that covers several numbers',
  (language, texts) => {
    for (const [id, text] of Object.entries(texts))
      expect([id, numberless(compileMessage(text), language)]).toEqual([id, []]);
  },
);

test.each(others)(
  '%s leaves no message in English except words that are the same in both languages',
  (language, texts) => {
    const same = Object.entries(texts).filter(([id, text]) => text === english[id]);
    expect(same.map(([id]) => id).sort()).toEqual([...(sameAsEnglish[language] ?? [])].sort());
  },
);
