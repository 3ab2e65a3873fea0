import { type MessagePreference, messagePreferences, setMessagePreference } from '@hiram/contract/messages';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { Card } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Account.module.css';

/** The inbox, and which messages the borrower gets. Law and service cannot be switched off. */
export function MessagePreferences(): ReactNode {
  const { t } = useLingui();
  const call = useCall(messagePreferences, {}, { quiet: true });
  if (call.state !== 'ready') return null;
  return (
    <Card heading={t`Messages`}>
      <Link className={css.way} href={href(paths.messages)}>
        {t`Read your messages`}
        <Icon name="chevron" size={20} />
      </Link>
      <ul>
        {call.data.list.map((preference) => (
          <li key={preference.purpose} className={css.row}>
            <span>
              <b>{preference.title}</b>
              {preference.canSwitch ? null : <span className={css.muted}>{t`Always on`}</span>}
            </span>
            {preference.canSwitch ? <Switch preference={preference} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Switch({
  preference: { purpose, isOn, title },
}: {
  readonly preference: MessagePreference;
}): ReactNode {
  const { submit, busy } = useSubmit(setMessagePreference);
  const refresh = useRefresh();
  const change = async () => {
    if ((await submit({ purpose, isOn: !isOn }))?.ok) await refresh(messagePreferences);
  };
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={isOn}
      className={css.switch}
      aria-label={title}
      aria-busy={busy}
      disabled={busy}
      checked={isOn}
      onChange={() => void change()}
    />
  );
}
