import * as v from 'valibot';
import { whole } from './fields.ts';

/**
 * An item of a server-delivered form (BANK-02, KEY-03). `note` lists the options of an enum item. `cardTypeMi` 0 applies to all
 * card types. `inputType` is `number`, `phone`, `card` or `text`. [ours] With `rule`, `ruleText`, `maxLength` and `optional` the
 * page validates a value before the server does.
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
  /** The display text of a value that is a code, such as the place `Agtangao, Bangued, Abra`. */
  shown: v.optional(v.string()),
});
export type FormItem = v.InferOutput<typeof formItem>;
