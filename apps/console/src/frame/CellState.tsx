import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '../kit/Banner.tsx';
import { Field } from '../kit/Field.tsx';
import { chooseCell, useCells } from '../net/cells.ts';

/** The choice of one cell, and the cells that what is shown is without. A lender with one cell sees nothing of it. */
export function CellState({ cells }: { readonly cells: readonly number[] | undefined }): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const { away, older, chosen } = useCells();
  if (cells === undefined) return null;
  const choose = (cell: string) => {
    chooseCell(cell === '' ? undefined : cell);
    void client.invalidateQueries();
  };
  return (
    <>
      {away !== '' && (
        <Banner tone="warn" title={t`Cell ${away} does not answer: what it has is missing here.`} />
      )}
      {older !== '' && (
        <Banner
          tone="warn"
          title={t`Cell ${older} does not have the last changes of staff, roles, policies and stops yet.`}
        />
      )}
      <Field label={t`Cell`}>
        {(id) => (
          <select id={id} value={chosen ?? ''} onChange={({ target }) => choose(target.value)}>
            <option value="">{t`All cells`}</option>
            {cells.map((cell) => (
              <option key={cell} value={cell}>
                {cell}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
