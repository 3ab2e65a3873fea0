import { maxMessage, maxPictureBytes } from '@hiram/contract/console/complaint';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef } from 'react';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Choice } from '../kit/controls/Choices.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useDates } from '../kit/dates.ts';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Fault } from '../net/Fault.tsx';
import styles from './complaint.module.css';
import type { ShownComplaint } from './shown-complaint.ts';
import { Templates } from './Templates.tsx';
import { type Mode, useComposer } from './useComposer.ts';

interface Props {
  readonly complaint: ShownComplaint;
  readonly brand: string;
  readonly onSent: () => void;
}

/** Writes to the borrower or to colleagues, by keys alone: a template, the words, Ctrl+Enter. */
export function Composer(props: Props): ReactNode {
  const { t } = useLingui();
  const { complaint } = props;
  const composer = useComposer(props);
  const { mode, setMode, text, setText } = composer;
  const box = useRef<HTMLDivElement>(null);
  const begin = (chosen: Mode) => {
    setMode(chosen);
    requestAnimationFrame(() => box.current?.querySelector('textarea')?.focus());
  };
  const isOpen = complaint.state === 'open';
  useKey('write', t`answer`, () => begin('answer'), { isOn: isOpen });
  useKey('ask', t`ask`, () => begin('infoRequested'), { isOn: isOpen });
  useKey('new', t`note`, () => begin('note'));
  const { options, labels } = useModes();
  return (
    <section className={styles.composer} aria-label={t`Write`} ref={box}>
      <Meanwhile complaint={complaint} composer={composer} />
      <div className={kit.row}>
        {isOpen && <Tabs label={t`What you write`} options={options} value={mode} onChange={begin} />}
        {isOpen && mode !== 'note' && (
          <Templates
            templates={complaint.templates.filter(({ id }) => modesOf(id).includes(mode))}
            onChoose={(chosen) => {
              setText(chosen);
              begin(mode);
            }}
          />
        )}
      </div>
      <TextArea
        label={labels[mode]}
        hint={mode === 'note' ? t`only the staff reads it` : t`the borrower reads it in the app`}
        value={text}
        onChange={setText}
        max={maxMessage}
        rows={5}
      />
      <Fault error={composer.error} />
      <div className={styles.send}>
        {mode === 'answer' && <AnswerOptions complaint={complaint} composer={composer} />}
        <Button
          look="primary"
          hotkey="send"
          hotkeyLabel={t`send`}
          disabled={text.trim() === '' || composer.isSending || composer.isChanged}
          onClick={composer.send}
        >
          {t`Send`}
        </Button>
      </div>
    </section>
  );
}

/** The names of what can be written. */
function useModes() {
  const { t } = useLingui();
  const options = [
    { value: 'answer', label: t`Answer` },
    { value: 'infoRequested', label: t`Ask` },
    { value: 'acknowledged', label: t`Acknowledge` },
    { value: 'note', label: t`Staff note` },
  ] as const;
  const labels: Record<Mode, string> = {
    answer: t`Answer`,
    infoRequested: t`Question`,
    acknowledged: t`Acknowledgement`,
    note: t`Note`,
  };
  return { options, labels };
}

/** Where a template serves. That a complaint was received answers nothing, and what asks for a receipt neither. */
function modesOf(templateId: string): readonly Mode[] {
  if (templateId === 'received') return ['acknowledged'];
  return templateId === 'receipt' ? ['infoRequested'] : ['answer', 'infoRequested'];
}

interface PartProps {
  readonly complaint: ShownComplaint;
  readonly composer: ReturnType<typeof useComposer>;
}

/** Changes that somebody else made while the person wrote. The typed text stays. */
function Meanwhile({ complaint, composer }: PartProps): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const last = complaint.messages.at(-1);
  const answer = complaint.messages.filter(({ kind }) => kind === 'answered').at(-1);
  const at = (message: typeof last) => dates.time(message?.at ?? 0);
  const { unsent, keepAsNote, clearUnsent, isChanged, markRead } = composer;
  if (unsent !== '') {
    const name = answer?.by || t`An operator`;
    return (
      <Banner
        tone="warn"
        title={t`${name} answered this, ${at(answer)}.`}
        actions={
          <>
            <Button onClick={keepAsNote}>{t`Keep my words as a note`}</Button>
            <Button onClick={clearUnsent}>{t`Discard my words`}</Button>
          </>
        }
      >
        {t`Your words are kept:`} “{unsent}”
      </Banner>
    );
  }
  if (!isChanged) return null;
  const name = last?.by || t`The borrower`;
  return (
    <Banner
      tone="warn"
      title={t`${name} wrote on this, ${at(last)}.`}
      actions={<Button onClick={markRead}>{t`I have read it`}</Button>}
    >
      {t`Your words are kept.`}
    </Banner>
  );
}

const maxPictures = 9;

function AnswerOptions({ complaint, composer }: PartProps): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const { asksForRating, setAsksForRating, pictures, setPictures, adding } = composer;
  const add = async (files: FileList | null) => {
    for (const file of [...(files ?? [])].slice(0, maxPictures - pictures.length)) {
      const { pictureId } = await adding.mutateAsync({
        complaintId: complaint.complaintId,
        picture: await base64Of(file),
      });
      setPictures((known) => [...known, { id: pictureId, name: file.name }]);
    }
  };
  return (
    <div className={kit.row}>
      <Choice label={t`Ask for a rating`} isChosen={asksForRating} onChange={setAsksForRating} />
      <label className={kit.button} htmlFor={id}>
        {adding.isPending ? t`Sending …` : t`Add pictures`}
      </label>
      <input
        id={id}
        className={styles.file}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple
        disabled={adding.isPending || pictures.length >= maxPictures}
        onChange={(event) => void add(event.currentTarget.files).catch(() => undefined)}
      />
      {pictures.map((picture) => (
        <Button
          key={picture.id}
          look="quiet"
          onClick={() => setPictures((known) => known.filter((other) => other.id !== picture.id))}
        >
          {t`Remove ${picture.name}`}
        </Button>
      ))}
    </div>
  );
}

/** A file in base64. One that is too large is sent as nothing, which the server names. */
async function base64Of(file: File): Promise<string> {
  if (file.size > maxPictureBytes) return '';
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary);
}
