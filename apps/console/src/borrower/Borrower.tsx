import { showBorrower } from '@hiram/contract/console/borrower';
import { asId } from '@hiram/contract/ids';
import { borrowerNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DaysLate } from '../app/cells.tsx';
import { OpenMatters } from '../app/OpenMatters.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import type { ScreenProps } from '../app/person.ts';
import { Columns, Page, Card as Part, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { BorrowerActions } from './BorrowerActions.tsx';
import { BorrowerPreview } from './BorrowerPreview.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { NotesCard } from './NotesCard.tsx';
import { OrdersCard } from './OrdersCard.tsx';
import { Timeline } from './Timeline.tsx';
import type { Card } from './types.ts';
import { WhoCard } from './WhoCard.tsx';

/** One borrower: who they are, their orders, everything that happened, and what the viewer may do. */
export function Borrower({ person, brand, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const borrowerId = asId<'borrower'>(params.borrowerId ?? '');
  const query = useStaffCall(showBorrower, { borrowerId }, brand);
  const card = query.data;
  return (
    <Page
      brand={card?.brand}
      title={card ? (card.name ?? borrowerNumber(card.borrowerId)) : t`Borrower`}
      status={card && <BorrowerStatus card={card} />}
      actions={card && <BorrowerActions card={card} person={person} />}
    >
      <OthersHere path={`/borrower/${borrowerId}`} brand={brand} />
      <Loaded query={query}>
        {(shown) => (
          <Columns count={3}>
            <Stack>
              <WhoCard card={shown} person={person} />
              <IdentityCard card={shown} />
            </Stack>
            <Stack>
              <OpenNow card={shown} />
              <OrdersCard orders={shown.orders} />
              <Timeline borrowerId={shown.borrowerId} brand={shown.brand} />
            </Stack>
            <Stack>
              <BorrowerPreview card={shown} />
              <NotesCard card={shown} person={person} />
            </Stack>
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

/** Open cases and money that waits; nothing, if none is open. */
function OpenNow({ card: { matters, brand } }: { readonly card: Card }): ReactNode {
  const { t } = useLingui();
  const count = Object.values(matters).reduce((sum, lines) => sum + lines.length, 0);
  if (count === 0) return null;
  return (
    <Part title={t`Open now`} aside={count}>
      <OpenMatters matters={matters} brand={brand} isOfBorrower />
    </Part>
  );
}

/** The facts about a borrower that a colleague must see first. */
function BorrowerStatus({ card }: { readonly card: Card }): ReactNode {
  const { t } = useLingui();
  const isHeld = card.matters.holds.length > 0 || card.matters.reviews.some(({ kind }) => kind === 'payout');
  const late = Math.max(0, ...card.orders.map(({ daysLate }) => daysLate));
  return (
    <>
      {late > 0 && (
        <Status tone="danger" isPill>
          <DaysLate days={late} />
        </Status>
      )}
      {card.matters.complaints.length > 0 && (
        <Status tone="warn" isPill>
          {t`Complaint open`}
        </Status>
      )}
      {card.matters.requests.length > 0 && (
        <Status tone="warn" isPill>
          {t`Waits for approval`}
        </Status>
      )}
      {card.matters.reviews.some(({ kind }) => kind !== 'payout') && (
        <Status tone="waiting" isPill>
          {t`Waits for a reviewer`}
        </Status>
      )}
      {isHeld && (
        <Status tone="warn" isPill>
          {t`Payout held`}
        </Status>
      )}
      {card.matters.hits.length > 0 && (
        <Status tone="danger" isPill>
          {t`Possible match with a list`}
        </Status>
      )}
      {card.blocked !== undefined && (
        <Status tone="danger" isPill>
          {t`Blocked: ${card.blocked}`}
        </Status>
      )}
      {card.erasedAt !== undefined && (
        <Status tone="plain" isPill>
          {t`Erased`}
        </Status>
      )}
      {card.hold !== undefined && (
        <Status tone="waiting" isPill>
          {t`Erasure held: ${card.hold.reason}`}
        </Status>
      )}
    </>
  );
}
