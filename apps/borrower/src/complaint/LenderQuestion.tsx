import { countCharacters, firstCharacters } from '@hiram/contract/characters';
import { maxCharacters, problemDetail, problemReply } from '@hiram/contract/complaint';
import type { ComplaintId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Complaint.module.css';

interface Props {
  readonly complaintId: ComplaintId;
  /** Undefined: nothing was asked, and the borrower adds to what they wrote. */
  readonly question: string | undefined;
}

/** More words of the borrower to an open complaint: the reply to the lender's question, if there is one. */
export function LenderQuestion({ complaintId, question }: Props): ReactNode {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { submit, busy } = useSubmit(problemReply);
  const refresh = useRefresh();
  const send = async () => {
    const answer = await submit({ complaintId, content: text });
    if (!answer?.ok) return;
    toast(question === undefined ? t`Your message is sent.` : t`Your reply is sent.`, { kind: 'success' });
    setText('');
    await refresh(problemDetail);
  };
  const form = (
    <>
      <TextArea
        label={question === undefined ? t`Your message` : t`Your reply`}
        name="reply"
        value={text}
        maxLength={maxCharacters}
        count={countCharacters}
        cut={firstCharacters}
        onChange={setText}
      />
      <Button look={question === undefined ? 'secondary' : 'primary'} busy={busy} onTap={() => void send()}>
        {t`Send`}
      </Button>
    </>
  );
  if (question === undefined)
    return (
      <details className={css.add}>
        <summary>{t`Add a message`}</summary>
        {form}
      </details>
    );
  return (
    <section className={`${css.said} ${css.ours}`} aria-label={t`Our question`}>
      <h2 className={css.saidHead}>{t`Our question`}</h2>
      <p className={css.words}>{question}</p>
      {form}
    </section>
  );
}
