import { showPortfolio } from '@hiram/contract/console/portfolio';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { hasRight, type Person } from '../app/person.ts';
import { PlacesContext } from '../app/person-context.ts';
import { InBrand } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
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
      <p>{t`Each brand in its own currency; nothing is added across.`}</p>
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
  const { onBrand } = useContext(PlacesContext);
  const query = useStaffCall(showPortfolio, {}, brand);
  const on = query.data?.on;
  return (
    <Card
      title={title}
      aside={
        <>
          {on !== undefined && t`end of ${dates.day(on)}`}
          <Button onClick={() => onBrand(brand)}>{t`All its figures`}</Button>
        </>
      }
      isFlush
    >
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
