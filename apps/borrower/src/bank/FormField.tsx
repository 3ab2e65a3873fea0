import type { FormItem } from '@hiram/contract/bank';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { PickerField, TextField } from '../kit/Field.tsx';
import type { InputFormat } from '../kit/format-input.ts';
import { Picker } from '../kit/Picker.tsx';

/** How an item's digits are typed; undefined for plain text (BANK-05). */
export function formatOf(item: FormItem): InputFormat | undefined {
  if (item.inputType === 'number') return 'number';
  if (item.inputType === 'phone') return 'phone';
  return item.inputType === 'card' ? 'card' : undefined;
}

/** One item of a server-delivered form: text is typed; enum, city and day are picked (BANK-04). */
export function FormField({
  item,
  value,
  error,
  onChange,
  hold,
}: {
  readonly item: FormItem;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly hold: (element: HTMLElement | null) => void;
}): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  if (item.cate === 'text')
    return (
      <TextField
        label={item.title}
        hint={item.subtitle}
        error={error}
        name={item.code}
        value={value}
        onChange={onChange}
        format={formatOf(item)}
        maxLength={item.maxLength}
        inputRef={hold}
      />
    );
  const chosen = item.note.find((option) => option.type === value);
  return (
    <>
      <PickerField
        label={item.title}
        error={error}
        value={chosen?.name ?? ''}
        placeholder={item.subtitle}
        onTap={() => setOpen(true)}
        buttonRef={hold}
      />
      {open ? (
        <Picker
          title={item.title}
          options={item.note.map((option) => ({ key: option.type, name: option.name }))}
          chosen={value || undefined}
          words={{ confirm: t`Confirm`, cancel: t`Cancel`, search: t`Search`, none: t`Nothing found` }}
          onConfirm={(key) => {
            if (key !== undefined) onChange(key);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
