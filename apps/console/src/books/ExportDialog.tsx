import { exportJournals } from '@hiram/contract/console/books';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { InputField } from '../kit/controls/Field.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { ExportFile } from '../net/ExportFile.tsx';

interface Props {
  readonly brand: string;
  readonly month: string;
  readonly onClose: () => void;
}

/** Exports the journals of a month, with the columns of the lender's own system. */
export function ExportDialog({ brand, month, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const name = useDates().month(month);
  const [columns, setColumns] = useDraft(`books export ${brand}`);
  return (
    <ExportFile
      title={t`Export the journals of ${name}`}
      brand={brand}
      onClose={onClose}
      call={exportJournals}
      input={(format) => ({ month, format, ...(columns.trim() === '' ? {} : { columns }) })}
    >
      <InputField
        label={t`Columns and their headings`}
        className={kit.field}
        value={columns}
        placeholder="account=Konto,debit=Soll,credit=Haben"
        maxLength={1_000}
        onChange={setColumns}
      />
      <p className={kit.muted}>
        {t`In this order, named as your system names them. Empty: all columns. A text that begins with = + - or @ stays text.`}
      </p>
    </ExportFile>
  );
}
