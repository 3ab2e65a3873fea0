import { listStrategies } from '@hiram/contract/console/strategy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DayOf } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Costs } from './Costs.tsx';
import { useStateWords, versionTones } from './words.ts';

/** The strategy of the chosen brand; where all are chosen, their names. */
export function Strategies({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brands = person.brands.filter(({ id }) => hasRight(person, 'strategy.read', id));
  const one = brands.find(({ id }) => id === brand) ?? (brands.length === 1 ? brands[0] : undefined);
  if (one) return <Versions brand={one.id} />;
  return (
    <Page title={t`Strategy`}>
      <Card title={t`Each brand has a strategy of its own`}>
        <ul>
          {brands.map(({ id, name }) => (
            <li key={id}>
              <Link href={`/strategy/${id}/1`}>{name}</Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

function Versions({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(listStrategies, {}, brand);
  const states = useStateWords();
  return (
    <Page title={t`Strategy`} brand={brand}>
      <Loaded query={query}>
        {({ versions, costs }) => (
          <>
            <Card title={t`Versions`} aside={versions.length} isFlush>
              <table className={kit.table}>
                <caption>{t`Versions, the newest first`}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t`Version`}</th>
                    <th scope="col">{t`State`}</th>
                    <th scope="col">{t`Made`}</th>
                    <th scope="col">{t`By`}</th>
                    <th scope="col">{t`Why`}</th>
                  </tr>
                </thead>
                <tbody>
                  {versions.map(({ version, state, createdAt, createdBy, note }) => (
                    <tr key={version}>
                      <th scope="row">
                        <Link href={`/strategy/${brand}/${version}`}>{t`Version ${version}`}</Link>
                      </th>
                      <td>
                        <Status tone={versionTones[state]}>{states[state]}</Status>
                      </td>
                      <td>
                        <DayOf at={createdAt} />
                      </td>
                      <td>{createdBy ?? t`the brand’s file`}</td>
                      <td>{note}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Card>
            <Costs costs={costs} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
