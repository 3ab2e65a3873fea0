import type { Right } from '@hiram/contract/console/rights';
import type { TaskKind } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { hasRight } from './person.ts';
import { PersonContext, PlacesContext } from './person-context.ts';
import { useTodo } from './useTodo.ts';

interface Props {
  readonly title: string;
  /** Why the screen is of one brand. */
  readonly text: string;
  /** The right for the screen: other brands are not offered. */
  readonly right: Right;
  /** The tasks that are done on the screen: their number is what waits in a brand. */
  readonly kinds?: readonly TaskKind[];
  /** What waits in a brand, where it is counted otherwise. */
  readonly waitingOf?: (brand: string) => ReactNode;
}

/** A screen of one brand, while all are looked at: the brands with what waits in each, the last chosen one first. */
export function ChooseBrand({ title, text, right, kinds, waitingOf }: Props): ReactNode {
  const { t } = useLingui();
  const person = useContext(PersonContext);
  const { onBrand, lastBrand } = useContext(PlacesContext);
  const brands = (person?.brands ?? []).filter(({ id }) => person && hasRight(person, right, id));
  const last = brands.find(({ id }) => id === lastBrand);
  const ordered = last ? [last, ...brands.filter((brand) => brand !== last)] : brands;
  return (
    <Page title={title}>
      <Card title={t`Choose a brand`}>
        <p className={kit.muted}>{text}</p>
        <ul className={kit.brands}>
          {ordered.map(({ id, name }) => (
            <li key={id} className={kit.row}>
              <Button look={id === last?.id ? 'primary' : 'plain'} onClick={() => onBrand(id)}>
                {name}
              </Button>
              {waitingOf ? waitingOf(id) : kinds && <OfKinds brand={id} kinds={kinds} />}
              {id === last?.id && <span className={kit.muted}>{t`chosen last`}</span>}
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

function OfKinds({
  brand,
  kinds,
}: {
  readonly brand: string;
  readonly kinds: readonly TaskKind[];
}): ReactNode {
  return <Waiting count={useTodo(brand)(kinds)?.count} />;
}

/** The number of what waits in a brand; undefined: not known. */
export function Waiting({ count }: { readonly count: number | undefined }): ReactNode {
  const { t } = useLingui();
  if (count === undefined) return null;
  if (count === 0) return <span className={kit.muted}>{t`nothing waits`}</span>;
  return <strong>{t`${count} wait`}</strong>;
}
