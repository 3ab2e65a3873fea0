import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { pressKey } from '../kit/keys/key-store.ts';
import { useBindings, useKey, useKeyChoice } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import styles from './Frame.module.css';
import { LiveState } from './LiveState.tsx';

const maxShown = 7;

/** Keys that work on most screens: those of the screen itself come before them. */
const common: readonly string[] = ['J', 'K', 'Enter', 'Space', 'F', '/', '!'];

/** The words of a button in a line of words: `Issue a key…` is `issue a key`. */
const inLine = (label: string) =>
  label.replace(/\s*…$/, '').replace(/^.(?=[a-z ])/, (first) => first.toLowerCase());

/** The keys that work on this screen, at the foot of the page. `?` shows all of them. */
export function KeyFoot(): ReactNode {
  const { t } = useLingui();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { isOn } = useKeyChoice();
  const page = useBindings().filter(({ layer, isShown }) => layer === 0 && isShown);
  useKey('?', t`all keys`, () => setHelpOpen(true), { isShown: false });
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
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </footer>
  );
}

function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { isOn } = useKeyChoice();
  // Those of the screen first, then those of most screens, then the ways to other screens.
  const rank = ({ key }: { readonly key: string }) =>
    key.startsWith('G ') ? common.length : common.indexOf(key);
  const page = useBindings()
    .filter(({ layer }) => layer === 0)
    .sort((one, other) => rank(one) - rank(other));
  return (
    <Dialog title={t`Keys`} onClose={onClose}>
      {!isOn && <p>{t`Single keys are off in this browser. Your account turns them on.`}</p>}
      <table className={kit.table}>
        <caption>{t`Keys of this screen`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Key`}</th>
            <th scope="col">{t`What it does`}</th>
          </tr>
        </thead>
        <tbody>
          {page.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">
                <Key name={key} />
              </th>
              <td>{inLine(label)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
