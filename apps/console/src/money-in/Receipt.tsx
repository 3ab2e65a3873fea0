import { transferReceipt } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import type { Claim } from './claim.ts';
import styles from './money-in.module.css';

interface Props {
  readonly claim: Pick<Claim, 'transferId' | 'hasReceipt' | 'reference'>;
  readonly brand: string;
  /** The key that opens it in full size. */
  readonly number: number;
}

/** The picture of a claim's receipt. */
export function Receipt(props: Props): ReactNode {
  const { t } = useLingui();
  if (!props.claim.hasReceipt) return <p className={kit.muted}>{t`The borrower sent no receipt.`}</p>;
  return <Picture {...props} />;
}

function Picture({ claim, brand, number }: Props): ReactNode {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const query = useStaffCall(transferReceipt, { transferId: claim.transferId }, brand);
  const name = t`The receipt of ${claim.reference}`;
  return (
    <Loaded query={query}>
      {({ jpeg }) => (
        <div className={styles.receipt}>
          <img src={`data:image/jpeg;base64,${jpeg}`} alt={name} />
          <div>
            <p className={kit.muted}>{t`Nothing is posted on a picture alone: the bank’s line decides.`}</p>
            <Button hotkey={`${number}`} hotkeyLabel={t`full size`} onClick={() => setOpen(true)}>
              {t`Full size`}
            </Button>
          </div>
          {isOpen && (
            <Dialog isWide title={name} onClose={() => setOpen(false)}>
              <img className={styles.full} src={`data:image/jpeg;base64,${jpeg}`} alt={name} />
            </Dialog>
          )}
        </div>
      )}
    </Loaded>
  );
}
