import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { useBindings, useKeyChoice } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { common, inLine } from './key-words.ts';

/** Every key of this screen: its own, those of most screens, the ways to other screens. */
export default function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
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
