import { confirmIdentity, failIdentity, openIdentity } from '@hiram/contract/console/decision';
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import { AskReason } from '../net/AskReason.tsx';
import { sendStaff } from '../net/client.ts';
import { DocumentPicture } from './DocumentPicture.tsx';
import styles from './decision.module.css';
import { useContradictionWords, useIdentityStateWords, usePartWords } from './identity-words.ts';
import type { ShownDecision } from './types.ts';

interface Props {
  readonly decision: ShownDecision;
  readonly person: Person;
}

const tones = {
  none: 'plain',
  open: 'waiting',
  verified: 'good',
  failed: 'danger',
  unclear: 'waiting',
} as const;

/** The borrower's document: what the service said, its pictures beside what was typed and read, and a person's word on it. */
export function Identity({ decision, person }: Props): ReactNode {
  const { t } = useLingui();
  const states = useIdentityStateWords();
  const contradictions = useContradictionWords();
  const { identity, reviewId, brand } = decision;
  const [asking, setAsking] = useState(false);
  const [choice, setChoice] = useState<'confirm' | 'fail'>();
  const opening = useMutation({
    mutationFn: (reason: string) => sendStaff(openIdentity, { reviewId, reason }, brand),
    onSuccess: () => setAsking(false),
  });
  if (!identity) return null;
  const { checkId, state } = identity;
  const close = () => setChoice(undefined);
  const mayDecide = decision.state === 'waiting' && hasRight(person, 'decision.decide', brand);
  const isClosed = !opening.data && !asking;
  return (
    <Card
      title={
        <span className={kit.row}>
          {t`Identity`} <Status tone={tones[state]}>{states[state]}</Status>
        </span>
      }
      aside={
        <>
          {checkId !== undefined && isClosed && hasRight(person, 'decision.readField', brand) && (
            <Button onClick={() => setAsking(true)}>{t`Open the pictures`}</Button>
          )}
          {checkId !== undefined && mayDecide && state !== 'verified' && (
            <Button onClick={() => setChoice('confirm')}>{t`It is the borrower’s`}</Button>
          )}
          {checkId !== undefined && mayDecide && state !== 'failed' && (
            <Button look="danger" onClick={() => setChoice('fail')}>{t`It is not the borrower’s …`}</Button>
          )}
        </>
      }
      isFlush={isClosed && identity.contradictions.length === 0}
    >
      {identity.contradictions.length > 0 && (
        <p className={kit.row}>
          {identity.contradictions.map((one) => (
            <Status key={one} tone="warn">
              {contradictions(one)}
            </Status>
          ))}
        </p>
      )}
      {opening.data ? (
        <Opened opened={opening.data} />
      ) : (
        asking && (
          <AskReason
            label={t`Why you open the pictures`}
            note={t`kept in the trail; the borrower sees that they were opened`}
            call={opening}
            onOpen={(reason) => opening.mutate(reason)}
            onCancel={() => setAsking(false)}
          />
        )
      )}
      {choice !== undefined && checkId !== undefined && (
        <ActionDialog
          title={choice === 'confirm' ? t`It is the borrower’s` : t`It is not the borrower’s`}
          about={decision.name ?? ''}
          calls={choice === 'confirm' ? confirmIdentity : failIdentity}
          request={{ reviewId, checkId }}
          draft={`identity.${choice} ${checkId}`}
          brand={brand}
          onClose={close}
        />
      )}
    </Card>
  );
}

type OpenedIdentity = Awaited<ReturnType<typeof sendStaff<typeof openIdentity>>>;

/** The pictures beside the fields that were typed and those that were read. */
function Opened({ opened }: { readonly opened: OpenedIdentity }): ReactNode {
  const { t } = useLingui();
  const parts = usePartWords();
  const { typed, read } = opened;
  const dates = useDates();
  const dayOf = (on: string) => on && dates.day(on);
  const rows = [
    { label: t`Name`, typed: typed.name, read: read.name },
    { label: t`Born`, typed: dayOf(typed.birthDate), read: dayOf(read.birthDate) },
    { label: t`Number`, typed: typed.number, read: read.number },
  ];
  return (
    <div className={opened.pictures.length > 0 ? styles.opened : styles.pictures}>
      <div className={styles.pictures}>
        {opened.pictures.length === 0 && <p className={kit.muted}>{t`No picture is kept any more.`}</p>}
        {opened.pictures.map(({ part, jpeg }) => (
          <DocumentPicture key={part} label={parts[part]} jpeg={jpeg} watermark={opened.watermark} />
        ))}
      </div>
      <PlainTable
        caption={t`Typed, and read from the document`}
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          { isHead: true, className: styles.narrow, cell: ({ label }) => label },
          { header: t`Typed`, cell: ({ typed: text }) => text || t`not given` },
          { header: t`Read from the document`, cell: ({ read: text }) => text || t`not read` },
          {
            header: t`Compared`,
            cell: (row) =>
              row.typed && row.read ? (
                isAlike(row.typed, row.read) ? (
                  <Status tone="good">{t`the same`}</Status>
                ) : (
                  <Status tone="warn">{t`differs`}</Status>
                )
              ) : (
                '–'
              ),
          },
        ]}
      />
    </div>
  );
}

/** Reports whether two texts differ in capitals, spaces and signs alone. */
const isAlike = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
