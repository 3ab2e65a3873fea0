import * as v from 'valibot';
import { whole } from '../fields/fields.ts';
import { type InternalValue, named, object } from '../wire/wire.ts';

/**
 * An item of a server-delivered form (BANK-02, KEY-03). `options` are the options of an enum item.
 * `accountType` 0 applies to all account types. `inputType` is `number`, `phone`, `card` or `text`; [ours] `money` for a
 * whole amount in the market's currency.
 * With `rule`, `ruleText`, `maxLength` and `optional` the page validates a value before the server does.
 * `requiredText` is the message of an empty item. A `day` lies from `dayMin` to `dayMax` (`YYYY-MM-DD`, a
 * violation is answered with `ruleText`); its lists open at `dayStart`.
 */
export const formItem = object({
  code: v.string(),
  kind: named('cate', v.picklist(['text', 'enum', 'citySelect', 'day'])),
  title: v.string(),
  subtitle: v.string(),
  value: v.string(),
  options: named(
    'note',
    v.array(
      object({
        name: v.string(),
        value: named('type', v.string()),
        rule: v.optional(v.string()),
        ruleText: v.optional(v.string()),
        /** [ours] The address of the option's mark. */
        logo: v.optional(v.string()),
      }),
    ),
  ),
  inputType: v.string(),
  accountType: named('cardTypeMi', whole),
  channelNumber: v.string(),
  optional: v.boolean(),
  maxLength: whole,
  rule: v.optional(v.string()),
  ruleText: v.optional(v.string()),
  requiredText: v.optional(v.string()),
  dayMin: v.optional(v.string()),
  dayMax: v.optional(v.string()),
  dayStart: v.optional(v.string()),
  /**
   * The display text of a value that is a code, such as the place `Agtangao, Bangued, Abra`, or of a saved value that is not
   * delivered: sent back empty, it stays.
   */
  displayText: named('shown', v.optional(v.string())),
});
export type FormItem = InternalValue<typeof formItem>;

/** [ours] The place of a step among those that are needed; absent if it is not one of them. */
export const stepProgress = v.optional(v.object({ no: whole, count: whole }));
export type StepProgress = NonNullable<v.InferOutput<typeof stepProgress>>;
