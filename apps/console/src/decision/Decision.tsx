import { showDecision } from '@hiram/contract/console/decision';
import { asId, type ReviewId } from '@hiram/contract/ids';
import { borrowerNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { DueIn } from '../app/cells.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useRemember } from '../app/recent.ts';
import { useNextCase } from '../app/useNextCase.ts';
import { useAnyWord } from '../i18n/words.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Columns, Page, SidePanel, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { AsksFor, Past, Shared, WhyItWaits } from './cards.tsx';
import { Decide } from './Decide.tsx';
import { Fields } from './Fields.tsx';
import { Identity } from './Identity.tsx';
import { Points, PolicyDecision } from './Run.tsx';
import type { ShownDecision } from './types.ts';
import { useDecisions } from './useDecisions.ts';
import { useReviewKindWords, useStateWords } from './words.ts';

/** One application or payout: facts and evidence side by side, and what can be decided. */
export function Decision({ person, brand, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const reviewId = asId<'review'>(params.reviewId ?? '');
  const query = useStaffCall(showDecision, { reviewId }, brand);
  const decision = query.data;
  const kinds = useReviewKindWords();
  const title = decision
    ? `${decision.name ?? borrowerNumber(decision.borrowerId)} · ${kinds[decision.kind]}`
    : t`Decision`;
  useRemember(decision && { href: `/decisions/${reviewId}`, label: title, icon: 'decision' });
  return (
    <Page
      title={title}
      brand={decision?.brand}
      parent={<Link href="/decisions">{t`Decisions`}</Link>}
      status={
        decision && (
          <>
            <State decision={decision} />
            {decision.dueAt !== undefined && <DueIn at={decision.dueAt} />}
          </>
        )
      }
      actions={<Neighbours brand={brand} reviewId={reviewId} />}
    >
      <OthersHere path={`/decisions/${reviewId}`} brand={brand} />
      <Loaded query={query}>{(shown) => <Body decision={shown} person={person} brand={brand} />}</Loaded>
    </Page>
  );
}

function State({ decision }: { readonly decision: ShownDecision }): ReactNode {
  const { t } = useLingui();
  const states = useStateWords();
  const word = useAnyWord();
  const { kind, state, reasons } = decision;
  const [first = '', ...others] = reasons;
  if (state !== 'waiting')
    return (
      <Status tone={state === 'rejected' ? 'plain' : 'good'} isPill>
        {states[state]}
      </Status>
    );
  return (
    <Status tone="waiting" isPill>
      {kind === 'payout' ? t`Held:` : t`Waits:`} {word(first)}
      {others.length > 0 && `, ${t`${others.length} more`}`}
    </Status>
  );
}

interface NeighboursProps {
  readonly brand: string;
  readonly reviewId: ReviewId;
}

/** The ones before and after it in the list. On a phone they stand beside the title. */
function Neighbours({ brand, reviewId }: NeighboursProps): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const { rows } = useDecisions(brand);
  const index = rows.findIndex((row) => row.reviewId === reviewId);
  const [before, after] = [rows[index - 1], rows[index + 1]];
  const open = (row: (typeof rows)[number] | undefined) => row && navigate(`/decisions/${row.reviewId}`);
  return (
    <span className={kit.row} data-near="">
      {index >= 0 && <span>{t`${index + 1} of ${rows.length}`}</span>}
      <Button
        hotkey="previous"
        hotkeyLabel={t`previous`}
        aria-label={t`Previous`}
        disabled={before === undefined}
        onClick={() => open(before)}
      >
        <Icon name="up" />
      </Button>
      <Button
        hotkey="next"
        hotkeyLabel={t`next`}
        aria-label={t`Next`}
        disabled={after === undefined}
        onClick={() => open(after)}
      >
        <Icon name="down" />
      </Button>
    </span>
  );
}

interface BodyProps {
  /** The chosen brand. */
  readonly brand: string;
  readonly decision: ShownDecision;
  readonly person: ScreenProps['person'];
}

function Body({ decision, person, brand }: BodyProps): ReactNode {
  const { t } = useLingui();
  const { rows } = useDecisions(brand);
  const onDecided = useNextCase({
    rows,
    hrefOf: ({ reviewId }) => `/decisions/${reviewId}`,
    href: `/decisions/${decision.reviewId}`,
    list: '/decisions',
  });
  const evidence = (
    <Stack>
      <Identity key={`identity ${decision.reviewId}`} decision={decision} person={person} />
      <Columns count={2}>
        <Stack>
          <AsksFor decision={decision} />
          {decision.run && (
            <>
              <PolicyDecision run={decision.run} now={decision.now} />
              <Points run={decision.run} />
            </>
          )}
        </Stack>
        <Stack>
          <Fields key={decision.reviewId} decision={decision} person={person} />
          <Shared decision={decision} />
        </Stack>
      </Columns>
    </Stack>
  );
  // Without the right to decide there is nothing beside the evidence.
  if (decision.state === 'waiting' && !hasRight(person, 'decision.decide', decision.brand))
    return (
      <>
        <p className={kit.muted}>{t`A reviewer decides it. Your roles see it.`}</p>
        {evidence}
        <Past decision={decision} />
      </>
    );
  return (
    <SidePanel label={t`Decide`} list={evidence}>
      {decision.sharesSurname && (
        <Banner tone="warn" title={t`You have the borrower’s surname.`}>
          {t`If you know them, let somebody else decide. It is kept that you were told.`}
        </Banner>
      )}
      {decision.state === 'waiting' && <WhyItWaits decision={decision} />}
      <Decide decision={decision} onDecided={onDecided} />
      <Past decision={decision} />
    </SidePanel>
  );
}
