import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Choice } from '../kit/controls/Choices.tsx';
import { chooseKeys } from '../kit/keys/key-store.ts';
import { useKeyChoice } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';

/** Letters that screens use, which a person may exchange for others. */
const letters = ['J', 'K', 'C', 'N', 'P', 'R', 'S', 'V', 'X', 'Z', 'G', '/', '?'] as const;

/** Turns single keys off, or gives them other letters (WCAG 2.2, 2.1.4). It is kept in this browser. */
export function KeyboardChoice(): ReactNode {
  const { t } = useLingui();
  const choice = useKeyChoice();
  const { isOn, changed } = choice;
  const names = {
    J: t`next row`,
    K: t`previous row`,
    C: t`claim`,
    N: t`new, note`,
    P: t`pass on`,
    R: t`reveal`,
    S: t`show`,
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
    <Card title={t`Keys of the keyboard`}>
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
    </Card>
  );
}
