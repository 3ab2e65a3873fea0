import { showFunnel } from '@hiram/contract/console/funnel';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { useChangeAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Nothing } from '../kit/Nothing.tsx';
import { Columns, Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { type Choice, isDay, Range } from './Choice.tsx';
import { Captchas, Codes } from './Codes.tsx';
import { FunnelChart } from './FunnelChart.tsx';
import { Sources } from './Sources.tsx';
import type { ShownFunnel } from './types.ts';

/** The results of the visitors of landing pages, by source and page, and the state of codes and captchas. */
export function Funnel({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [choice, setChoice] = useChosen();
  const query = useStaffCall(showFunnel, choice, brand);
  useChanges(['source_pause']);
  const mayPause = hasRight(person, 'funnel.pause', brand);
  return (
    <Page title={t`Funnel`} actions={<Range choice={choice} shown={query.data} onChange={setChoice} />}>
      <Loaded query={query}>
        {(shown) => (
          <>
            <Columns count={2}>
              <FunnelChart total={shown.total} />
              <Codes codes={shown.codes} />
            </Columns>
            {isEmpty(shown) ? (
              <Nothing
                icon="chart"
                title={t`No visitor in these days`}
                text={t`A visit is counted when somebody opens a landing page through an advertisement’s link.`}
              />
            ) : (
              <Sources shown={shown} brand={brand} mayPause={mayPause} choice={choice} onChoice={setChoice} />
            )}
            <Captchas captcha={shown.codes.captcha} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The days, the source and the page as the address says them. */
function useChosen(): readonly [Choice, (choice: Choice) => void] {
  const search = new URLSearchParams(useSearch());
  const change = useChangeAddress();
  const choice: Choice = Object.fromEntries(
    parts.flatMap((name) => {
      const text = search.get(name) ?? '';
      return text === '' || ((name === 'from' || name === 'to') && !isDay(text)) ? [] : [[name, text]];
    }),
  );
  return [choice, (next) => change({ from: '', to: '', userFrom: '', template: '', ...next })];
}

const parts = ['from', 'to', 'userFrom', 'template'] as const;

const isEmpty = ({ rows, paused }: ShownFunnel) => rows.length === 0 && paused.length === 0;
