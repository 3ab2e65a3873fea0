import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useKeyMeanings } from '../i18n/key-words.ts';
import { Choice } from '../kit/controls/Choices.tsx';
import { chooseKeys } from '../kit/keys/key-store.ts';
import { keyTable } from '../kit/keys/key-table.ts';
import { useKeyChoice } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';

/** Single keys of any meaning, and the first of two. */
const meanings = (Object.keys(keyTable) as (keyof typeof keyTable)[]).filter(
  (name) => keyTable[name].length === 1,
);

/** Turns single keys off, or gives them other letters (WCAG 2.2, 2.1.4). It is kept in this browser. */
export function KeyboardChoice(): ReactNode {
  const { t } = useLingui();
  const choice = useKeyChoice();
  const { isOn, changed } = choice;
  const words = useKeyMeanings();
  const names = [
    ...meanings.map((name) => [keyTable[name], words[name]] as const),
    ['G', t`go to a screen, with a second letter`] as const,
  ];
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
            {names.map(([letter, name]) => (
              <li key={letter}>
                <label className={kit.choice}>
                  <input
                    className={kit.letter}
                    value={changed[letter] ?? letter}
                    aria-label={name}
                    onChange={(event) => change(letter, event.currentTarget.value)}
                  />
                  {name}
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
