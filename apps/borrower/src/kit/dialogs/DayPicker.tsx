import { type ReactNode, useId, useState } from 'react';
import { type CalendarDay, lastDateOf, parseDay, writeDay } from './calendar-day.ts';
import css from './DayPicker.module.css';
import { PickerSheet } from './PickerSheet.tsx';

/** The whole numbers from `from` to `to`, both included. */
function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function Column({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: number; readonly name: string }[];
  readonly chosen: number;
  readonly onChoose: (value: number) => void;
}): ReactNode {
  const id = useId();
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={css.select}
        value={chosen}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        {options.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface Words {
  readonly confirm: string;
  readonly cancel: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

interface Years {
  readonly from: number;
  readonly to: number;
}

/** The lists of days, months and years. The list of days has the days of the picked month. */
function Columns({
  picked,
  years,
  months,
  words,
  onPick,
}: {
  readonly picked: CalendarDay;
  readonly years: Years;
  readonly months: readonly string[];
  readonly words: Words;
  readonly onPick: (day: CalendarDay) => void;
}): ReactNode {
  const last = lastDateOf(picked.year, picked.month);
  const numbers = (from: number, to: number) =>
    span(from, to).map((value) => ({ value, name: String(value) }));
  return (
    <div className={css.columns}>
      <Column
        label={words.day}
        options={numbers(1, last)}
        chosen={Math.min(picked.date, last)}
        onChoose={(date) => onPick({ ...picked, date })}
      />
      <Column
        label={words.month}
        options={months.map((name, index) => ({ value: index + 1, name }))}
        chosen={picked.month}
        onChoose={(month) => onPick({ ...picked, month })}
      />
      <Column
        label={words.year}
        options={numbers(Math.min(years.from, picked.year), Math.max(years.to, picked.year))}
        chosen={picked.year}
        onChoose={(year) => onPick({ ...picked, year })}
      />
    </div>
  );
}

/**
 * Picks a day in a sheet with Confirm and Cancel (BANK-04), using the phone's native select lists for day, month and
 * year. `day` and `start`, the day shown if there is no `day`, are `YYYY-MM-DD`; `months` are the twelve month names.
 */
export function DayPicker(props: {
  readonly title: string;
  readonly day: string;
  readonly start: string;
  readonly years: Years;
  readonly months: readonly string[];
  readonly words: Words;
  readonly onConfirm: (day: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { title, years, months, words, onConfirm, onCancel } = props;
  const [picked, setPicked] = useState(
    () => parseDay(props.day) ?? parseDay(props.start) ?? { year: years.from, month: 1, date: 1 },
  );
  return (
    <PickerSheet
      title={title}
      words={words}
      onConfirm={() => onConfirm(writeDay(picked))}
      onCancel={onCancel}
    >
      <Columns picked={picked} years={years} months={months} words={words} onPick={setPicked} />
    </PickerSheet>
  );
}
