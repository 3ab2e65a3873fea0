import { listUnexplained, postJournal, type ShownBooks } from '@hiram/contract/console/books';
import { isReason } from '@hiram/contract/fields';
import { formatCents } from '@hiram/loan';
import { parseCents } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { InputField, Select, SelectField } from '../kit/controls/Field.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './books.module.css';

interface Props {
  readonly brand: string;
  readonly books: ShownBooks;
  readonly onClose: () => void;
}

interface TypedLine {
  readonly id: number;
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
}

const emptyLine = (id: number): TypedLine => ({ id, account: '', debit: '', credit: '' });

/** Posts a journal by hand: funding, equity, rent. Two persons, of whom neither imported the line that it explains. */
export function JournalDialog({ brand, books, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const { day } = useDates();
  const [on, setOn] = useState(books.today);
  const [note, setNote] = useState('');
  const [lineId, setLineId] = useState('');
  const [lines, setLines] = useState<readonly TypedLine[]>([emptyLine(0), emptyLine(1)]);
  const { data } = useStaffCall(listUnexplained, {}, brand);
  const unexplained = (data?.lines ?? []).map(({ lineId: value, bookedOn, amount, reference, because }) => ({
    value,
    label: [day(bookedOn), formatCents(amount, money), reference, because].filter(Boolean).join(' · '),
  }));
  const change = (id: number, part: Partial<TypedLine>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const read = lines.map(({ account, debit, credit }) => {
    const typed = parseCents(debit === '' ? credit : debit, money);
    return typed.ok && account !== '' && (debit === '') !== (credit === '')
      ? { account, amount: debit === '' ? -typed.cents : typed.cents }
      : undefined;
  });
  const complete = read.filter((line) => line !== undefined);
  const request =
    complete.length === lines.length && on !== '' && isReason(note)
      ? { on, note: note.trim(), lines: complete, ...(lineId === '' ? {} : { lineId }) }
      : undefined;
  return (
    <ActionDialog
      title={t`Post a journal by hand`}
      calls={postJournal}
      draft={`books.post ${brand}`}
      brand={brand}
      request={request}
      onClose={onClose}
    >
      <DayField isField label={t`Day`} value={on} max={books.today} onChange={setOn} />
      <InputField label={t`What it is for`} maxLength={200} value={note} onChange={setNote} />
      {lines.map((line, index) => (
        <Line
          key={line.id}
          number={index + 1}
          line={line}
          books={books}
          onChange={(part) => change(line.id, part)}
        />
      ))}
      <div className={kit.row}>
        <Button onClick={() => setLines([...lines, emptyLine((lines.at(-1)?.id ?? 0) + 1)])}>
          {t`Another line`}
        </Button>
        <Button disabled={lines.length < 3} onClick={() => setLines(lines.slice(0, -1))}>
          {t`Take the last line out`}
        </Button>
      </div>
      {unexplained.length > 0 && (
        <SelectField
          label={t`Line of a bank’s statement that it explains`}
          value={lineId}
          options={[{ value: '', label: t`none` }, ...unexplained]}
          onChange={setLineId}
        />
      )}
    </ActionDialog>
  );
}

interface LineProps {
  readonly number: number;
  readonly line: TypedLine;
  readonly books: ShownBooks;
  readonly onChange: (part: Partial<TypedLine>) => void;
}

/** A line: its account, and its amount on one side. */
function Line({ number, line, books, onChange }: LineProps): ReactNode {
  const { t } = useLingui();
  const accounts = books.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));
  const sides = [
    { side: 'debit', label: t`Debit of line ${number}`, placeholder: t`debit` },
    { side: 'credit', label: t`Credit of line ${number}`, placeholder: t`credit` },
  ] as const;
  return (
    <fieldset className={styles.line}>
      <legend>{t`Line ${number}`}</legend>
      <Select
        className={kit.field}
        aria-label={t`Account of line ${number}`}
        value={line.account}
        options={[{ value: '', label: t`Account …` }, ...accounts]}
        onChange={(account) => onChange({ account })}
      />
      {sides.map(({ side, label, placeholder }) => (
        <input
          key={side}
          className={kit.field}
          aria-label={label}
          placeholder={placeholder}
          size={9}
          inputMode="decimal"
          value={line[side]}
          onChange={({ currentTarget: { value } }) => onChange({ debit: '', credit: '', [side]: value })}
        />
      ))}
    </fieldset>
  );
}
