import type { ReactNode } from 'react';
import { Link } from 'wouter';
import kit from '../kit/kit.module.css';
import { Card, Page } from '../kit/Page.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly brands: readonly { readonly id: string; readonly name: string }[];
  readonly href: (brand: string) => string;
}

/** The names of the brands, of which each has something of its own. */
export function BrandChoice({ title, text, brands, href }: Props): ReactNode {
  return (
    <Page title={title}>
      <Card title={text}>
        <ul className={kit.brands}>
          {brands.map(({ id, name }) => (
            <li key={id}>
              <Link href={href(id)}>{name}</Link>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}
