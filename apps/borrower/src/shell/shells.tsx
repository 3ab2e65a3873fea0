import type { ReactNode } from 'react';
import { Block } from '../kit/feedback/Waiting.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import css from './Shells.module.css';

/** Skeletons without text: they are in the document before the first script runs and before the language is known. */
const shells = {
  blank: () => null,
  order: () => (
    <>
      <Block height="h120" width="w60" mid />
      <Block height="h28" width="w80" mid />
      <Block width="w60" mid />
      <Card>
        <Block width="w40" />
        <Block height="h44" width="w60" />
        <Block width="w80" />
      </Card>
      <Card>
        <Block />
        <Block />
        <Block />
      </Card>
    </>
  ),
  confirm: () => (
    <>
      <Card>
        <Block height="h44" width="w60" />
        <Block height="h44" width="w80" />
        <Block width="w80" />
      </Card>
      <Card>
        <Block height="h120" />
        <Block width="w60" />
      </Card>
      <Card>
        <Block />
        <Block />
        <Block />
      </Card>
    </>
  ),
  repay: () => (
    <>
      <Card>
        <Block width="w40" />
        <Block height="h44" width="w60" />
        <Block width="w80" />
      </Card>
      <Card>
        <Block />
        <Block />
      </Card>
      <Card>
        <Block height="h44" />
      </Card>
    </>
  ),
  code: () => (
    <>
      <Card>
        <Block height="h200" width="w80" mid />
        <Block height="h28" width="w60" mid />
      </Card>
      <Block height="h56" />
    </>
  ),
  form: () => (
    <>
      <Block height="h44" />
      <Block width="w40" />
      <Block height="h56" />
      <Block width="w40" />
      <Block height="h56" />
    </>
  ),
  welcome: () => (
    <>
      <div className={`${css.hero} ${css.low}`} />
      <Block height="h44" />
      <Block width="w40" />
      <Block height="h56" />
    </>
  ),
  home: () => (
    <>
      <div className={css.hero} />
      <Card>
        <Block width="w40" />
        <Block height="h44" width="w60" />
        <Block />
        <Block />
      </Card>
      <Block height="h44" />
      <Block height="h44" />
    </>
  ),
  list: () => (
    <>
      <Card>
        <Block height="h44" width="w60" />
        <Block width="w80" />
      </Card>
      <Card>
        <Block height="h44" width="w60" />
        <Block width="w80" />
      </Card>
    </>
  ),
} as const;

export type ShellName = keyof typeof shells;

/** A whole page in the shape of the expected content. */
export function Shell({ name }: { readonly name: ShellName }): ReactNode {
  const isBrand = name === 'home' || name === 'welcome';
  // A drawn icon counts as the first contentful paint; grey blocks do not, and a skeleton has no text.
  return (
    <Screen
      busy
      mark={isBrand || name === 'list' ? 'phone' : 'back'}
      {...(isBrand ? { brandMark: null } : {})}
    >
      {shells[name]()}
    </Screen>
  );
}

/** The skeleton alone, for screens that render their own bar. */
export function Skeleton({ name }: { readonly name: ShellName }): ReactNode {
  return shells[name]();
}
