import { exportTrail } from '@hiram/contract/console/trail';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useToast } from '../kit/toast.tsx';
import { CallDialog } from '../net/CallDialog.tsx';
import { download } from '../net/download.ts';
import { useStaffAction } from '../net/useStaffCall.ts';
import { type Filter, inputOf } from './filter.ts';

interface Props {
  readonly filter: Filter;
  readonly brand: string;
  readonly onClose: () => void;
}

const maxReason = 200;

/** Exports the entries of the filter as one CSV file. The export itself is an entry, with the reason. */
export function ExportDialog({ filter, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [reason, setReason, clear] = useDraft('trail export');
  const exporting = useStaffAction(exportTrail, brand);
  const prepare = () =>
    exporting.mutate(
      { ...inputOf(filter), reason },
      {
        onSuccess: ({ ticket }) => {
          download(exportTrail, brand, ticket);
          clear();
          toast(t`The download has begun.`);
          onClose();
        },
      },
    );
  return (
    <CallDialog
      title={t`Export the entries of this list`}
      onClose={onClose}
      action={t`Export`}
      call={exporting}
      isReady={isReason(reason)}
      onSend={prepare}
    >
      <p>{t`The file holds who did and who read what, no encrypted value. The export is an entry of the trail, with the filter and your reason.`}</p>
      <TextArea label={t`Reason`} value={reason} onChange={setReason} max={maxReason} />
    </CallDialog>
  );
}
