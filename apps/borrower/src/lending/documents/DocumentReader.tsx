import type { DocumentText } from '@hiram/contract/document';
import { type LegalText, legalText } from '@hiram/contract/info';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { OfflineArt } from '../../art/LostArt.tsx';
import { useModal } from '../../kit/dialogs/Dialog.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { Icon } from '../../kit/layout/Icon.tsx';
import { ReadingProgress } from '../../kit/layout/ReadingProgress.tsx';
import { CallPanel } from '../../net/answers/CallPanel.tsx';
import { useCall } from '../../net/answers/useCall.ts';
import { Skeleton } from '../../shell/Skeleton.tsx';
import { DocumentBlocks } from './DocumentBlocks.tsx';
import { DocumentHead } from './DocumentHead.tsx';
import css from './DocumentReader.module.css';
import { useDocument } from './useDocument.ts';

interface ReaderProps {
  readonly title: string;
  /** Without it the document must be answered at its end. */
  readonly onClose?: () => void;
  /** The buttons at the document's end, the main one last. */
  readonly end?: ReactNode;
}

/** A document of the loan in the app's own type, over the whole screen. `url` is its signed address. */
export function DocumentReader({ url, ...props }: ReaderProps & { readonly url: string }): ReactNode {
  const { t } = useLingui();
  const { text, failed, retry } = useDocument(url);
  return (
    <Reader {...props} title={text?.title ?? props.title} {...(text ? {} : { end: undefined })}>
      {text ? <Document text={text} /> : failed ? null : <Skeleton name="form" />}
      {failed ? (
        <StatePanel
          art={<OfflineArt />}
          title={t`This did not load`}
          text={t`The network did not answer. Nothing was changed.`}
          action={{ label: t`Retry`, go: retry }}
        />
      ) : null}
    </Reader>
  );
}

function Document({ text: { summary, html } }: { readonly text: DocumentText }): ReactNode {
  return (
    <>
      {summary.figures.length > 0 ? <DocumentHead summary={summary} /> : null}
      <DocumentBlocks html={html} />
    </>
  );
}

/** A legal text of the brand over the page that names it: what was typed there stays. */
export function LegalReader({
  name,
  ...props
}: ReaderProps & { readonly name: 'privacy-policy' | 'loan-terms' }): ReactNode {
  const call = useCall(legalText, { name });
  return (
    <Reader {...props} title={call.state === 'ready' ? call.data.title : props.title}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? <Legal text={call.data} /> : null}
    </Reader>
  );
}

function Legal({ text }: { readonly text: LegalText }): ReactNode {
  return (
    <article
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server generates it from the brand's own Markdown; it contains no user input
      dangerouslySetInnerHTML={{ __html: text.html }}
    />
  );
}

/** The frame: a bar with Back and the title, the text, and at its end what is answered. */
function Reader({
  title,
  onClose,
  end,
  children,
}: ReaderProps & { readonly children: ReactNode }): ReactNode {
  const { t } = useLingui();
  const { ref, heading, close, reopen } = useModal(onClose);
  const foot = useRef<HTMLElement>(null);
  return (
    <dialog
      ref={ref}
      className={css.reader}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close.current?.();
      }}
      onClose={reopen}
    >
      <ReadingProgress scrolled={ref} />
      <header className={css.bar}>
        {onClose ? (
          <button type="button" className={css.back} aria-label={t`Back`} onClick={onClose}>
            <Icon name="back" />
          </button>
        ) : null}
        <h2 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h2>
      </header>
      {end ? (
        // Who listens to the page, or uses its keyboard, need not go through the whole text.
        <button
          type="button"
          className={css.skip}
          onClick={() => foot.current?.querySelector<HTMLElement>('button:last-child')?.focus()}
        >
          {t`Skip to the end`}
        </button>
      ) : null}
      <div className={css.text}>{children}</div>
      {end ? (
        <footer ref={foot} className={css.end}>
          {end}
        </footer>
      ) : null}
    </dialog>
  );
}
