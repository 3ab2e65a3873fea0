import type { ActionCalls, Submitted } from '@hiram/contract/console/action-calls';
import { isReason } from '@hiram/contract/fields';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import kit from '../kit/kit.module.css';
import { useToast } from '../kit/toast.tsx';
import { StaffFault } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { EffectView } from './EffectView.tsx';
import { useSubmit } from './useSubmit.ts';
import { Verdict } from './Verdict.tsx';

interface Props {
  readonly title: string;
  /** The person or thing that it is about. */
  readonly about?: ReactNode;
  readonly calls: ActionCalls;
  /** The request as the fields of the dialog make it; undefined: it is not complete yet. */
  readonly request: object | undefined;
  readonly brand: string;
  /** The cause of the action, if it is known: the reference of a complaint. */
  readonly reference?: string;
  /** The words of its button, where the fields say more than the title. */
  readonly act?: string;
  /** The words for what was done; undefined: the title. */
  readonly done?: string;
  /** Names the draft of reason and reference, such as `loan.waive <order id>`. */
  readonly draft: string;
  readonly onClose: () => void;
  readonly onDone?: (submitted: Submitted) => void;
  /** The continuation instead of a message, where a case is decided: `useNextCase`. It gets what was done in words. */
  readonly onDecided?: (done: string) => void;
  /** The action's own fields. */
  readonly children?: ReactNode;
}

/**
 * An action: on the left what the person says, on the right whether they may do it alone and what it does, as the server
 * computes it: in view before anything is scrolled. It is done at once within the person's limit, else requested from a second
 * person. The typed text is kept until it is sent.
 */
export function ActionDialog(props: Props): ReactNode {
  const { title, about, onClose, children } = props;
  const { t } = useLingui();
  const toast = useToast();
  const submit = useSubmit({
    ...props,
    onSubmitted: (submitted) => {
      const words =
        submitted.state === 'done'
          ? (props.done ?? t`Done: ${title}.`)
          : t`Requested. A second person approves it under Approvals.`;
      props.onDone?.(submitted);
      onClose();
      if (props.onDecided) props.onDecided(words);
      else toast(words);
    },
  });
  const { preview, submitting, reason } = submit;
  const { data } = preview;
  // After `changed` nothing is sent before the effect as it is now is on the screen.
  const isRead = preview.error === null && !(isChanged(submitting.error) && preview.isFetching);
  const mayAct = data !== undefined && isRead && data.verdict !== 'overLimit';
  const isReady = mayAct && isReason(reason);
  const footer = (
    <>
      {mayAct && !isReady && <span className={kit.muted}>{t`Write a reason first.`}</span>}
      <Button onClick={onClose}>{t`Cancel`}</Button>
      <Button
        look="primary"
        hotkey="send"
        disabled={!isReady || submitting.isPending}
        onClick={() => data && submitting.mutate(data.digest)}
      >
        {data?.verdict === 'secondPerson' ? t`Ask for approval` : (props.act ?? title)}
      </Button>
    </>
  );
  return (
    <Dialog isWide title={title} about={about} onClose={onClose} footer={footer}>
      <div className={kit.split}>
        <div>
          {children}
          <Why {...submit} />
        </div>
        <div aria-live="polite">
          <SubmitFault error={submitting.error} />
          {props.request === undefined ? (
            <p
              className={kit.muted}
            >{t`Fill in the left side: what it changes is shown here before anything happens.`}</p>
          ) : (
            <Previewed query={preview} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The status of an answer that says why something was not done. */
const rejectedStatus = 200;

const isChanged = (error: Error | null) => error instanceof StaffFault && error.code === 'changed';

/** The effect, or why there is none: what the person chose is not possible, or changes nothing. */
function Previewed({ query }: { readonly query: ReturnType<typeof useSubmit>['preview'] }): ReactNode {
  const { error } = query;
  if (error instanceof StaffFault && error.status === rejectedStatus)
    return <p className={kit.muted}>{error.message}</p>;
  return (
    <Loaded query={query}>
      {(effect) => (
        <>
          <Verdict preview={effect} />
          <EffectView effect={effect} />
        </>
      )}
    </Loaded>
  );
}

/** The fields of an action's cause and reason. */
function Why(
  props: Pick<ReturnType<typeof useSubmit>, 'reason' | 'setReason' | 'reference' | 'setReference'>,
): ReactNode {
  const { t } = useLingui();
  const id = useId();
  return (
    <>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={id}>
          <strong>{t`Refers to`}</strong> {t`number of a complaint, receipt or incident, optional`}
        </label>
        <input
          id={id}
          maxLength={80}
          value={props.reference}
          onChange={(event) => props.setReference(event.currentTarget.value)}
        />
      </div>
      <TextArea
        label={t`Reason`}
        hint={t`kept in the trail, not shown to the borrower`}
        max={500}
        value={props.reason}
        onChange={props.setReason}
      />
    </>
  );
}

function SubmitFault({ error }: { readonly error: Error | null }): ReactNode {
  const { t } = useLingui();
  if (!isChanged(error)) return <Fault error={error} />;
  return (
    <Banner tone="warn" title={t`The effect has changed since it was shown.`}>
      {t`Nothing was done. What is shown here is the effect as it is now.`}
    </Banner>
  );
}
