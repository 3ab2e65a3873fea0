import { exportTrail } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { useToast } from '../kit/toast.tsx';
import { fetchStaffFile } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { type Filter, inputOf } from './filter.ts';

interface Props {
  readonly filter: Filter;
  readonly brand: string;
  readonly onClose: () => void;
}

const maxReason = 200;

/** Saves a file that the server sent. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Exports the entries of the filter as one CSV file. The export itself is an entry, with the reason. */
export function ExportDialog({ filter, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [reason, setReason, clear] = useDraft('trail export');
  const [stopping] = useState(() => new AbortController());
  const exporting = useMutation({
    mutationFn: () =>
      fetchStaffFile(exportTrail, { ...inputOf(filter), reason }, { brand, signal: stopping.signal }),
    onSuccess: ({ content, name }) => {
      if (stopping.signal.aborted) return;
      save(content, name);
      clear();
      toast(t`${name} was saved.`);
      onClose();
    },
  });
  const close = () => {
    stopping.abort();
    onClose();
  };
  return (
    <Dialog
      title={t`Export the entries of this list`}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t`Not now`}</Button>
          <Button
            look="primary"
            hotkey="Ctrl+Enter"
            disabled={reason.trim() === '' || exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {t`Export`}
          </Button>
        </>
      }
    >
      <p>{t`The file holds who did and who read what, no encrypted value. The export is an entry of the trail, with the filter and your reason.`}</p>
      <TextArea label={t`Reason`} value={reason} onChange={setReason} max={maxReason} />
      <Fault error={exporting.error} />
      {exporting.isPending && <p role="status">{t`The file is on its way …`}</p>}
    </Dialog>
  );
}
