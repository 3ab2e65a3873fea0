import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Key } from '../kit/keys/Key.tsx';
import { pressKey } from '../kit/keys/key-store.ts';
import { useBindings, useKey, useKeyChoice } from '../kit/keys/keys.ts';
import styles from './Frame.module.css';
import { common, inLine } from './key-words.ts';
import { LiveState } from './LiveState.tsx';

const KeyHelp = lazy(() => import('./KeyHelp.tsx'));

const maxShown = 7;

/** The keys that work on this screen, at the foot of the page. `?` shows all of them. */
export function KeyFoot(): ReactNode {
  const { t } = useLingui();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { isOn } = useKeyChoice();
  const page = useBindings().filter(({ layer, isShown }) => layer === 0 && isShown);
  useKey('help', t`all keys`, () => setHelpOpen(true), { isShown: false });
  useEffect(() => {
    window.addEventListener('keydown', pressKey);
    return () => window.removeEventListener('keydown', pressKey);
  }, []);
  return (
    <footer className={styles.keys}>
      <div className={styles.hints}>
        {isOn &&
          [...page]
            .sort((one, other) => common.indexOf(one.key) - common.indexOf(other.key))
            .slice(0, maxShown)
            .map(({ key, label }) => (
              <span key={key} className={styles.keyHint}>
                <Key name={key} /> {inLine(label)}
              </span>
            ))}
      </div>
      <LiveState />
      <button type="button" className={styles.allKeys} onClick={() => setHelpOpen(true)}>
        <Key name="?" /> {t`all keys`}
      </button>
      <Suspense>{isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}</Suspense>
    </footer>
  );
}
