import { addNote } from '@hiram/contract/console/borrower';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { When } from '../app/cells.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { useKey } from '../kit/keys/keys.ts';
import { Card as Part } from '../kit/Page.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './borrower.module.css';
import type { Card } from './types.ts';

interface Props {
  readonly card: Card;
  readonly person: Person;
}

/** The notes of colleagues. */
export function NotesCard({ card, person }: Props): ReactNode {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText, clear] = useDraft(`note ${card.borrowerId}`);
  const writing = useStaffAction(addNote, card.brand);
  const mayWrite = hasRight(person, 'borrower.note', card.brand) && card.erasedAt === undefined;
  useKey('new', t`note`, () => form.current?.querySelector('textarea')?.focus(), { isOn: mayWrite });
  return (
    <Part title={t`Notes`} aside={card.notes.length}>
      {card.notes.length === 0 && <p className={styles.muted}>{t`No notes yet.`}</p>}
      <ul className={styles.notes}>
        {card.notes.map((note) => (
          <li key={note.noteId}>
            <p className={styles.text}>{note.text}</p>
            <p className={styles.muted}>
              {note.author} · <When at={note.at} />
            </p>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <form
          ref={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '')
              writing.mutate({ borrowerId: card.borrowerId, text }, { onSuccess: clear });
          }}
        >
          <TextArea
            label={t`New note`}
            hint={t`colleagues read it`}
            max={2_000}
            value={text}
            onChange={setText}
          />
          <Fault error={writing.error} />
          <Button type="submit" disabled={text.trim() === '' || writing.isPending}>{t`Save note`}</Button>
        </form>
      )}
    </Part>
  );
}
