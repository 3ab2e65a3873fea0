import { complaintPicture } from '@hiram/contract/console/complaint';
import type { MessageKind } from '@hiram/contract/console/complaint-view';
import type { ComplaintId, PictureId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { When } from '../app/cells.tsx';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './complaint.module.css';
import type { ShownComplaint } from './shown-complaint.ts';

type Message = ShownComplaint['messages'][number];

interface Props {
  readonly complaint: ShownComplaint;
  readonly brand: string;
}

const staffOnly: readonly MessageKind[] = ['note', 'escalated', 'reopened'];

/** The borrower's words at the left, the lender's at the right, and what only the staff reads between them. */
export function Thread({ complaint, brand }: Props): ReactNode {
  const { t } = useLingui();
  const thread = useRef<HTMLElement>(null);
  const toNewest = () => {
    thread.current?.scrollTo({ top: thread.current.scrollHeight });
  };
  const { complaintId, messages } = complaint;
  // The newest message is what waits: it is in view first, and again when one comes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls for each complaint and each message, not for each render
  useLayoutEffect(() => {
    if (!thread.current) return;
    // The cards beside it arrive later and change its height.
    const watcher = new ResizeObserver(toNewest);
    watcher.observe(thread.current);
    return () => watcher.disconnect();
  }, [complaintId, messages.length]);
  return (
    <section ref={thread} className={styles.thread} aria-label={t`What was written`} tabIndex={-1}>
      <ol>
        {messages.map((message) => (
          <li
            key={`${message.at} ${message.kind}`}
            className={
              staffOnly.includes(message.kind)
                ? styles.note
                : message.kind === 'received' || message.kind === 'replied'
                  ? styles.theirs
                  : styles.ours
            }
          >
            <MessageHead message={message} />
            <p className={styles.words} dir="auto">
              {message.body}
            </p>
            {message.pictures.map((pictureId, index) => (
              <Picture
                key={pictureId}
                brand={brand}
                pictureId={pictureId}
                place={index + 1}
                complaintId={complaintId}
                onLoad={toNewest}
              />
            ))}
          </li>
        ))}
      </ol>
      {complaint.stars !== undefined && (
        <Status tone="plain">{t`The borrower rated the answer: ${complaint.stars} of 5`}</Status>
      )}
    </section>
  );
}

function MessageHead({ message }: { readonly message: Message }): ReactNode {
  const { t } = useLingui();
  const { kind, by, at, stars } = message;
  const who = by === '' ? t`an operator` : by;
  const words: Record<MessageKind, string> = {
    received: t`The borrower`,
    replied: t`The borrower`,
    acknowledged: t`${who}, acknowledged`,
    infoRequested: t`${who}, asked`,
    answered: t`${who}, answered`,
    note: t`${who}, staff only`,
    escalated: t`${who} escalated, staff only`,
    reopened: t`${who} opened it again, staff only`,
  };
  return (
    <p className={kit.muted}>
      {words[kind]} · <When at={at} />
      {stars !== undefined && ` · ${t`the former answer was rated ${stars} of 5`}`}
    </p>
  );
}

interface PictureProps {
  readonly complaintId: ComplaintId;
  readonly pictureId: PictureId;
  readonly brand: string;
  readonly place: number;
  readonly onLoad: () => void;
}

/** A picture, which opens in its full size. */
function Picture({ complaintId, pictureId, brand, place, onLoad }: PictureProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(complaintPicture, { complaintId, pictureId }, brand);
  if (query.error) return <Status tone="warn">{t`The picture could not be loaded`}</Status>;
  if (!query.data) return <p className={kit.muted}>{t`Loading …`}</p>;
  return (
    <details className={styles.picture}>
      <summary>
        <img
          src={`data:image/jpeg;base64,${query.data.jpeg}`}
          alt={t`Evidence ${place}: press for its full size`}
          onLoad={onLoad}
        />
      </summary>
    </details>
  );
}
