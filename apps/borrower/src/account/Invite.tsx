import type { AccountProfile } from '@hiram/contract/account';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { settings } from '../app/settings/settings.ts';
import { Button } from '../kit/controls/Button.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Card } from '../kit/layout/Card.tsx';
import { afterRender } from '../kit/runtime/later.ts';
import css from './Account.module.css';

const copying = afterRender(() => import('../kit/runtime/copy.ts'));

/** The borrower's invite code (PROM-04), to share or to copy. */
export function Invite({ invite }: { readonly invite: AccountProfile['invite'] }): ReactNode {
  const { t } = useLingui();
  const url = new URL(invite.url, location.origin).href;
  const copy = async () => {
    const { copyText } = await copying.load();
    const copied = await copyText(url);
    toast(copied ? t`Copied` : t`Copying did not work. Please copy the code by hand.`, { kind: 'info' });
  };
  const share = async () => {
    if (!navigator.share) return copy();
    try {
      await navigator.share({ title: settings.name, url });
    } catch {
      // The borrower closed the share sheet.
    }
  };
  return (
    <Card heading={t`Invite a friend`}>
      <p className={css.muted}>{t`Your friend types this code when they register.`}</p>
      <p className={css.invite}>{invite.code}</p>
      <div className={css.pair}>
        <Button look="secondary" onTap={() => void copy()}>
          {t`Copy link`}
        </Button>
        <Button look="secondary" onTap={() => void share()}>
          {t`Share`}
        </Button>
      </div>
    </Card>
  );
}
