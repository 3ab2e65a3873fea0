import {
  addAnswerPicture,
  answerComplaint,
  noteOnComplaint,
  writeOnComplaint,
} from '@hiram/contract/console/complaint';
import type { PictureId } from '@hiram/contract/ids';
import { useState } from 'react';
import { useDraft } from '../app/useDraft.ts';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { ShownComplaint } from './shown-complaint.ts';

const modes = ['answer', 'infoRequested', 'acknowledged', 'note'] as const;
export type Mode = (typeof modes)[number];

interface Composed {
  readonly complaint: ShownComplaint;
  readonly brand: string;
  /** After an answer or a question: what comes next. */
  readonly onSent: () => void;
}

/** The text that a person writes on a complaint. The text of each mode stays until it is sent. */
export function useComposer({ complaint, brand, onSent }: Composed) {
  const { complaintId } = complaint;
  const isAnswered = complaint.state === 'answered';
  const [chosen, setMode] = useState<Mode>('answer');
  const mode: Mode = isAnswered ? 'note' : chosen;
  const answerDraft = useDraft(`complaint ${complaintId} answer`);
  const otherDraft = useDraft(`complaint ${complaintId} ${mode === 'answer' ? 'note' : mode}`);
  const [text, setText, clear] = mode === 'answer' ? answerDraft : otherDraft;
  const [unsent, , clearUnsent] = answerDraft;
  const [asksForRating, setAsksForRating] = useState(true);
  const [pictures, setPictures] = useState<readonly { readonly id: PictureId; readonly name: string }[]>([]);
  // What had been written when the person began: words that came since are shown first.
  const [read, setRead] = useState(complaint.seen);
  const answering = useStaffAction(answerComplaint, brand);
  const writing = useStaffAction(writeOnComplaint, brand);
  const noting = useStaffAction(noteOnComplaint, brand);
  const adding = useStaffAction(addAnswerPicture, brand);
  const isChanged = mode !== 'note' && complaint.messages.slice(read + 1).some(({ isOwn }) => !isOwn);
  const done = (goesOn: boolean) => ({
    onSuccess: () => {
      clear();
      setPictures([]);
      setRead(complaint.seen + 1);
      if (goesOn) onSent();
    },
  });
  const send = () => {
    if (text.trim() === '' || isChanged || answering.isPending || writing.isPending || noting.isPending)
      return;
    const about = { complaintId, seen: complaint.seen, text };
    if (mode === 'answer')
      answering.mutate({ ...about, asksForRating, pictures: pictures.map(({ id }) => id) }, done(true));
    else if (mode === 'note') noting.mutate({ complaintId, text }, done(false));
    else writing.mutate({ ...about, kind: mode }, done(mode === 'infoRequested'));
  };
  return {
    mode,
    setMode,
    text,
    setText,
    asksForRating,
    setAsksForRating,
    pictures,
    setPictures,
    adding,
    send,
    isChanged,
    /** An answer that was being written when somebody else answered. */
    unsent: isAnswered ? unsent : '',
    clearUnsent,
    keepAsNote: () => noting.mutate({ complaintId, text: unsent }, { onSuccess: clearUnsent }),
    markRead: () => setRead(complaint.seen),
    error: answering.error ?? writing.error ?? noting.error ?? adding.error,
    isSending: answering.isPending || writing.isPending || noting.isPending,
  };
}
