import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { inLanguage, type Language } from '../texts/localized.ts';
import { catalogues } from '../texts/translate.ts';
import {
  kindOf,
  type MessageKindName,
  messageKinds,
  type VariableName,
  variableTypes,
} from './message-kinds.ts';
import { smsSegments, smsText } from './sms-length.ts';

/** The brand's own texts of messages in one language; other kinds have the product's. */
export type MessageTexts = ReadonlyMap<MessageKindName, string>;

const file = 'messages.json';
/** Segments of a text by SMS at most: a longer one is read by nobody and costs four times as much. */
const maxSegments = 3;

/** A long value of each type, for the length of a text. */
const samples = {
  money: '₱1,234,567.89',
  day: '30 September 2026',
  moment: '30 September 2026, 23:59',
  count: '120',
  text: '1234567890',
  unmovedReason:
    'Pinjaman ini dibayar menurut kesepakatan. Selama kesepakatan itu berjalan, pinjaman tidak bisa diperpanjang.',
} as const;
const sampleLink = 'https://loans.lender.example/main?appName=lender';

/** Right-to-left letters, and marks that turn the direction of what follows. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The placeholders of a text that a kind may have. */
function placeholdersOf(kind: MessageKindName): ReadonlySet<string> {
  const { variables, purpose } = kindOf(kind);
  return new Set(['name', ...variables, ...(purpose === 'collection' ? ['pay', 'object'] : [])]);
}

const isVariable = (name: string): name is VariableName => Object.hasOwn(variableTypes, name);

/** A text with long values, as it would be sent by SMS. */
const longest = (text: string) =>
  smsText(
    text.replace(/\{(\w+)\}/g, (_, name: string) =>
      isVariable(name) ? samples[variableTypes[name]] : name === 'name' ? 'Lender' : sampleLink,
    ),
  );

/** The faults of a kind's text, one line each. */
export function messageFaults(kind: MessageKindName, text: string): readonly string[] {
  const allowed = placeholdersOf(kind);
  const used = [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const faults = used
    .filter((name) => !allowed.has(name))
    .map((name) => `{${name}} is not a value of it: it has ${[...allowed].join(', ')}`);
  if (kindOf(kind).purpose === 'collection')
    for (const needed of ['amount', 'date', 'pay', 'object'])
      if (!used.includes(needed)) faults.push(`{${needed}} is missing: it asks for money`);
  if (rightToLeft.test(text)) faults.push('it has letters or marks that are written from right to left');
  const { segments, encoding } = smsSegments(longest(text));
  if (segments > maxSegments)
    faults.push(`it takes ${segments} segments by SMS (${encoding}); at most ${maxSegments}`);
  return faults;
}

const messagesSchema = v.record(v.picklist(Object.keys(messageKinds)), v.string());

/** Reads the brand's own texts of messages. Without a file it has none. */
export function loadMessages(
  brandsDir: string,
  id: string,
  language: Language,
  readJson: (brandsDir: string, path: string) => unknown,
): { readonly messages: MessageTexts; readonly problems: readonly string[] } {
  const problems = shippedFaults(language);
  const path = `${id}/${file}`;
  if (!existsSync(join(brandsDir, path))) return { messages: new Map(), problems };
  const at = `brands/${path}`;
  const missing: string[] = [];
  const parsed = v.safeParse(messagesSchema, inLanguage(readJson(brandsDir, path), language, missing));
  if (!parsed.success)
    return {
      messages: new Map(),
      problems: parsed.issues.map((issue) => `${at}: ${v.getDotPath(issue) ?? 'the file'} ${issue.message}`),
    };
  const messages = new Map<MessageKindName, string>();
  for (const kind of kindNames) {
    const text = parsed.output[kind];
    if (text === undefined) continue;
    messages.set(kind, text);
    problems.push(...messageFaults(kind, text).map((fault) => `${at}: ${kind}.${language}: ${fault}`));
  }
  problems.push(...missing.map((line) => `${at}: ${line}`));
  return { messages, problems };
}

const kindNames = Object.keys(messageKinds).filter((name): name is MessageKindName =>
  Object.hasOwn(messageKinds, name),
);

/** The faults of the product's own texts. */
function shippedFaults(language: Language): string[] {
  const texts = catalogues[language];
  return kindNames.flatMap((kind) =>
    messageFaults(kind, texts?.[`sms.${kind}`] ?? '').map((fault) => `sms.${kind} (${language}): ${fault}`),
  );
}
