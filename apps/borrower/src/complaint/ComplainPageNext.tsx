import { countCharacters, firstCharacters } from '@hiram/contract/characters';
import { maxCharacters, maxPictures, type ProblemInit, problemInit } from '@hiram/contract/complaint';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { paths } from '../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { showDate } from '../app/settings/money.ts';
import { LostArt } from '../art/LostArt.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Card, Rows } from '../kit/layout/Card.tsx';
import { PictureGrid } from '../kit/layout/PictureGrid.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import type { Pictures } from '../net/submit/usePictures.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Complaint.module.css';
import { type About, useComplaintForm } from './useComplaintForm.ts';

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
      <CallPanel call={call} />
      {call.state === 'ready' ? (
        <StatePanel
          art={<LostArt />}
          title={t`What is it about?`}
          text={t`Choose a question type first.`}
          action={{ label: t`Choose`, go: () => goTo(paths.complaint) }}
        />
      ) : null}
    </Screen>
  );
}

function Form({ init }: { readonly init: ProblemInit }): ReactNode {
  const { t } = useLingui();
  const { orderId = noId, problemType: type = '', problemSonType: subtype = '' } = usePage();
  const about = { orderId, type, subtype };
  const form = useComplaintForm(init, about);
  const { sent } = form;
  const what = t`What happened, when, and what would help?`;
  return (
    <Screen
      title={t`Complaint`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={form.busy} onTap={() => void form.send()}>
          {t`Send`}
        </Button>
      }
    >
      <Subject init={init} about={about} />
      <TextArea
        label={t`Problem description`}
        name="content"
        value={form.text}
        maxLength={maxCharacters}
        count={countCharacters}
        cut={firstCharacters}
        {...(market.specifiedCopy ? { placeholder: what } : { hint: what })}
        error={form.problem || undefined}
        onChange={form.changeText}
        areaRef={form.area}
      />
      <Evidence pictures={form.pictures} />
      <p className={css.promise}>{init.answerTime}</p>
      {sent ? (
        <Dialog
          title={t`Thank you. We have your complaint.`}
          text={t`Complaint number ${sent.reference}. We reply by ${showDate(sent.promisedBy)}.`}
        />
      ) : null}
    </Screen>
  );
}

/** The choice made on the page before. */
function Subject({ init, about }: { readonly init: ProblemInit; readonly about: About }): ReactNode {
  const { t } = useLingui();
  const { orderId, type, subtype } = about;
  const title = (list: ProblemInit['types'], value: string) =>
    list.filter((option) => String(option.value) === value)[0]?.title ?? '';
  const subTitle = title(init.subtypes, subtype);
  return (
    <Card>
      <Rows
        rows={[
          { text: t`About`, value: title(init.types, type) },
          ...(subTitle ? [{ text: t`What happened`, value: subTitle }] : []),
          ...(orderId && init.order ? [{ text: t`Loan`, value: init.order.productName }] : []),
        ]}
      />
    </Card>
  );
}

function Evidence({ pictures }: { readonly pictures: Pictures }): ReactNode {
  const { t } = useLingui();
  return (
    <PictureGrid
      label={t`Photos (optional)`}
      pictures={pictures.list.map(({ key, shown, url }) => ({ key, shown, busy: url === undefined }))}
      maxPictures={maxPictures}
      words={{
        add: t`Add`,
        remove: (place) => t`Remove picture ${place}`,
        picture: (place) => t`Evidence ${place}`,
        sending: t`Uploading`,
      }}
      onAdd={pictures.add}
      onRemove={pictures.remove}
    />
  );
}
