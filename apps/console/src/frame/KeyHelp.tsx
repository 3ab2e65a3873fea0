import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useKeyMeanings } from '../i18n/key-words.ts';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { keyTable } from '../kit/keys/key-table.ts';
import { useBindings, useKeyChoice } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { common, inLine } from './key-words.ts';

/** Every key: those of this screen, the ways to other screens, and what the others do where they work. */
export default function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { isOn } = useKeyChoice();
  // Those of the screen first, then those of most screens, then the ways to other screens.
  const rank = ({ key }: { readonly key: string }) =>
    key.startsWith('G ') ? common.length : common.indexOf(key);
  const page = useBindings()
    .filter(({ layer }) => layer === 0)
    .sort((one, other) => rank(one) - rank(other));
  const meanings = useKeyMeanings();
  const elsewhere = (Object.keys(keyTable) as (keyof typeof keyTable)[])
    .filter((name) => page.every(({ key }) => key !== keyTable[name]))
    .map((name) => [keyTable[name], meanings[name]] as const);
  return (
    <Dialog title={t`Keys`} onClose={onClose}>
      {!isOn && <p>{t`Single keys are off in this browser. Your account turns them on.`}</p>}
      <KeyTable caption={t`Keys of this screen`} rows={page.map(({ key, label }) => [key, inLine(label)])} />
      <KeyTable caption={t`Keys of other screens`} rows={elsewhere} />
      <p className={kit.muted}>{t`A digit presses the button that shows it.`}</p>
    </Dialog>
  );
}

interface KeyTableProps {
  readonly caption: string;
  readonly rows: readonly (readonly [key: string, words: string])[];
}

function KeyTable({ caption, rows }: KeyTableProps): ReactNode {
  const { t } = useLingui();
  return (
    <table className={kit.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Key`}</th>
          <th scope="col">{t`What it does`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, words]) => (
          <tr key={key}>
            <th scope="row">
              <Key name={key} />
            </th>
            <td>{words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
