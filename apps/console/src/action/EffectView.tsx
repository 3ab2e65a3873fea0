import type { Preview } from '@hiram/contract/console/action-calls';
import type { EffectLine } from '@hiram/contract/console/effect';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money, When } from '../app/cells.tsx';
import { partOf, useLineLabel, usePartWords } from '../facts/part-words.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { JournalTable } from './JournalTable.tsx';

type Changes = Pick<Preview, 'lines' | 'journal' | 'borrowerReads' | 'warning' | 'notes' | 'facts'>;

/** Shows the effect of an action: what stays as it is, what changes before and after, the borrower's text, the journal. */
export function EffectView({ effect }: { readonly effect: Changes }): ReactNode {
  const { t } = useLingui();
  const { lines, journal, borrowerReads, warning, notes = [] } = effect;
  const isSame = ({ before, after }: EffectLine) => before === after;
  const facts = [
    ...(effect.facts ?? []),
    ...lines.filter(isSame).map(({ label, after, format }) => ({ label, text: after, format })),
  ];
  return (
    <>
      <Warning text={warning} />
      {facts.length > 0 && (
        <Facts
          items={facts.map(({ label, text, format }) => ({
            label,
            value: <EffectValue text={text} format={format} />,
          }))}
        />
      )}
      <LinesTable lines={lines.filter((line) => !isSame(line))} />
      {borrowerReads !== undefined && (
        <div>
          <h3>{t`What the borrower will read`}</h3>
          <Banner tone="info" title="">
            {borrowerReads}
          </Banner>
        </div>
      )}
      {journal && journal.length > 0 && (
        <div className={kit.framed}>
          <JournalTable lines={journal} Amount={Money} />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className={kit.muted}>
          {note}
        </p>
      ))}
    </>
  );
}

/** The danger of an effect. */
export function Warning({ text }: { readonly text: string | undefined }): ReactNode {
  return text === undefined ? null : <Banner tone="danger" title={text} />;
}

function LinesTable({ lines }: { readonly lines: readonly EffectLine[] }): ReactNode {
  const { t } = useLingui();
  const labelOf = useLineLabel();
  if (lines.length === 0) return null;
  // Figures stand below each other; texts begin where they are read.
  const align = lines.every(({ format }) => format === 'money') ? kit.right : undefined;
  return (
    <div className={kit.framed}>
      <table className={kit.table}>
        <caption>{t`What changes`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`What`}</th>
            <th scope="col" className={align}>{t`Before`}</th>
            <th scope="col" className={align}>{t`After`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">{labelOf(line)}</th>
              <td className={align}>
                <EffectValue text={line.before} format={line.format} />
              </td>
              <td className={align}>
                <strong>
                  <EffectValue text={line.after} format={line.format} />
                </strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Words that stand in one line; more stand under each other. */
const maxInLine = 4;

/** One side of a line of an effect. */
export function EffectValue({
  text,
  format,
}: {
  readonly text: string;
  readonly format: EffectLine['format'];
}): ReactNode {
  const word = useAnyWord();
  const { textOf } = usePartWords();
  if (text === '') return '–';
  const part = partOf({ format }, text);
  if (part !== undefined) return textOf(part);
  // A limit that is none is told in words.
  if (format === 'money' && Number.isNaN(Number(text))) return text;
  if (format === 'money')
    return (
      <span className={kit.whole}>
        <Money cents={Number(text)} />
      </span>
    );
  if (format === 'date') return <Day on={text} />;
  if (format === 'time') return <When at={text} />;
  if (format === 'words') {
    const words = text.split(', ').map(word);
    if (words.length <= maxInLine) return words.join(', ');
    return (
      <ul className={kit.wordList}>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    );
  }
  return text;
}
