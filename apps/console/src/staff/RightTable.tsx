import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAreaWords } from '../i18n/right-words.ts';
import { useAnyWord } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';

interface Props {
  readonly caption: string;
  /** Rights: `loan.waive`. */
  readonly names: readonly string[];
}

/** Rights by the screen on which they count, named and ordered as in the side bar. */
export function RightTable({ caption, names }: Props): ReactNode {
  const { t } = useLingui();
  const word = useAnyWord();
  const titles = Object.entries<string>(useAreaWords());
  const inArea = (area: string) => names.filter((name) => name.startsWith(`${area}.`));
  const screens = [...new Set(titles.map(([, title]) => title))].map((title) => ({
    title,
    rights: titles.filter(([, other]) => other === title).flatMap(([area]) => inArea(area)),
  }));
  return (
    <table className={kit.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Screen`}</th>
          <th scope="col">{t`What they may do`}</th>
        </tr>
      </thead>
      <tbody>
        {screens
          .filter(({ rights }) => rights.length > 0)
          .map(({ title, rights }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>
                <ul className={kit.wordList}>
                  {rights.map((name) => (
                    <li key={name}>{word(name)}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
