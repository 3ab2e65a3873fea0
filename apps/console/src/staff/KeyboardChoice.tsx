import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Choice } from '../kit/controls/Choices.tsx';
import { chooseKeys } from '../kit/keys/key-store.ts';
import { useKeyChoice } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';

/** Letters that screens use, which a person may exchange for others. */
const letters = ['J', 'K', 'C', 'E', 'F', 'N', 'O', 'P', 'R', 'S', 'V', 'X', 'Z', 'G', '/', '?'] as const;

/** Turns single keys off, or gives them other letters (WCAG 2.2, 2.1.4). It is kept in this browser. */
export function KeyboardChoice(): ReactNode {
  const { t } = useLingui();
  const choice = useKeyChoice();
  const { isOn, changed } = choice;
  const names = {
    J: t`next row`,
    K: t`previous row`,
    C: t`claim`,
    E: t`edit, answer, evidence`,
    F: t`filter`,
    N: t`new, ask, note`,
    O: t`open the loan, put on call`,
    P: t`pass on, post`,
    R: t`reject, refuse`,
    S: t`order of a list, start a contact`,
    V: t`as the borrower sees it`,
    X: t`take the next`,
    Z: t`defer`,
    G: t`go to a screen, with a second letter`,
    '/': t`find`,
    '?': t`all keys`,
  };
  const change = (letter: string, key: string) =>
    chooseKeys({ ...choice, changed: { ...changed, [letter]: key.slice(-1).toUpperCase() || letter } });
  return (
    <div className={kit.keyboard}>
      <Card title={t`Keyboard shortcuts`}>
        <Choice
          label={t`Single keys work in this browser`}
          isChosen={isOn}
          onChange={(isChosen) => chooseKeys({ ...choice, isOn: isChosen })}
        />
        {isOn && (
          <ul className={kit.letters}>
            {letters.map((letter) => (
              <li key={letter}>
                <label className={kit.choice}>
                  <input
                    className={kit.letter}
                    value={changed[letter] ?? letter}
                    aria-label={names[letter]}
                    onChange={(event) => change(letter, event.currentTarget.value)}
                  />
                  {names[letter]}
                </label>
              </li>
            ))}
          </ul>
        )}
        <p
          className={kit.muted}
        >{t`The others are at the foot of each screen, and all of a screen under “?”.`}</p>
      </Card>
    </div>
  );
}
