import { consents, setConsent } from '@hiram/contract/account';
import type { CallOutput } from '@hiram/contract/call';
import { contactList, locationSave } from '@hiram/contract/device';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { showDate } from '../app/settings/money.ts';
import { toast } from '../kit/feedback/toaster.ts';
import { Card } from '../kit/layout/Card.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Account.module.css';

type Consent = CallOutput<typeof consents>['list'][number];

const roundCoordinate = (degrees: number) => Math.round(degrees * 100) / 100;

/** The borrower's consents with their dates. Optional ones can be given and withdrawn. */
export function Consents(): ReactNode {
  const { t } = useLingui();
  const call = useCall(consents, {}, { quiet: true });
  if (call.state !== 'ready') return null;
  // Offers are switched beside the other messages. Who gave no contacts has a card for them below.
  const list = call.data.list.filter(
    ({ kind, given }) => kind !== 'marketing' && (kind !== 'contacts' || given),
  );
  return (
    <Card heading={t`Permissions`}>
      <ul>
        {list.map((consent) => (
          <li key={consent.kind} className={css.row}>
            <span>
              <b>{consent.title}</b>
              <span className={css.muted}>
                {consent.given
                  ? t`Since ${showDate(consent.since)}`
                  : consent.kind === 'location'
                    ? t`Accurate to about a kilometre. It helps us notice if someone else uses your account.`
                    : consent.kind === 'anyHour'
                      ? t`Our own hours hold even then. See “Who contacted me”.`
                      : t`Off`}
              </span>
            </span>
            {!consent.isOptional ? null : <ConsentButton consent={consent} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Gives or withdraws one consent. Each has its own button state: a slow request does not block the others. */
function ConsentButton({ consent: { kind, given } }: { readonly consent: Consent }): ReactNode {
  const { t } = useLingui();
  const change = useSubmit(setConsent);
  const place = useSubmit(locationSave);
  const [locating, setLocating] = useState(false);
  const refresh = useRefresh();

  const set = async () => {
    if (kind === 'privacy') return;
    const answer = await change.submit({ kind, given: !given });
    if (!answer?.ok) return;
    await Promise.all([refresh(consents), refresh(contactList)]);
  };
  const send = async ({ coords }: GeolocationPosition) => {
    setLocating(false);
    const answer = await place.submit({
      latitude: roundCoordinate(coords.latitude),
      longitude: roundCoordinate(coords.longitude),
    });
    if (!answer?.ok) return;
    toast(t`Thank you.`, { kind: 'success' });
    await refresh(consents);
  };
  // Only after this tap. The location is rounded before it leaves the phone.
  const share = () => {
    if (!navigator.geolocation) return void toast(t`This phone cannot share its location.`);
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      (position) => void send(position),
      () => {
        setLocating(false);
        toast(t`Your phone did not share its location. Nothing was sent.`, { kind: 'info' });
      },
      { enableHighAccuracy: false, timeout: 20_000, maximumAge: 600_000 },
    );
  };
  const busy = change.busy || place.busy || locating;
  return (
    <button
      type="button"
      className={css.text}
      aria-busy={busy}
      disabled={busy}
      onClick={() => (kind === 'location' && !given ? share() : void set())}
    >
      {given ? t`Withdraw` : kind === 'location' ? t`Share` : t`Allow`}
    </button>
  );
}
