import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Field } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { Fault } from './Fault.tsx';

interface Props {
  /** The question. */
  readonly label: string;
  /** The consequence of opening it. */
  readonly note: string;
  /** The call that opens it. */
  readonly call: { readonly isPending: boolean; readonly error: Error | null };
  readonly onOpen: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Asks why a person opens what is kept encrypted, or what a borrower agreed to. The reason is kept. */
export function AskReason({ label, note, call, onOpen, onCancel }: Props): ReactNode {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const isFilled = isReason(reason);
  return (
    <form
      className={kit.ask}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      onSubmit={(event) => {
        event.preventDefault();
        if (isFilled) onOpen(reason);
      }}
    >
      <Field label={label}>
        {(id) => (
          <input
            id={id}
            // The press on the eye, R, or the agreement asks for it.
            // biome-ignore lint/a11y/noAutofocus: the form opens by the person's own press
            autoFocus
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
      <p className={kit.ink2}>{note}</p>
      <Fault error={call.error} />
      <div className={kit.row}>
        <Button type="submit" look="primary" disabled={!isFilled || call.isPending}>
          {t`Open it`}
        </Button>
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}
