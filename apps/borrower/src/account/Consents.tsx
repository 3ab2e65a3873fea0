import { consents, setConsent } from '@hiram/contract/account';
import { contactList, locationSave } from '@hiram/contract/device';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showDate } from '../app/money.ts';
import { Card } from '../kit/Card.tsx';
import { toast } from '../kit/toaster.ts';
import { useCall, useRefresh } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import css from './Account.module.css';

const coarse = (degrees: number) => Math.round(degrees * 100) / 100;

/** What one agreed to, and since when; what is free can be given and taken back. */
export function Consents(): ReactNode {
  const { t } = useLingui();
  const call = useCall(consents, {}, { quiet: true });
  const change = useSubmit(setConsent);
  const place = useSubmit(locationSave);
  const refresh = useRefresh();
  if (call.state !== 'ready') return null;

  const set = async (kind: 'marketing' | 'location' | 'contacts', given: 0 | 1) => {
    const answer = await change.submit({ kind, given });
    if (!answer?.ok) return;
    await Promise.all([refresh(consents), refresh(contactList)]);
  };
  // Only after this tap, and rounded before it leaves the phone.
  const share = () => {
    if (!navigator.geolocation) return void toast(t`This phone cannot tell its location.`);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        void place
          .submit({ latitude: coarse(coords.latitude), longitude: coarse(coords.longitude) })
          .then(async (answer) => {
            if (!answer?.ok) return;
            toast(t`Thank you.`, { kind: 'success' });
            await refresh(consents);
          });
      },
      () => void toast(t`Your phone did not tell its location. Nothing was sent.`, { kind: 'info' }),
      { enableHighAccuracy: false, timeout: 20_000, maximumAge: 600_000 },
    );
  };

  return (
    <Card heading={t`What you agreed to`}>
      <ul>
        {call.data.list.map((one) => (
          <li key={one.kind} className={css.row}>
            <span>
              <b>{one.title}</b>
              <span className={css.muted}>
                {one.kind === 'location' && one.given === 0
                  ? t`About a kilometre exact. It helps to recognise somebody else using your account.`
                  : one.given === 1
                    ? t`Since ${showDate(one.since)}`
                    : t`Not given`}
              </span>
            </span>
            {one.free === 0 || (one.kind === 'contacts' && one.given === 0) ? null : (
              <button
                type="button"
                className={css.text}
                onClick={() => {
                  if (one.kind === 'privacy') return;
                  if (one.kind === 'location' && one.given === 0) share();
                  else void set(one.kind, one.given === 1 ? 0 : 1);
                }}
              >
                {one.given === 1 ? t`Withdraw` : one.kind === 'location' ? t`Share` : t`Allow`}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
