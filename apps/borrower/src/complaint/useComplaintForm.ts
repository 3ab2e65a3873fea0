import {
  maxPictures,
  type ProblemInit,
  problemSave,
  removeProblemImg,
  uploadProblemImg,
} from '@hiram/contract/complaint';
import type { OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { replaceAddress, replaceWith } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { callContext } from '../app/settings/context.ts';
import { market } from '../app/settings/market.ts';
import { toast } from '../kit/feedback/toaster.ts';
import { upload } from '../net/submit/upload.ts';
import { usePictures } from '../net/submit/usePictures.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { send as sendCall } from '../net/transport/client.ts';
import { clearStorage, readDraft, storeDraft } from './draft.ts';

/** CMP-12: milliseconds for which the confirmation is shown. */
const thanksMs = 1_500;

/** The subject of the complaint: the order, and the kind of problem, as the address names them. */
export interface About {
  readonly orderId: OrderId;
  readonly type: string;
  readonly subtype: string;
}

/** The text and the pictures of a complaint, with their draft, and the submission. `sent` holds its answer. */
export function useComplaintForm(init: ProblemInit, about: About) {
  const { t } = useLingui();
  const { orderId, type, subtype } = about;
  const [draft] = useState(() => {
    const stored = readDraft(init.draftKey);
    return stored?.type === type && stored.subtype === subtype ? stored : undefined;
  });
  const [text, setText] = useState(draft?.text ?? '');
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState<{ reference: string; promisedBy: string } | undefined>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const { submit, busy } = useSubmit(problemSave);
  const pictures = useEvidence(draft?.pictures ?? []);
  const urls = pictures.list.map((picture) => picture.url).filter((url): url is string => url !== undefined);
  const joinedUrls = urls.join(',');
  // Save with the change itself, not a frame later: a web view may be closed in between.
  useLayoutEffect(() => {
    if (!sent)
      storeDraft(init.draftKey, {
        type,
        subtype,
        orderId,
        text,
        pictures: joinedUrls ? joinedUrls.split(',') : [],
      });
  }, [init.draftKey, sent, type, subtype, orderId, text, joinedUrls]);
  useThanks(sent !== undefined, orderId);

  const send = async () => {
    if (!/\S/.test(text)) {
      setProblem(t({ id: 'complaint.missing', message: 'Please tell us what happened' }));
      area.current?.focus();
      return;
    }
    setProblem('');
    if (pictures.busy) return void toast(t`A photo is still uploading.`, { kind: 'info' });
    const answer = await submit({
      type: Number(type),
      subtype: subtype === '' ? '' : Number(subtype),
      content: text,
      pictures: joinedUrls,
      orderId,
    });
    if (!answer) return;
    if (!answer.ok) {
      if (answer.field === 'content') setProblem(answer.message);
      return;
    }
    clearStorage();
    if (market.specifiedWays) return setSent(answer.data);
    // Its own page keeps the number and the day of the reply.
    toast(t`Thank you. We have your complaint.`, { kind: 'success' });
    replaceAddress(href(paths.complainDetails, { problemId: answer.data.complaintId }));
  };
  const changeText = (changed: string) => {
    setText(changed);
    setProblem('');
  };
  return { text, changeText, problem, area, pictures, send, busy, sent };
}

/** The pictures: each is uploaded as soon as it is added. */
function useEvidence(initialUrls: readonly string[]) {
  const { t } = useLingui();
  return usePictures({
    initialUrls,
    maxPictures,
    send: async (picture, signal) => {
      const answer = await upload(uploadProblemImg, { picture }, signal);
      return answer.ok ? { url: answer.data.url } : { rejected: answer.message };
    },
    discard: async (url) => {
      await sendCall(removeProblemImg, { url }, callContext());
    },
    onSent: () => void toast(t({ id: 'complaint.uploaded', message: 'Photo added' }), { kind: 'success' }),
    onRefused: (message) => void toast(message ?? t`The photo did not upload. Please add it again.`),
  });
}

/** Opens the start page a while after the complaint was sent. */
function useThanks(isSent: boolean, orderId: OrderId): void {
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => replaceWith(href(paths.complaint, { orderId })), thanksMs);
    return () => clearTimeout(timer);
  }, [isSent, orderId]);
}
