import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import kit from '../kit/kit.module.css';

interface Props {
  readonly may: { readonly post: boolean; readonly refuse: boolean };
  readonly onPost: () => void;
  readonly onRefuse: () => void;
}

/** What a person may do about a row. */
export function Doings({ may, onPost, onRefuse }: Props): ReactNode {
  const { t } = useLingui();
  return (
    <span className={kit.row}>
      {may.post && <Button onClick={onPost}>{t`Post …`}</Button>}
      {may.refuse && <Button onClick={onRefuse}>{t`Refuse …`}</Button>}
    </span>
  );
}
