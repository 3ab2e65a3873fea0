import { exportTrail } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { useToast } from '../kit/toast.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { type Filter, inputOf } from './filter.ts';

interface Props {
  readonly filter: Filter;
  readonly brand: string;
  readonly onClose: () => void;
}

const maxReason = 200;

/** Saves a file that was made in the page. */
function save(parts: readonly string[], name: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Exports the entries of the filter as CSV, in parts. The export itself is an entry, with the reason. */
export function ExportDialog({ filter, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [reason, setReason, clear] = useDraft('trail export');
  const [rows, setRows] = useState(0);
  const isStopped = useRef(false);
  const exporting = useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      let count = 0;
      for (let after: string | undefined; !isStopped.current; ) {
        const input = { ...inputOf(filter), reason, ...(after === undefined ? {} : { after }) };
        const part = await sendStaff(exportTrail, input, brand);
        parts.push(part.csv);
        count += part.rows;
        setRows(count);
        after = part.next;
        if (after === undefined) break;
      }
      if (isStopped.current) return;
      save(parts, `trail-${new Date().toISOString().slice(0, 10)}.csv`);
      clear();
      toast(t`${count} entries were exported.`);
      onClose();
    },
  });
  const close = () => {
    isStopped.current = true;
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
      {exporting.isPending && <p role="status">{t`${rows} entries so far …`}</p>}
    </Dialog>
  );
}
