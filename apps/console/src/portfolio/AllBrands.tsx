import { showPortfolio } from '@hiram/contract/console/portfolio';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { hasRight, type Person } from '../app/person.ts';
import { InBrand } from '../kit/brand-format.tsx';
import { useDates } from '../kit/dates.ts';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Lead } from './Lead.tsx';

/** The first figures of each brand in its own currency: nothing is added across. */
export function AllBrands({ person }: { readonly person: Person }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <p>{t`Each brand in its own currency; nothing is added across. Choose a brand for all of its figures.`}</p>
      {person.brands
        .filter(({ id }) => hasRight(person, 'books.read', id))
        .map(({ id, name, currency }) => (
          <InBrand key={id} brand={id}>
            <OneBrand brand={id} title={`${name}, ${currency}`} />
          </InBrand>
        ))}
    </>
  );
}

function OneBrand({ brand, title }: { readonly brand: string; readonly title: string }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const query = useStaffCall(showPortfolio, {}, brand);
  const on = query.data?.on;
  return (
    <Card title={title} aside={on === undefined ? undefined : t`end of ${dates.day(on)}`} isFlush>
      <Loaded query={query}>
        {(shown) =>
          shown.on === undefined ? (
            <Nothing icon="chart" title={t`Nothing is counted yet`} text="" />
          ) : (
            <Lead shown={shown} />
          )
        }
      </Loaded>
    </Card>
  );
}
