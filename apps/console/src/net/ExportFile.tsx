import type { exportJournals } from '@hiram/contract/console/books';
import type { exportPortfolio } from '@hiram/contract/console/portfolio';
import type { StaffInput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from './CallDialog.tsx';
import { download } from './download.ts';
import { useStaffAction } from './useStaffCall.ts';

type Call = typeof exportJournals | typeof exportPortfolio;
type Format = 'csv' | 'xlsx';

/** Lets a person download a file of a call, as CSV or as a workbook. `children`: further fields, and a hint. */
export function ExportFile<C extends Call>({
  title,
  brand,
  call,
  input,
  children,
  onClose,
}: {
  readonly title: string;
  readonly brand: string;
  readonly call: C;
  readonly input: (format: Format) => StaffInput<C>;
  readonly children: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [format, setFormat] = useState<Format>('xlsx');
  const exporting = useStaffAction(call, brand);
  const prepare = () =>
    exporting.mutate(input(format), {
      onSuccess: ({ ticket }) => {
        download(call, brand, ticket);
        toast(t`The download has begun.`);
        onClose();
      },
    });
  return (
    <CallDialog title={title} onClose={onClose} action={t`Export`} call={exporting} isReady onSend={prepare}>
      <SelectField
        label={t`Format`}
        className={kit.field}
        value={format}
        options={[
          { value: 'xlsx', label: t`Workbook (XLSX)` },
          { value: 'csv', label: t`CSV` },
        ]}
        onChange={setFormat}
      />
      {children}
    </CallDialog>
  );
}
