import * as v from 'valibot';
import { whole } from './fields.ts';

/**
 * One item of a server-delivered form (BANK-02, KEY-03). `note` lists the options of an enum item; `cardTypeMi` 0 belongs to
 * all card types; `inputType` is `number`, `phone`, `card` or `text`. `rule`, `ruleText`, `maxLength` and `optional`
 * let the page say before the server does what the server will refuse anyway [ours].
 */
export const formItem = v.object({
  code: v.string(),
  cate: v.picklist(['text', 'enum', 'citySelect', 'day']),
  title: v.string(),
  subtitle: v.string(),
  value: v.string(),
  note: v.array(
    v.object({
      name: v.string(),
      type: v.string(),
      rule: v.optional(v.string()),
      ruleText: v.optional(v.string()),
    }),
  ),
  inputType: v.string(),
  cardTypeMi: whole,
  channelNumber: v.string(),
  optional: v.boolean(),
  maxLength: whole,
  rule: v.optional(v.string()),
  ruleText: v.optional(v.string()),
  /** What a value that is only a code is called: a place, `Agtangao, Bangued, Abra`. */
  shown: v.optional(v.string()),
});
export type FormItem = v.InferOutput<typeof formItem>;
