import { readBorrowerField } from '@hiram/contract/console/borrower';
import { borrowerNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { ShowName } from '../app/BorrowerName.tsx';
import { DayOf } from '../app/cells.tsx';
import { hasRight, type Person } from '../app/person.ts';
import { Icon } from '../kit/Icon.tsx';
import { useKey } from '../kit/keys/keys.ts';
import { Card as Part } from '../kit/Page.tsx';
import { AskReason } from '../net/AskReason.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './borrower.module.css';
import type { Card } from './types.ts';

interface Props {
  readonly card: Card;
  readonly person: Person;
}

/** Nothing of the value is seen before it is opened. */
const isAllHidden = ({ shown }: Card['fields'][number]) => /^•+$/.test(shown);

/** The borrower's identity. A hidden field opens alone, with a reason, for two minutes. */
export function WhoCard({ card, person }: Props): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState<string>();
  const mayRead = hasRight(person, 'borrower.readEncrypted', card.brand);
  const whole = card.fields.filter(isAllHidden);
  const list = (fields: Card['fields']) => (
    <ul className={styles.fields}>
      {fields.map((hidden) => (
        <HiddenValue
          key={hidden.field}
          card={card}
          hidden={hidden}
          mayRead={mayRead}
          isAsked={asked === hidden.field}
          onAsk={(isAsked) => setAsked(isAsked ? hidden.field : undefined)}
        />
      ))}
    </ul>
  );
  useKey('reveal', t`open a field`, () => setAsked(card.fields[0]?.field), {
    isOn: mayRead && card.fields.length > 0,
  });
  return (
    <Part title={t`Who`} aside={mayRead ? t`${card.readsLeft} of 40 reveals left this hour` : undefined}>
      <p>
        <strong>
          {card.name ?? (card.isCertified ? borrowerNumber(card.borrowerId) : t`Not identified yet`)}
        </strong>
        <br />
        <span className={styles.muted}>
          {t`Registered`} <DayOf at={card.since} /> · {card.language}
        </span>
      </p>
      {card.isCertified && <ShowName borrowerId={card.borrowerId} name={card.name} brand={card.brand} />}
      {list(card.fields.filter((field) => !isAllHidden(field)))}
      {whole.length > 0 &&
        (mayRead ? (
          <details className={styles.more}>
            <summary>{t`${plural(whole.length, { one: '# more field', other: '# more fields' })}`}</summary>
            {list(whole)}
          </details>
        ) : (
          <p className={styles.muted}>
            {t`${plural(whole.length, { one: '# more field is', other: '# more fields are' })} not for your role.`}
          </p>
        ))}
      {card.fields.length > 0 && (
        <p className={styles.muted}>
          {mayRead
            ? t`The eye opens one field for two minutes, with a reason. The borrower reads who looked.`
            : t`Support, a reviewer or the officer opens a field: by the eye beside it, with a reason.`}
        </p>
      )}
      {card.fields.length === 0 && <p className={styles.muted}>{t`Nothing is known of them.`}</p>}
    </Part>
  );
}

/** The time in milliseconds for which an opened value is shown. */
const shownMs = 120_000;

interface HiddenProps {
  readonly card: Card;
  readonly hidden: Card['fields'][number];
  readonly mayRead: boolean;
  readonly isAsked: boolean;
  readonly onAsk: (isAsked: boolean) => void;
}

function HiddenValue({ card, hidden, mayRead, isAsked, onAsk }: HiddenProps): ReactNode {
  const { t } = useLingui();
  const reading = useStaffAction(readBorrowerField, card.brand);
  const { data, reset } = reading;
  useEffect(() => {
    if (data === undefined) return;
    const timer = setTimeout(reset, shownMs);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return (
    <li className={styles.field}>
      <span className={styles.muted}>{hidden.label}</span>
      <span className={styles.value}>{data?.value ?? (isAllHidden(hidden) ? '' : hidden.shown)}</span>
      {mayRead && data === undefined && (
        <button
          type="button"
          className={styles.eye}
          aria-expanded={isAsked}
          aria-label={t`Open ${hidden.label}`}
          onClick={() => onAsk(!isAsked)}
        >
          <Icon name="eye" />
        </button>
      )}
      {isAsked && data === undefined && (
        <div className={styles.ask}>
          <AskReason
            label={t`${hidden.label}: why?`}
            note={t`Shown for two minutes. The borrower will read by which role and when.`}
            call={reading}
            onCancel={() => onAsk(false)}
            onOpen={(reason) =>
              reading.mutate(
                { borrowerId: card.borrowerId, field: hidden.field, reason },
                { onSuccess: () => onAsk(false) },
              )
            }
          />
        </div>
      )}
    </li>
  );
}
