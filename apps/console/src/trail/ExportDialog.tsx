import { exportTrail } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ReasonDialog } from '../action/ReasonDialog.tsx';
import { useToast } from '../kit/toast.tsx';
import { download } from '../net/download.ts';
import { useStaffAction } from '../net/useStaffCall.ts';
import { type Filter, inputOf } from './filter.ts';

interface Props {
  readonly filter: Filter;
  readonly brand: string;
  readonly onClose: () => void;
}

/** Exports the entries of the filter as one CSV file. The export itself is an entry, with the reason. */
export function ExportDialog({ filter, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const exporting = useStaffAction(exportTrail, brand);
  const prepare = async (reason: string) => {
    const { ticket } = await exporting.mutateAsync({ ...inputOf(filter), reason });
    download(exportTrail, brand, ticket);
    toast(t`The download has begun.`);
  };
  return (
    <ReasonDialog
      title={t`Export the entries of this list`}
      action={t`Export`}
      call={exporting}
      draft="trail export"
      max={200}
      onSend={prepare}
      onClose={onClose}
    >
      <p>{t`The file holds who did and who read what, no encrypted value. The export is an entry of the trail, with the filter and your reason.`}</p>
    </ReasonDialog>
  );
}
