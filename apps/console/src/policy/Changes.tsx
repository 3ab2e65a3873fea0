import { type ReplayReport, showPolicy } from '@hiram/contract/console/policy';
import { changedParts, type Part, partsOf } from '@hiram/decision/parts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePartWords, useStageNames } from '../facts/part-words.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './policy.module.css';
import { policyOf } from './policy-of.ts';

interface ChangesProps {
  readonly brand: string;
  readonly from: number;
  readonly to: number;
  /** Undefined: they were not replayed. */
  readonly alone: ReplayReport['alone'] | undefined;
}

/** The lines in which the versions differ, with what each alone moves. */
export function Changes({ brand, from, to, alone }: ChangesProps): ReactNode {
  const { t } = useLingui();
  const stages = useStageNames();
  const { nameOf, textOf } = usePartWords();
  const before = useStaffCall(showPolicy, { version: from }, brand);
  const after = useStaffCall(showPolicy, { version: to }, brand);
  if (!before.data || !after.data)
    return (
      <Card title={t`Line by line`}>
        <Loaded query={before.data ? after : before}>{() => null}</Loaded>
      </Card>
    );
  const [old, fresh] = [policyOf(before.data), policyOf(after.data)];
  const changes = changedParts(old, fresh);
  const same = partsOf(fresh).length - changes.filter((change) => change.after).length;
  const count = changes.length;
  const nameOfLine = (part: Part | undefined) =>
    part && (
      <>
        {nameOf(part)}
        <span className={kit.under}>{stages[part.stage]}</span>
      </>
    );
  return (
    <Card
      title={count === 1 ? t`1 change from version ${from}` : t`${count} changes from version ${from}`}
      aside={t`${same} lines are the same`}
      isFlush
    >
      <PlainTable
        caption={t`Lines that differ`}
        className={`${styles.rules} ${alone ? styles.changes : ''}`}
        rows={changes}
        rowKey={({ place }) => place}
        nothing={t`Both versions say the same.`}
        columns={[
          { header: t`Line`, isHead: true, cell: ({ before: was, after: is }) => nameOfLine(is ?? was) },
          {
            header: t`Version ${from}`,
            cell: ({ before: was }) => (was ? <del>{textOf(was)}</del> : '–'),
          },
          { header: t`Version ${to}`, cell: ({ after: is }) => (is ? textOf(is) : t`left out`) },
          ...(alone
            ? [
                {
                  header: t`Alone moves`,
                  isRight: true,
                  cell: ({ place }: (typeof changes)[number]) =>
                    alone.find((each) => each.place === place)?.changed ?? '–',
                },
              ]
            : []),
        ]}
      />
      {alone && (
        <p className={styles.foot}>
          {t`Alone moves: the replayed decisions that change if this line alone changes.`}{' '}
          {count > 1 && t`Changes that act together can move more.`}
        </p>
      )}
    </Card>
  );
}
