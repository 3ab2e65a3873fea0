import type { FormItem } from '@hiram/contract/form';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { roundMoney, showDate } from '../app/settings/money.ts';
import { monthNames } from '../app/settings/month-names.ts';
import { PickerField, TextField } from '../kit/controls/Field.tsx';
import type { InputFormat } from '../kit/controls/format-input.ts';
import { Segments } from '../kit/controls/Segments.tsx';
import { today } from '../kit/dialogs/calendar-day.ts';
import { DayField } from './DayField.tsx';

// Pickers are loaded at the first tap on one.
const PlacePicker = lazy(() =>
  import('./PlacePicker.tsx').then((module) => ({ default: module.PlacePicker })),
);
const Picker = lazy(() => import('../kit/dialogs/Picker.tsx').then((module) => ({ default: module.Picker })));
const DayPicker = lazy(() =>
  import('../kit/dialogs/DayPicker.tsx').then((module) => ({ default: module.DayPicker })),
);

/** The format of an item's digits; undefined for plain text (BANK-05). */
export function formatOf(item: FormItem): InputFormat | undefined {
  if (item.inputType === 'number') return 'number';
  if (item.inputType === 'phone') return market.phone;
  return item.inputType === 'card' ? 'card' : undefined;
}

/** The years of an item's lists. Without its own range: 100 years back, and 20 years ahead for expiry dates. */
function yearsOf({ dayMin, dayMax }: FormItem): { readonly from: number; readonly to: number } {
  const year = Number(today().slice(0, 4));
  return {
    from: dayMin ? Number(dayMin.slice(0, 4)) : year - 100,
    to: dayMax ? Number(dayMax.slice(0, 4)) : year + 20,
  };
}

/** The greatest number of options that are shown side by side. */
const maxSegments = 4;

const optionsOf = ({ options }: FormItem) =>
  options.map(({ value: key, name, logo }) => ({ key, name, logo }));

interface FormFieldProps {
  readonly item: FormItem;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly hold: (element: HTMLElement | null) => void;
}

/**
 * One item of a form that the server provides. Text is typed; options, places and days are picked (BANK-04). A market
 * that is free to has few options side by side, and days typed.
 */
export function FormField(props: FormFieldProps): ReactNode {
  const { item, value, error, onChange, hold } = props;
  const { t } = useLingui();
  const { title } = item;
  const label = item.optional ? t`${title} (optional)` : title;
  if (item.kind === 'enum' && !market.specifiedWays && item.options.length <= maxSegments)
    return (
      <Segments
        label={label}
        error={error}
        options={optionsOf(item)}
        chosen={value}
        onChoose={onChange}
        inputRef={hold}
      />
    );
  const isMoney = item.inputType === 'money';
  if (item.kind !== 'text') return <PickedField {...props} label={label} />;
  return (
    <TextField
      label={label}
      hint={hintOf(item, value)}
      error={error}
      name={item.code}
      value={value}
      onChange={isMoney ? (digits) => onChange(digits.replace(/^0+(?=\d)/, '')) : onChange}
      format={isMoney ? groupAmount : formatOf(item)}
      maxLength={item.maxLength}
      inputRef={hold}
    />
  );
}

/** A whole amount in the market's groups, with its currency's sign. */
const groupAmount = (digits: string): string => (digits === '' ? '' : roundMoney(Number(digits) * 100));

/** An example, which has figures, is shown until something is typed; a sentence stays. */
const hintOf = ({ subtitle }: FormItem, value: string): string | undefined =>
  value !== '' && /\d/.test(subtitle ?? '') ? undefined : subtitle;

function PickedField({
  item,
  label,
  value,
  error,
  onChange,
  hold,
}: FormFieldProps & { readonly label: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState<{ code: string; name: string } | undefined>(undefined);
  // The value of a place is its code. The name comes with the form, or with the choice just made.
  const placeName = place?.code === value ? place.name : value === item.value ? (item.displayText ?? '') : '';
  const optionName = item.options.find((option) => option.value === value)?.name ?? '';
  const day = value === '' ? (item.displayText ?? '') : showDate(value);
  const shown = item.kind === 'day' ? day : item.kind === 'citySelect' ? placeName : optionName;
  const close = () => setOpen(false);
  const choose = (picked: string | undefined) => {
    if (picked !== undefined) onChange(picked);
    close();
  };
  const choosePlace = (code: string, name: string) => {
    setPlace({ code, name });
    choose(code);
  };
  return (
    <>
      {item.kind === 'day' && !market.specifiedWays ? (
        <DayField
          item={item}
          label={label}
          value={value}
          error={error}
          onChange={onChange}
          onOpenLists={() => setOpen(true)}
          hold={hold}
        />
      ) : (
        <PickerField
          label={label}
          error={error}
          value={shown}
          placeholder={item.subtitle}
          onTap={() => setOpen(true)}
          buttonRef={hold}
        />
      )}
      <Suspense fallback={null}>
        {open && item.kind === 'citySelect' ? (
          <PlacePicker title={item.title} onChoose={choosePlace} onCancel={close} />
        ) : null}
        {open && item.kind !== 'citySelect' ? (
          <ValuePicker item={item} value={value} onConfirm={choose} onCancel={close} />
        ) : null}
      </Suspense>
    </>
  );
}

/** Picks a day or an option. */
function ValuePicker(props: {
  readonly item: FormItem;
  readonly value: string;
  readonly onConfirm: (picked: string | undefined) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { item, value, onConfirm, onCancel } = props;
  const { t } = useLingui();
  const labels = { confirm: t`Confirm`, cancel: t`Cancel` };
  if (item.kind === 'day')
    return (
      <DayPicker
        title={item.title}
        day={value > (item.dayMax ?? value) ? '' : value}
        start={item.dayStart ?? item.dayMax ?? today()}
        years={yearsOf(item)}
        months={monthNames()}
        words={{ ...labels, day: t`Day`, month: t`Month`, year: t`Year` }}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    );
  return (
    <Picker
      title={item.title}
      options={optionsOf(item)}
      chosen={value || undefined}
      words={{ ...labels, search: t`Search`, none: t`Nothing found` }}
      closesOnChoice={!market.specifiedWays}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
