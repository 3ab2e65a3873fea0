import type { ShownTransfer } from '@hiram/contract/console/money-in';
import { type PostFault, planPosts, postMany } from '@hiram/contract/console/post-many';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { asId } from '@hiram/contract/ids';
import { orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InTheBooks } from '../action/JournalTable.tsx';
import { Figure, Money, When } from '../app/cells.tsx';
import type { Person } from '../app/person.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import kit from '../kit/kit.module.css';
import { Meter } from '../kit/Meter.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { signWithPasskey } from '../session/passkey.ts';
import styles from './money-in.module.css';

type Plan = StaffOutput<typeof planPosts>;
type Planned = Plan['posts'][number];
type Results = StaffOutput<typeof postMany>['results'];

interface Props {
  readonly person: Person;
  readonly brand: string;
  /** The claims that are posted. */
  readonly rows: readonly ShownTransfer[];
  /** With the claims that were posted here. */
  readonly onClose: (posted: readonly string[]) => void;
}

/** The effect of posting several claims, one signature over all of it, and the result of each. */
export function PostMany({ person, brand, rows, onClose }: Props): ReactNode {
  const transferIds = rows.map(({ transferId }) => transferId);
  const { t } = useLingui();
  const client = useQueryClient();
  // Not read again while it is open: the passkey signs what is shown.
  const planned = useQuery({
    queryKey: [planPosts.name, brand, transferIds],
    queryFn: () => sendStaff(planPosts, { transferIds }, brand),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const posting = useMutation({
    mutationFn: async ({ posts, publicKey }: Plan) => {
      const hasPasskey = publicKey.allowCredentials.length > 0;
      const passkey = hasPasskey ? { passkey: await signWithPasskey(publicKey) } : {};
      const signed = posts.map(({ transferId, lineId, digest }) => ({ transferId, lineId, digest }));
      return sendStaff(postMany, { posts: signed, ...passkey }, brand);
    },
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== planPosts.name }),
  });
  const results = posting.data?.results;
  const posted = (results ?? [])
    .filter(({ fault }) => fault === undefined)
    .map(({ transferId }) => transferId);
  const plan = planned.data;
  const count = plan?.posts.length ?? 0;
  const sum = (plan?.posts ?? []).reduce((total, { amount }) => total + amount, 0);
  const footer = results ? (
    <Button look="primary" hotkey="send" onClick={() => onClose(posted)}>{t`Go on with the next`}</Button>
  ) : (
    <>
      <Button onClick={() => onClose([])}>{t`Back`}</Button>
      <Button
        look="primary"
        hotkey="send"
        disabled={count === 0 || posting.isPending}
        onClick={() => plan && posting.mutate(plan)}
      >
        {person.hasPasskey ? t`Post ${count} payments with passkey` : t`Post ${count} payments`}
      </Button>
    </>
  );
  return (
    <Dialog
      isWide
      title={results ? t`Posted ${posted.length} of ${results.length}` : t`Post ${count} payments`}
      about={!results && <Money cents={sum} />}
      onClose={() => onClose(posted)}
      footer={footer}
    >
      <Loaded query={planned}>
        {(shown) => (
          <>
            {results ? (
              <Outcome plan={shown} results={results} />
            ) : shown.posts.length === 0 ? (
              <LeftOut plan={shown} rows={rows} />
            ) : (
              <>
                <p className={kit.ink2}>
                  {t`One signature for all. Each is its own event and can be undone alone.`}
                </p>
                <PlanTable plan={shown} />
                <div className={styles.planCards}>
                  <InTheBooks lines={shown.journal} />
                  <Limits plan={shown} sum={sum} />
                </div>
                <Banner tone="info" title={t`If one changes while you sign,`}>
                  {t`the others are posted and that one comes back with what changed. None is posted twice.`}
                </Banner>
                <LeftOut plan={shown} rows={rows} />
              </>
            )}
            <Fault error={posting.error} />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function PlanTable({ plan }: { readonly plan: Plan }): ReactNode {
  const { t } = useLingui();
  const total = (of: (post: Planned) => number) => plan.posts.reduce((sum, post) => sum + of(post), 0);
  const figure = (cents: number) => (
    <td className={kit.right}>
      <Figure cents={cents} />
    </td>
  );
  return (
    <div className={`${kit.framed} ${styles.wide}`}>
      <table className={`${kit.table} ${styles.posts}`}>
        <caption>{t`Payments to post`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Borrower`}</th>
            <th scope="col">{t`Loan`}</th>
            <th scope="col">{t`Bank`}</th>
            <th scope="col" className={kit.right}>{t`Posts`}</th>
            <th scope="col" className={kit.right}>{t`Due`}</th>
            <th scope="col" className={kit.right}>{t`Due after`}</th>
            <th scope="col" className={kit.right}>{t`Owed today`}</th>
            <th scope="col" className={kit.right}>{t`After`}</th>
            <th scope="col">{t`Then`}</th>
          </tr>
        </thead>
        <tbody>
          {plan.posts.map((post) => (
            <tr key={post.transferId}>
              <th scope="row">{post.name || t`Borrower`}</th>
              <td className={kit.whole}>{orderNumber(post.orderId)}</td>
              <td className={kit.whole}>{t`line ${post.lineNo}`}</td>
              <td className={kit.right}>
                <strong>
                  <Figure cents={post.amount} />
                </strong>
              </td>
              {figure(post.due.before)}
              {figure(post.due.after)}
              {figure(post.owed.before)}
              {figure(post.owed.after)}
              <td>
                <Then post={post} />
              </td>
            </tr>
          ))}
          <tr className={kit.sum}>
            <th scope="row">{t`Sum`}</th>
            <td />
            <td />
            {figure(total(({ amount }) => amount))}
            {figure(total(({ due }) => due.before))}
            {figure(total(({ due }) => due.after))}
            {figure(total(({ owed }) => owed.before))}
            {figure(total(({ owed }) => owed.after))}
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The loan after a payment. */
function Then({ post }: { readonly post: Planned }): ReactNode {
  const { t } = useLingui();
  const { owed, daysLate, dueDate } = post;
  if (owed.after === 0) return <Status tone="good">{t`settled`}</Status>;
  if (daysLate > 0)
    return <Status tone="clock">{t`${plural(daysLate, { one: '# day', other: '# days' })} late`}</Status>;
  return dueDate.after === dueDate.before ? (
    <Status tone="plain">{t`part of it`}</Status>
  ) : (
    <Status tone="good">{t`on time`}</Status>
  );
}

function Limits({ plan, sum }: { readonly plan: Plan; readonly sum: number }): ReactNode {
  const { t } = useLingui();
  const { postedToday, maxPerDay, secondPersonFrom } = plan;
  return (
    <Card title={t`Your limits`}>
      <dl className={styles.pairs}>
        <dt>{t`Posted by you today`}</dt>
        <dd>
          <Money cents={postedToday} />
        </dd>
        <dt>{t`With these`}</dt>
        <dd>
          <strong>
            <Money cents={postedToday + sum} />
          </strong>
        </dd>
        {maxPerDay !== undefined && (
          <>
            <dt>{t`At most in a day`}</dt>
            <dd>
              <Money cents={maxPerDay} />
            </dd>
          </>
        )}
      </dl>
      {maxPerDay !== undefined && (
        <Meter label={t`Posted today against the limit of a day`} of={maxPerDay} parts={[postedToday, sum]} />
      )}
      {secondPersonFrom !== undefined && (
        <Status tone="good">
          {t`Each below`} <Money cents={secondPersonFrom} />
          {t`: no second person`}
        </Status>
      )}
      <Status tone="good">{t`None was posted before, by anyone`}</Status>
    </Card>
  );
}

/** The reasons for which a claim is not posted with the others. */
function useFaultWords(): Readonly<Record<PostFault, string>> {
  const { t } = useLingui();
  return {
    alreadyPosted: t`posted before`,
    changed: t`changed since it was shown`,
    notOfBrand: t`of another brand`,
    doesNotMatch: t`does not match`,
    secondPerson: t`needs a second person: post it alone`,
    overLimit: t`above your limit of a day`,
    failed: t`not posted; look at it alone`,
  };
}

function LeftOut({
  plan,
  rows,
}: {
  readonly plan: Plan;
  readonly rows: readonly ShownTransfer[];
}): ReactNode {
  const { t } = useLingui();
  const words = useFaultWords();
  if (plan.leftOut.length === 0) return null;
  return (
    <div>
      <h3>{t`Left for you: ${plan.leftOut.length}`}</h3>
      <ul>
        {plan.leftOut.map(({ transferId, fault }) => (
          <li key={transferId}>
            {rows.find((row) => row.transferId === asId(transferId))?.reference}: {words[fault]}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The result of each payment. */
function Outcome({ plan, results }: { readonly plan: Plan; readonly results: Results }): ReactNode {
  const { t } = useLingui();
  const words = useFaultWords();
  const failed = results.filter(({ fault }) => fault !== undefined);
  return (
    <>
      {failed.length > 0 && (
        <Banner tone="warn" title={t`${failed.length} came back.`}>
          {t`The others are posted. None was posted twice.`}
        </Banner>
      )}
      <div className={kit.framed}>
        <table className={kit.table}>
          <caption>{t`What became of each`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Borrower`}</th>
              <th scope="col" className={kit.right}>{t`Sum`}</th>
              <th scope="col">{t`Result`}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ transferId, fault, postedBy, postedAt }) => {
              const post = plan.posts.find((one) => one.transferId === transferId);
              return (
                <tr key={transferId}>
                  <th scope="row">{post?.name || t`Borrower`}</th>
                  <td className={kit.right}>
                    <Figure cents={post?.amount} />
                  </td>
                  <td>
                    {fault === undefined ? (
                      <Status tone="good">{post?.owed.after === 0 ? t`posted, settled` : t`posted`}</Status>
                    ) : (
                      <Status tone="warn">
                        {words[fault]}
                        {postedBy !== undefined && ` ${t`by ${postedBy}`} `}
                        {postedAt !== undefined && <When at={postedAt} />}
                      </Status>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
