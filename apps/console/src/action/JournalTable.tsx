import type { JournalLine } from '@hiram/contract/console/effect';
import { useLingui } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import { Figure, Money } from '../app/cells.tsx';
import { useAccountWord } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';

type Line = Pick<JournalLine, 'account' | 'debit' | 'credit'>;

interface Props {
  readonly lines: readonly Line[];
  /** Shows an amount of cents. */
  readonly Amount: ComponentType<{ readonly cents: number }>;
  readonly sum?: ReactNode;
}

/** The postings by account. */
export function JournalTable({ lines, Amount, sum }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAccountWord();
  const amount = (cents: number) => (cents === 0 ? '' : <Amount cents={cents} />);
  return (
    <table className={kit.table}>
      <caption>{t`What is posted`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Account`}</th>
          <th scope="col" className={kit.right}>{t`Debit`}</th>
          <th scope="col" className={kit.right}>{t`Credit`}</th>
        </tr>
      </thead>
      <tbody>
        {[...lines.filter(({ debit }) => debit > 0), ...lines.filter(({ debit }) => debit <= 0)].map(
          ({ account, debit, credit }) => (
            <tr key={`${account} ${debit} ${credit}`}>
              <th scope="row">{word(account)}</th>
              <td className={kit.right}>{amount(debit)}</td>
              <td className={kit.right}>{amount(credit)}</td>
            </tr>
          ),
        )}
        {sum}
      </tbody>
    </table>
  );
}

/** The planned postings by account, with its sum. */
export function InTheBooks({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const { t } = useLingui();
  const sum = (side: 'debit' | 'credit') => (
    <td className={kit.right}>
      <Money cents={lines.reduce((total, line) => total + line[side], 0)} />
    </td>
  );
  return (
    <Card isFlush title={t`In the books`}>
      <JournalTable
        lines={lines}
        Amount={Figure}
        sum={
          <tr className={kit.sum}>
            <th scope="row">{t`Sum`}</th>
            {sum('debit')}
            {sum('credit')}
          </tr>
        }
      />
    </Card>
  );
}
