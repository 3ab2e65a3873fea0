import { type FindKind, findable } from '@hiram/contract/console/find';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAnyWord } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Fault } from '../net/Fault.tsx';
import { useBy } from './entries.ts';
import styles from './find.module.css';
import { minFindText, type useFind } from './useFind.ts';
import { useKindNames, useWayNames } from './words.ts';

interface Props {
  readonly typed: string;
  readonly find: ReturnType<typeof useFind>;
}

/** The reason why nothing is listed: nothing was typed, it could not be searched, or nothing has this name. */
export function NothingFound({ typed, find }: Props): ReactNode {
  const { t } = useLingui();
  const { search, isPending, again } = find;
  const text = typed.trim();
  if (search?.fault && !isPending)
    return (
      <div className={styles.nothing}>
        <Fault error={search.fault} />
        <Button onClick={again}>{t`Search again`}</Button>
      </div>
    );
  if (text.length < minFindText)
    return (
      <p className={`${styles.nothing} ${kit.muted}`}>
        {t`Type a mobile number or its last four digits, an order, a complaint’s reference, a pay code, a transfer’s reference, a provider’s id or a colleague’s name. Names of borrowers are encrypted and not searched. Searches by a number are recorded.`}
      </p>
    );
  if (isPending || !search?.answer) return null;
  return <WhatWasLookedAt text={text} answer={search.answer} />;
}

interface LookedProps {
  readonly text: string;
  readonly answer: NonNullable<NonNullable<ReturnType<typeof useFind>['search']>['answer']>;
}

function WhatWasLookedAt({ text, answer }: LookedProps): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const names = useKindNames();
  const by = useBy();
  const ways = useWayNames();
  const waysOf = (kind: FindKind) => findable[kind].ways.map((way) => ways[way]).join(', ');
  return (
    <div className={styles.nothing}>
      <p>
        <strong>{t`Nothing is called “${text}” here.`}</strong>{' '}
        {/\p{L}/u.test(text) && t`Names of borrowers are encrypted: a borrower is found by number.`}
      </p>
      <dl className={styles.looked}>
        {answer.lookedAt.map((looked) => (
          <div key={looked.kind}>
            <dt>{names[looked.kind]}</dt>
            <dd>
              {looked.state === 'searched' && by(looked)}
              {looked.state === 'notSuch' && t`found by ${waysOf(looked.kind)}`}
              {looked.state === 'mayNot' && t`not looked up: it needs the right ${word(looked.right)}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
