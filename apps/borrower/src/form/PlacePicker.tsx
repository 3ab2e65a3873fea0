import { certifyOptions } from '@hiram/contract/certify';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { PickerSheet } from '../kit/dialogs/PickerSheet.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './PlacePicker.module.css';

interface Place {
  readonly name: string;
  readonly otherNames?: string | undefined;
  readonly value: string;
}

/** The maximum number of rows shown at once: a city has up to 900 barangays, and searching is faster than scrolling. */
const maxRows = 60;
const levels = 3;

/** Picks a place level by level: province, city, barangay. Each list is loaded when it is needed. */
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
  const picking = usePlaces(onChoose);
  const { above, parent, call, chosen, matches } = picking;
  const kinds = {
    PH: [t`Province`, t`City or municipality`, t`Barangay`],
    IN: [t`State`, t`District`, t`Sub-district`],
    ID: [t`Province`, t`Regency or city`, t({ id: 'place.idDistrict', message: 'District' })],
  };
  // Manila alone has districts between it and its barangays.
  const isOfCity = market.places === 'PH' && /\bCity\b/.test(parent?.name ?? '') && picking.count > 1;
  const level = isOfCity && above.length === 1 ? t`District` : (kinds[market.places][above.length] ?? '');
  return (
    <PickerSheet
      title={market.specifiedWays ? title : level}
      words={{ confirm: t`Confirm`, cancel: t`Cancel` }}
      isComplete={chosen !== undefined}
      onConfirm={market.specifiedWays ? () => picking.confirm(chosen) : undefined}
      onCancel={onCancel}
    >
      <PlacePath above={above} level={market.specifiedWays ? level : ''} onBack={picking.goBack} />
      <input
        className={css.search}
        type="search"
        placeholder={t`Search`}
        aria-label={t`Search ${level}`}
        value={picking.search}
        onChange={(event) => picking.setSearch(event.target.value)}
      />
      <div className={css.scroll} key={parent?.value ?? ''}>
        {call.state === 'waiting' ? <Skeleton name="form" /> : null}
        <CallPanel call={call} />
        {call.state === 'ready' && matches.length === 0 ? <p>{t`Nothing found`}</p> : null}
        <PlaceRows
          places={matches.slice(0, maxRows)}
          chosen={chosen}
          isLast={picking.isLast}
          onChoose={picking.choose}
        />
        {matches.length > maxRows ? <p className={css.more}>{t`Search to see more.`}</p> : null}
      </div>
    </PickerSheet>
  );
}

/** The chosen places down to this level, the places below them, and the choice. */
function usePlaces(onChoose: (code: string, name: string) => void) {
  const [above, setAbove] = useState<readonly Place[]>([]);
  const [search, setSearch] = useState('');
  const parent = above[above.length - 1];
  const call = useCall(certifyOptions, {
    kind: 'city-select',
    ...(parent ? { parent: parent.value } : {}),
  });
  const [chosen, setChosen] = useState<Place | undefined>(undefined);
  const isLast = above.length === levels - 1;
  const choose = (place: Place) => {
    if (isLast) return market.specifiedWays ? setChosen(place) : confirm(place);
    setAbove([...above, place]);
    setSearch('');
  };
  const confirm = (place: Place | undefined) => {
    if (place) onChoose(place.value, [place, ...above.slice().reverse()].map(({ name }) => name).join(', '));
  };
  const places = call.state === 'ready' ? call.data.list : [];
  const found = places.filter((place) => isMatch(place, search));
  const matches = [0, 1, 2].flatMap((rank) => found.filter((place) => rankOf(place, search) === rank));
  /** Goes back to a level, to choose another place there. */
  const goBack = (level: number) => {
    setAbove(above.slice(0, level));
    setChosen(undefined);
  };
  return {
    above,
    parent,
    call,
    chosen,
    matches,
    count: places.length,
    isLast,
    search,
    setSearch,
    choose,
    goBack,
    confirm,
  };
}

/** The chosen places, each of which leads back to its level, and the name of this level where the sheet has another. */
function PlacePath({
  above,
  level,
  onBack,
}: {
  readonly above: readonly Place[];
  readonly level: string;
  readonly onBack: (level: number) => void;
}): ReactNode {
  const { t } = useLingui();
  if (above.length === 0 && level === '') return null;
  return (
    <p className={css.above}>
      {above.map((place, index) => (
        <button
          key={place.value}
          type="button"
          className={css.back}
          aria-label={t`Choose something other than ${place.name}`}
          onClick={() => onBack(index)}
        >
          {place.name} ›
        </button>
      ))}
      {level ? <b>{level}</b> : null}
    </p>
  );
}

function PlaceRows(props: {
  readonly places: readonly Place[];
  readonly chosen: Place | undefined;
  readonly isLast: boolean;
  readonly onChoose: (place: Place) => void;
}): ReactNode {
  const { places, chosen, isLast, onChoose } = props;
  return (
    <ul>
      {places.map((place) => (
        <li key={place.value}>
          <button
            type="button"
            className={`${css.row} ${place.value === chosen?.value ? css.chosen : ''}`}
            {...(isLast ? { 'aria-pressed': place.value === chosen?.value } : {})}
            onClick={() => onChoose(place)}
          >
            <span>{place.name}</span>
            {isLast ? null : <Icon name="chevron" size={20} />}
            {place.value === chosen?.value ? <Icon name="check" size={20} /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Reports whether a place matches the search: by a part of its name, or by all of its words in any order. `Cebu City` finds
 * City of Cebu, `NCR` finds the cities of Metro Manila.
 */
function isMatch({ name, otherNames = '' }: Place, search: string): boolean {
  const query = normalize(search);
  const placeText = normalize(`${name} ${otherNames}`);
  if (placeText.indexOf(query) >= 0) return true;
  const words = placeText.split(/[^a-z0-9]+/);
  return query
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && word !== 'of')
    .every((word) => words.some((placeWord) => placeWord.indexOf(word) === 0));
}

/** The order of what was found: 0 for a name that begins with the search, 1 for one that contains it, 2 for other words. */
function rankOf({ name }: Place, search: string): number {
  const at = normalize(name).indexOf(normalize(search));
  return at < 0 ? 2 : Math.min(at, 1);
}

/** Lower case without accents, for comparison: `banacao` finds Bañacao. */
function normalize(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}
