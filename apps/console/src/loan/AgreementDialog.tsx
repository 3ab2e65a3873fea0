import { readAgreement } from '@hiram/contract/console/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { When } from '../app/cells.tsx';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import kit from '../kit/kit.module.css';
import { Facts } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './loan.module.css';
import type { ShownLoan } from './types.ts';

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
      <AskReason
        title={title}
        opening={opening}
        onOpen={(reason) => opening.mutate({ orderId, agreementId, reason })}
        onClose={onClose}
      />
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

interface AskProps {
  readonly title: string;
  readonly opening: { readonly error: Error | null; readonly isPending: boolean };
  readonly onOpen: (reason: string) => void;
  readonly onClose: () => void;
}

function AskReason({ title, opening, onOpen, onClose }: AskProps): ReactNode {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={kit.field}
        onSubmit={(event) => {
          event.preventDefault();
          onOpen(reason);
        }}
      >
        <Field label={t`Why do you open it?`}>
          {(id) => (
            <input
              id={id}
              required
              maxLength={200}
              autoComplete="off"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <p
          className={kit.muted}
        >{t`It names the borrower. They will read by which role it was opened, and when.`}</p>
        <Fault error={opening.error} />
        <div className={kit.row}>
          <Button type="submit" look="primary" disabled={reason.trim() === '' || opening.isPending}>
            {t`Open it`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
