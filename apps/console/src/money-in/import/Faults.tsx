import type { lineFaults, NamedFault } from '@hiram/contract/console/bank-statement';
import { formatCents } from '@hiram/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { useBrandFormat } from '../../kit/brand-format.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { useDates } from '../../kit/dates.ts';
import { useKey } from '../../kit/keys/keys.ts';
import kit from '../../kit/kit.module.css';
import { Card } from '../../kit/Page.tsx';
import table from '../../kit/table/table.module.css';
import type { Import, ReadStatement } from './useImport.ts';

interface Props {
  readonly state: Import;
  readonly result: ReadStatement;
}

/** Lines that could not be read: where, why, and the one thing that each can mean. */
export function Faults({ state, result }: Props): ReactNode {
  const { t } = useLingui();
  const { faults, faulty, understood } = result;
  const body = useRef<HTMLTableSectionElement>(null);
  const corrected = state.choices?.corrected ?? [];
  useKey('takeNext', t`next line not read`, () => nextButton(body.current)?.focus(), {
    isOn: faults.length > 0,
  });
  if (faulty === 0 && corrected.length === 0) return null;
  const columnOf = ({ column }: NamedFault) => {
    const number = column + 1;
    return understood.headings[column] || t`column ${number}`;
  };
  return (
    <Card
      isFlush
      title={t`Lines that could not be read: ${faulty}`}
      aside={
        corrected.length > 0 && (
          <Button look="quiet" onClick={() => state.change({ corrected: [] })}>
            {t`${corrected.length} read as proposed · take back`}
          </Button>
        )
      }
    >
      <table className={table.table}>
        <caption>{t`Lines that could not be read`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Line`}</th>
            <th scope="col">{t`Column`}</th>
            <th scope="col">{t`Why`}</th>
            <th scope="col">{t`Can only mean`}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {faults.map((fault) => (
            <tr key={fault.lineNo}>
              <td>{fault.lineNo}</td>
              <td>{columnOf(fault)}</td>
              <td>
                <Why fault={fault} />
              </td>
              <td>
                <Proposal
                  fault={fault}
                  onTake={() => state.change({ corrected: [...corrected, fault.lineNo] })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The button after the one that has the focus, or the first one. */
function nextButton(body: HTMLElement | null): HTMLButtonElement | undefined {
  const buttons = [...(body?.querySelectorAll('button') ?? [])];
  return buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + 1) % buttons.length];
}

function Why({ fault: { text, fault } }: { readonly fault: NamedFault }): ReactNode {
  const { t } = useLingui();
  const words: Readonly<Record<(typeof lineFaults)[number], string>> = {
    date: t`is no day in this order`,
    amount: t`is no amount in this notation`,
    balance: t`is no balance in this notation`,
    formula: t`is a formula; formulas are not calculated`,
    tooLarge: t`is too large`,
    parts: t`has parts of a rupiah, which nobody can pay`,
    currency: t`is another currency`,
    columns: t`The line has too few columns`,
    future: t`is a day that is to come`,
  };
  return (
    <>
      {text !== '' && <strong className={kit['tone-danger']}>{text}</strong>} {words[fault]}
    </>
  );
}

function Proposal({ fault, onTake }: { readonly fault: NamedFault; readonly onTake: () => void }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const { money } = useBrandFormat();
  const { proposal, lineNo } = fault;
  if (!proposal) return <span className={kit.muted}>{t`left out`}</span>;
  const value = 'day' in proposal ? dates.day(proposal.day) : formatCents(proposal.amount, money);
  return (
    <Button look="quiet" onClick={onTake} aria-label={t`line ${lineNo}: read as ${value}`}>
      {t`read as ${value}`}
    </Button>
  );
}
