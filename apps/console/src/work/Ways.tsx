import type { TaskKind } from '@hiram/contract/task-kind';
import type { ReactNode } from 'react';
import { Facts } from '../kit/Page.tsx';
import { useWays } from './ways.ts';

/** The ways to settle a task of a kind, and what each does. */
export function Ways({ kind }: { readonly kind: TaskKind }): ReactNode {
  return <Facts items={useWays()[kind].map(({ way, does }) => ({ label: way, value: does }))} />;
}
