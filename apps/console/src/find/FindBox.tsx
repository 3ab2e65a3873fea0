import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { hasRight, type Person } from '../app/person.ts';
import { lazyPart, type Screen } from '../app/screen.ts';
import { Icon } from '../kit/Icon.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { useKey } from '../kit/keys/keys.ts';
import styles from './find.module.css';

const FindDialog = lazyPart(async () => (await import('./FindDialog.tsx')).FindDialog);

interface Props {
  readonly person: Person;
  readonly brand: string;
  /** The screens that the person may open. */
  readonly shown: readonly Screen[];
  /** In the bar of a narrow page: its style there. The box in the side has the keys. */
  readonly className?: string | undefined;
}

/** The box that finds a person, an order or a payment, above the navigation; nothing for whoever may not search. */
export function FindBox({ person, brand, shown, className }: Props): ReactNode {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const mayFind = hasRight(person, 'find.read', brand);
  const isInSide = className === undefined;
  const hasKeys = isInSide && mayFind;
  const open = () => setOpen(true);
  useKey(hasKeys ? 'findAnywhere' : undefined, t`find`, open, { isShown: false });
  useKey(hasKeys ? 'find' : undefined, t`find`, open);
  if (!mayFind) return null;
  return (
    <>
      <button type="button" className={className ?? styles.box} onClick={open}>
        <Icon name="find" />
        <span>{t`Find`}</span>
        {isInSide && (
          <span className={styles.boxKeys}>
            <Key name="Ctrl+K" />
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <FindDialog person={person} brand={brand} shown={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
