import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import styles from './money-in.module.css';

interface Props {
  readonly who: ScreenProps;
  /** True if the row is of a kind that can be posted. */
  readonly canPost?: boolean;
  readonly onPost: () => void;
  readonly onRefuse: () => void;
}

/** The actions that a person may take on a row. */
export function RowActions({ who: { person, brand }, canPost = true, onPost, onRefuse }: Props): ReactNode {
  const { t } = useLingui();
  const may = (right: 'moneyIn.post' | 'moneyIn.refuse') => hasRight(person, right, brand);
  return (
    <span className={styles.doings}>
      {canPost && may('moneyIn.post') && <Button onClick={onPost}>{t`Post …`}</Button>}
      {may('moneyIn.refuse') && <Button onClick={onRefuse}>{t`Refuse …`}</Button>}
    </span>
  );
}
