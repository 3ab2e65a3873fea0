import { readAgreement } from '@hiram/contract/console/loan';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { When } from '../../app/cells.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { Dialog } from '../../kit/controls/Dialog.tsx';
import kit from '../../kit/kit.module.css';
import { Facts } from '../../kit/Page.tsx';
import { AskReason } from '../../net/AskReason.tsx';
import { useStaffAction } from '../../net/useStaffCall.ts';
import styles from '../loan.module.css';
import type { ShownLoan } from '../types.ts';

export type ShownAgreement = ShownLoan['agreements'][number];

interface Props {
  readonly loan: ShownLoan;
  readonly agreement: ShownAgreement;
  readonly onClose: () => void;
}

/** An agreement as the borrower agreed to it. Opening it wants a reason and is recorded. */
export function AgreementDialog({ loan, agreement, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const { orderId, brand } = loan.order;
  const { agreementId, title, language, agreedAt } = agreement;
  const opening = useStaffAction(readAgreement, brand);
  const { data } = opening;
  if (data === undefined)
    return (
      <Dialog title={title} onClose={onClose}>
        <AskReason
          label={t`Why do you open it?`}
          note={t`It names the borrower. They will read by which role it was opened, and when.`}
          call={opening}
          onOpen={(reason) => opening.mutate({ orderId, agreementId, reason })}
          onCancel={onClose}
        />
      </Dialog>
    );
  return (
    <Dialog title={title} isWide onClose={onClose} footer={<Button onClick={onClose}>{t`Close`}</Button>}>
      <Facts
        items={[
          { label: t`Agreed`, value: <When at={agreedAt} /> },
          ...(data.acknowledgedAt === undefined
            ? []
            : [{ label: t`Acknowledged`, value: <When at={data.acknowledgedAt} /> }]),
          { label: 'SHA-256', value: <code className={kit.id}>{data.sha256}</code> },
        ]}
      />
      <article
        className={styles.agreement}
        lang={language}
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the text, which has nothing to focus
        tabIndex={0}
        // The product wrote the text from its templates, escaped what it names, and checked it against its digest.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is the product's own
        dangerouslySetInnerHTML={{ __html: data.html }}
      />
    </Dialog>
  );
}
