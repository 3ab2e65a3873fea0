import type { Found } from '@hiram/contract/console/find';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day, Money } from '../app/cells.tsx';
import type { Person } from '../app/person.ts';
import { InBrand } from '../kit/brand-format.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { Status } from '../kit/Status.tsx';
import type { Entry } from './entries.ts';
import styles from './find.module.css';
import { useStateWords } from './words.ts';

interface Props {
  readonly person: Person;
  readonly entry: Entry;
  readonly typed: string;
}

/** A line of the list: what it is called, what is known of it, its state or its key. */
export function FoundLine({ person, entry, typed }: Props): ReactNode {
  const states = useStateWords();
  const { found } = entry;
  const state = found?.state === undefined ? undefined : states[found.state];
  return (
    <InBrand brand={found?.brand}>
      <Icon name={entry.icon} />
      <span className={styles.label}>
        <Marked text={entry.label} typed={typed} />
      </span>
      <span className={styles.about}>{found && <About found={found} person={person} />}</span>
      {state && (
        <Status tone={state.tone} isPill>
          {state.word}
        </Status>
      )}
      {entry.hotkey !== undefined && <Key name={entry.hotkey} />}
    </InBrand>
  );
}

/** The label, with the part that the person typed marked. */
function Marked({ text, typed }: { readonly text: string; readonly typed: string }): ReactNode {
  const wanted = typed.trim().toLowerCase();
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted);
  if (at < 0) return text;
  const end = at + wanted.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

/** The facts beside the name, separated by dots. */
function About({ found, person }: { readonly found: Found; readonly person: Person }): ReactNode {
  const { t } = useLingui();
  const brand = person.brands.length > 1 && person.brands.find(({ id }) => id === found.brand)?.name;
  const parts = [
    found.kind === 'borrower' && (found.state === undefined ? t`no order` : t`latest order`),
    found.kind === 'order' && found.name,
    found.kind === 'borrower' && t`number ends in ${found.title}`,
    found.amount !== undefined && <Money key="amount" cents={found.amount} />,
    found.detail,
    found.on !== undefined && <Day key="on" on={found.on} />,
    brand,
  ].filter(Boolean);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
    <span key={index}>
      {index > 0 && ' · '}
      {part}
    </span>
  ));
}
