import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { PlacesContext } from '../app/person-context.ts';
import type { Screen } from '../app/screen.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { ScreenCount } from './ScreenCount.tsx';

interface Props {
  readonly screen: Screen;
  /** Those in which the person may open the screen. */
  readonly brands: readonly { readonly id: string; readonly name: string }[];
}

/** A screen of one brand, while all are looked at: the brands with what waits in each, the last chosen one first. */
export function ChooseBrand({ screen, brands }: Props): ReactNode {
  const { t, i18n } = useLingui();
  const { onBrand, lastBrand } = useContext(PlacesContext);
  const isLast = ({ id }: Props['brands'][number]) => id === lastBrand;
  return (
    <Page title={i18n._(screen.title)}>
      <Card title={t`Choose a brand`}>
        <p className={kit.muted}>{t`This screen shows one brand at a time.`}</p>
        <ul className={kit.brands}>
          {[...brands.filter(isLast), ...brands.filter((brand) => !isLast(brand))].map((brand) => (
            <li key={brand.id}>
              <Button look={isLast(brand) ? 'primary' : 'plain'} onClick={() => onBrand(brand.id)}>
                {brand.name}
                <ScreenCount screen={screen} brand={brand.id} />
              </Button>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}
