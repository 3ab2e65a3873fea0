import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { specifiedCopy } from './specified-copy.ts';

type Compiled = ReturnType<typeof compileMessage>;

const folder = fileURLToPath(new URL('../../locales', import.meta.url));
const { parse } = formatter({ lineNumbers: false, origins: false });

/** The messages of one language by `feature id`, without obsolete ones. */
async function messagesOf(locale: string): Promise<ReadonlyMap<string, string>> {
  const messages = new Map<string, string>();
  for (const file of readdirSync(`${folder}/${locale}`)) {
    const filename = `${folder}/${locale}/${file}`;
    const catalogue = await parse(readFileSync(filename, 'utf8'), { locale, sourceLocale: 'en', filename });
    for (const [id, { message, translation, obsolete }] of Object.entries(catalogue))
      if (!obsolete) messages.set(`${file.replace('.po', '')} ${message ?? id}`, translation ?? '');
  }
  return messages;
}

const english = await messagesOf('en');
const others = await Promise.all(
  readdirSync(folder)
    .filter((locale) => locale !== 'en')
    .map(async (locale) => [locale, await messagesOf(locale)] as const),
);

/** Messages whose translation equals the English text on purpose. Messages without a word need no entry. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  fil: [
    'Account',
    'Bank transfer',
    'Barangay',
    'Calculator',
    'Code',
    'Customer service',
    'IFSC',
    'Loan',
    'Mobile number',
    'Password',
    'Principal',
    'principal',
  ],
  id: ['Bank', 'IFSC'],
};

/** The placeholders and tags of a message with their formats, except the `#` of a plural. */
function placeholders(compiled: Compiled, found = new Set<string>()): Set<string> {
  for (const part of typeof compiled === 'string' ? [compiled] : compiled) {
    if (typeof part === 'string') {
      for (const tag of part.match(/<\/?\d+\/?>/g) ?? []) found.add(tag);
      continue;
    }
    const [name, type = '', choices] = part;
    found.add(`${name} ${type}`);
    if (typeof choices !== 'object' || choices === null) continue;
    for (const branch of Object.values(choices)) if (Array.isArray(branch)) placeholders(branch, found);
  }
  return found;
}

/** Reports whether a message contains a word beside its placeholders and units. */
const hasWord = (message: string) => /\p{L}{3,}/u.test(message.replace(/\{\w+\}/g, ''));

test('no catalogue contains a message that no screen uses any more', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.po'),
  );
  expect(files.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('\n#~ '))).toEqual([]);
});

test.each(others)('%s translates every message of every screen', (_, messages) => {
  expect([...messages.keys()].sort()).toEqual([...english.keys()].sort());
  expect([...messages].filter(([, text]) => text.trim() === '')).toEqual([]);
});

test.each(others)('%s keeps the placeholders and tags of each message', (_, messages) => {
  for (const [id, text] of messages)
    expect([id, ...placeholders(compileMessage(text))].sort()).toEqual(
      [id, ...placeholders(compileMessage(english.get(id) ?? ''))].sort(),
    );
});

test.each(others)(
  '%s leaves no message in English except words that are the same in both languages',
  (language, messages) => {
    const same = [...messages].filter(([id, text]) => text === english.get(id) && hasWord(text));
    expect([...new Set(same.map(([, text]) => text))].sort()).toEqual(
      [...(sameAsEnglish[language] ?? [])].sort(),
    );
  },
);

test('the English catalogue is English; texts in other languages are outside the catalogues', () => {
  expect([...english].filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
  expect(english.get('order rating.chooseFirst')).toBe('Please choose');
});

test('the specification’s English is shown in its own market, and better words in the others [T443]', () => {
  expect(specifiedCopy(true, '', 'en')).toMatchObject({
    'order.addAccount': ['Go and bind the card'],
    'order.moveDate': ['Rollover Repayment'],
    'order.repayNow': ['REPAY'],
  });
  expect(specifiedCopy(true, '', 'id')['order.addAccount']).toBeUndefined();
  expect(specifiedCopy(false, '', 'en')).toEqual({});
  expect(english.get('order order.addAccount')).toBe('Add payout account');
  expect(english.get('repay repay.moveDate')).toBe('Move due date');
});
