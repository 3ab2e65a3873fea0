import { formatCents } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { isLocalDate, localDate } from '@hiram/loan/local-date';
import { formatMoment } from '@hiram/loan/moments';
import * as v from 'valibot';
import {
  kindOf,
  type MessageKindName,
  type MessageValues,
  unmovedReasons,
  type VariableName,
  variableTypes,
} from '../../brands/messages/message-kinds.ts';
import type { BorrowerLocale } from '../borrowers/locale.ts';

const valuesSchema = v.object(
  Object.fromEntries(
    Object.entries(variableTypes).map(([name, type]) => [
      name,
      v.optional(type === 'money' || type === 'count' ? v.number() : v.string()),
    ]),
  ),
);

/** The values of a stored message. */
export const readValues = (stored: unknown): MessageValues => v.parse(valuesSchema, stored);

/** A message in the borrower's language. */
export interface Rendered {
  readonly title: string;
  readonly text: string;
}

/** The addresses that a message may name. They sign nobody in and name no person. */
export function messageLinks(publicUrl: string, brand: string) {
  const at = (path: string) => `${publicUrl}/${path}?appName=${encodeURIComponent(brand)}`;
  return { pay: at('main'), object: at('complaint'), settings: at('setting') };
}

/** Writes a message with its values: amounts, days and counts as the brand and the language write them. */
export function renderNotice(
  { brand, lang, translate }: Pick<BorrowerLocale, 'brand' | 'lang' | 'translate'>,
  kind: MessageKindName,
  values: MessageValues,
  publicUrl: string,
): Rendered {
  const { pay, object } = messageLinks(publicUrl, brand.id);
  const written = (name: VariableName): string => {
    const value = values[name] ?? '';
    if (typeof value === 'number')
      return variableTypes[name] === 'money' ? formatCents(value, brand.money) : String(value);
    if (variableTypes[name] === 'unmovedReason') {
      const reason = unmovedReasons.find((candidate) => candidate === value);
      return reason ? translate(`extension.${reason}`) : '';
    }
    if (variableTypes[name] === 'moment') return formatMoment(new Date(value), lang, brand.timeZone);
    return variableTypes[name] === 'day' && isLocalDate(value) ? formatDate(localDate(value), lang) : value;
  };
  const { topic, variables } = kindOf(kind);
  const words: Record<string, string> = {
    name: brand.names.english,
    pay,
    object,
    ...Object.fromEntries(variables.map((name) => [name, written(name)])),
  };
  return {
    title:
      topic === 'payment' && values.no !== undefined && values.of !== undefined
        ? translate('message.paid', { no: values.no, of: values.of })
        : translate(`message.topic.${topic}`),
    text: textOf({ brand, translate }, kind, words),
  };
}

/** The text of a kind, the brand's own or the product's, with these words for its placeholders. */
export function textOf(
  { brand, translate }: Pick<BorrowerLocale, 'brand' | 'translate'>,
  kind: MessageKindName,
  words: Readonly<Record<string, string>>,
): string {
  const own = brand.messages.get(kind);
  return own === undefined
    ? translate(`sms.${kind}`, words)
    : own.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}
