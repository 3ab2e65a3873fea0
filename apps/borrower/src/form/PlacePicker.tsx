import { certifyOptions } from '@hiram/contract/certify';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { CallPanel } from '../app/CallPanel.tsx';
import { market } from '../app/market.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { useCall } from '../net/useCall.ts';
import { Skeleton } from '../shell/shells.tsx';
import css from './PlacePicker.module.css';

interface Place {
  readonly name: string;
  readonly type: string;
}

/** Rows that are drawn at once: a city has up to 900 barangays, and searching is quicker than scrolling them. */
const mostRows = 60;
const levels = 3;

/** A place chosen level by level: province, city, barangay. Each list comes from the server when it is needed. */
export function PlacePicker({
  title,
  onChoose,
  onCancel,
}: {
  readonly title: string;
  readonly onChoose: (code: string, name: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [above, setAbove] = useState<readonly Place[]>([]);
  const [wanted, setWanted] = useState('');
  const parent = above[above.length - 1];
  const call = useCall(certifyOptions, {
    kind: 'city-select',
    ...(parent ? { parent: parent.type } : {}),
  });
  const kinds = {
    PH: [t`Province`, t`City or municipality`, t`Barangay`],
    IN: [t`State`, t`District`, t`Sub-district`],
    ID: [t`Province`, t`Regency or city`, t({ id: 'place.idDistrict', message: 'District' })],
  };
  const level = kinds[market.places][above.length] ?? '';
  const choose = (place: Place) => {
    if (above.length < levels - 1) {
      setAbove([...above, place]);
      setWanted('');
      return;
    }
    onChoose(place.type, [place, ...above.slice().reverse()].map((one) => one.name).join(', '));
  };
  const found =
    call.state === 'ready'
      ? call.data.list.filter((place) => plain(place.name).indexOf(plain(wanted)) >= 0)
      : [];
  return (
    <Dialog title={title} look="sheet" maskCloses closeLabel={t`Close`} onClose={onCancel}>
      <p className={css.above}>
        {above.map((place, index) => (
          <button
            key={place.type}
            type="button"
            className={css.back}
            aria-label={t`Choose another than ${place.name}`}
            onClick={() => setAbove(above.slice(0, index))}
          >
            {place.name} ›
          </button>
        ))}
        <b>{level}</b>
      </p>
      <input
        className={css.search}
        type="search"
        placeholder={t`Search`}
        aria-label={t`Search ${level}`}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className={css.scroll} key={parent?.type ?? ''}>
        {call.state === 'waiting' ? <Skeleton name="form" /> : null}
        {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
        {call.state === 'ready' && found.length === 0 ? <p>{t`Nothing found`}</p> : null}
        <ul>
          {found.slice(0, mostRows).map((place) => (
            <li key={place.type}>
              <button type="button" className={css.row} onClick={() => choose(place)}>
                <span>{place.name}</span>
                {above.length < levels - 1 ? <Icon name="chevron" size={20} /> : null}
              </button>
            </li>
          ))}
        </ul>
        {found.length > mostRows ? <p className={css.more}>{t`Search to see more.`}</p> : null}
      </div>
    </Dialog>
  );
}

/** For comparing: small letters without accents, so that `banacao` finds Bañacao. */
function plain(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
