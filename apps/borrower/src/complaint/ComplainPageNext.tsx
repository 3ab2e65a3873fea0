import { countCharacters, firstCharacters } from '@hiram/contract/characters';
import {
  maxCharacters,
  maxPictures,
  type ProblemInit,
  problemInit,
  problemSave,
  removeProblemImg,
  uploadProblemImg,
} from '@hiram/contract/complaint';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { callContext } from '../app/context.ts';
import { goBack, goTo, replaceWith } from '../app/go.ts';
import { href } from '../app/href.ts';
import { showDate } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { LostArt } from '../art/LostArt.tsx';
import { Button } from '../kit/Button.tsx';
import { Card, Rows } from '../kit/Card.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { PictureGrid } from '../kit/PictureGrid.tsx';
import { Screen } from '../kit/Screen.tsx';
import { StatePanel } from '../kit/States.tsx';
import { TextArea } from '../kit/TextArea.tsx';
import { toast } from '../kit/toaster.ts';
import { CallPanel } from '../net/CallPanel.tsx';
import { send as sendCall } from '../net/client.ts';
import { upload } from '../net/upload.ts';
import { useCall } from '../net/useCall.ts';
import { usePictures } from '../net/usePictures.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './Complaint.module.css';
import { clearStorage, readDraft, storeDraft } from './draft.ts';

/** CMP-12: milliseconds for which the confirmation is shown. */
const thanksMs = 1_500;

/** The complaint form: a description with pictures (CMP-06 … CMP-13). */
export default function ComplainPageNext(): ReactNode {
  const { t } = useLingui();
  const { orderId, problemType } = usePage();
  const call = useCall(problemInit, orderId ? { orderId } : {});
  useTitle(t`Complaint`);
  const chosen = call.state === 'ready' && call.data.types.some((type) => String(type.value) === problemType);
  if (call.state === 'ready' && chosen) return <Form init={call.data} />;
  return (
    <Screen title={t`Complaint`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {call.state === 'ready' ? (
        <StatePanel
          art={<LostArt />}
          title={t`What is it about?`}
          text={t`Choose a kind of question first.`}
          action={{ label: t`Choose`, go: () => goTo(paths.complaint) }}
        />
      ) : null}
    </Screen>
  );
}

function Form({ init }: { readonly init: ProblemInit }): ReactNode {
  const { t } = useLingui();
  const { orderId = '', problemType: type = '', problemSonType: subtype = '' } = usePage();
  const [draft] = useState(() => {
    const stored = readDraft(init.draftKey);
    return stored?.type === type && stored.subtype === subtype ? stored : undefined;
  });
  const [text, setText] = useState(draft?.text ?? '');
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState<{ reference: string; promisedBy: string } | undefined>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const { submit, busy } = useSubmit(problemSave);
  const pictures = usePictures({
    initialUrls: draft?.pictures ?? [],
    maxPictures,
    send: async (picture, signal) => {
      const answer = await upload(uploadProblemImg, { picture }, signal);
      return answer.ok ? { url: answer.data.url } : { refused: answer.message };
    },
    discard: async (url) => {
      await sendCall(removeProblemImg, { url }, callContext());
    },
    onSent: () => void toast(t`Upload succeeded!`, { kind: 'success' }),
    onRefused: (message) => void toast(message ?? t`The picture did not arrive. Please add it again.`),
  });
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

  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => replaceWith(href(paths.complaint, { orderId })), thanksMs);
    return () => clearTimeout(timer);
  }, [sent, orderId]);

  const send = async () => {
    if (!/\S/.test(text)) {
      setProblem(t`Please fill in your comments and suggestions`);
      area.current?.focus();
      return;
    }
    setProblem('');
    if (pictures.busy) return void toast(t`A picture is still on its way.`, { kind: 'info' });
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
    setSent(answer.data);
  };

  const title = (list: ProblemInit['types'], value: string) =>
    list.filter((option) => String(option.value) === value)[0]?.title ?? '';
  const subTitle = title(init.subtypes, subtype);
  return (
    <Screen
      title={t`Complaint`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} onTap={() => void send()}>
          {t`Send`}
        </Button>
      }
    >
      <Card>
        <Rows
          rows={[
            { text: t`About`, value: title(init.types, type) },
            ...(subTitle ? [{ text: t`What happened`, value: subTitle }] : []),
            ...(orderId && init.order ? [{ text: t`Order`, value: init.order.productName }] : []),
          ]}
        />
      </Card>
      <TextArea
        label={t`Problem description`}
        name="content"
        value={text}
        maxLength={maxCharacters}
        count={countCharacters}
        cut={firstCharacters}
        placeholder={t`What happened, when, and what would help?`}
        error={problem || undefined}
        onChange={(next) => {
          setText(next);
          setProblem('');
        }}
        areaRef={area}
      />
      <PictureGrid
        label={t`Pictures that show it`}
        pictures={pictures.list.map(({ key, shown, url }) => ({ key, shown, busy: url === undefined }))}
        maxPictures={maxPictures}
        words={{
          add: t`Add`,
          remove: (place) => t`Remove picture ${place}`,
          picture: (place) => t`Evidence ${place}`,
          sending: t`On its way`,
        }}
        onAdd={pictures.add}
        onRemove={pictures.remove}
      />
      <p className={css.promise}>{init.answerTime}</p>
      {sent ? (
        <Dialog
          title={t`Thank you. We have your complaint.`}
          text={t`Its number is ${sent.reference}. We reply by ${showDate(sent.promisedBy)}.`}
        />
      ) : null}
    </Screen>
  );
}
