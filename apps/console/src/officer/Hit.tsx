import { clearHit, confirmHit, reportHit, showHit } from '@hiram/contract/console/officer';
import type { Right } from '@hiram/contract/console/rights';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { whoMay } from '@hiram/contract/console/work';
import { asId } from '@hiram/contract/ids';
import { borrowerNumber, formatPercent, orderNumber } from '@hiram/loan/format';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { DueIn, Money, When } from '../app/cells.tsx';
import { OthersHere } from '../app/OthersHere.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { useListNames } from '../i18n/words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { Card, Facts, Page, SidePanel, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { HitState } from './HitState.tsx';

type ShownHit = StaffOutput<typeof showHit>;

/** One match: the borrower beside the person on the list, and what can be decided. */
export function Hit({ person, brand, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const hitId = asId<'hit'>(params.hitId ?? '');
  useChanges(['screening_hit']);
  const query = useStaffCall(showHit, { hitId }, brand);
  const hit = query.data;
  return (
    <Page
      title={hit ? (hit.name ?? borrowerNumber(hit.borrowerId)) : t`Match with a list`}
      brand={hit?.brand}
      parent={<Link href="/officer">{t`Screening`}</Link>}
      status={hit && <HitState hit={hit} />}
    >
      {hit && hit.asked === undefined && <OthersHere path={`/officer/${hitId}`} brand={brand} />}
      <Loaded query={query}>
        {(shown) => (
          <SidePanel
            label={t`Decide`}
            list={
              <Stack>
                <Persons hit={shown} />
                {isUndecided(shown) && <Effects reportDays={shown.reportDays} />}
              </Stack>
            }
          >
            <Decide hit={shown} person={person} />
          </SidePanel>
        )}
      </Loaded>
    </Page>
  );
}

const isUndecided = ({ state }: Pick<ShownHit, 'state'>) => state === 'open' || state === 'left';

/** Both persons beside each other. */
function Persons({ hit }: { readonly hit: ShownHit }): ReactNode {
  const { t, i18n } = useLingui();
  const lists = useListNames();
  const { name, borrowerId, birthYear, orders, listedYears: years } = hit;
  const none = t`not given`;
  const likeness = formatPercent(hit.likeness * 1_000, i18n.locale);
  const canCompareYears = birthYear !== undefined && years.length > 0;
  return (
    <Card
      title={t`The borrower beside the person on the list`}
      aside={
        <>
          {t`found`} <When at={hit.foundAt} />
        </>
      }
      isFlush
    >
      <PlainTable
        caption={t`The borrower beside the person on the list`}
        className={kit.words}
        rowKey={({ label }) => label}
        rows={[
          {
            label: t`Name`,
            theirs: <b>{name ?? t`Your roles do not see it`}</b>,
            listed: <b>{hit.listedName}</b>,
            result: <Status tone="danger">{t`${likeness} alike`}</Status>,
          },
          {
            label: t`Year of birth`,
            theirs: birthYear ?? none,
            listed: years.length === 0 ? none : years.join(', '),
            result: !canCompareYears ? (
              <Status tone="plain">{t`cannot be compared`}</Status>
            ) : years.includes(birthYear) ? (
              <Status tone="danger">{t`the same year`}</Status>
            ) : (
              <Status tone="good">{t`another year`}</Status>
            ),
          },
        ]}
        columns={[
          { isHead: true, header: t`What`, cell: ({ label }) => label },
          { header: t`Borrower`, cell: ({ theirs }) => theirs },
          { header: t`On the list`, cell: ({ listed }) => listed },
          { header: t`Compared`, cell: ({ result }) => result },
        ]}
      />
      <div className={kit.note}>
        <Facts
          items={[
            {
              label: t`Borrower`,
              value: <Link href={`/borrower/${borrowerId}`}>{borrowerNumber(borrowerId)}</Link>,
            },
            {
              label: t`Loans`,
              value:
                orders.length === 0
                  ? t`no open loan`
                  : orders.map(({ orderId, amount }) => (
                      <span key={orderId} className={kit.whole}>
                        <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link> <Money
                          cents={amount}
                        />{' '}
                      </span>
                    )),
            },
            { label: t`List`, value: lists[hit.list] },
            { label: t`Entry`, value: <span className={kit.whole}>{hit.reference}</span> },
          ]}
        />
      </div>
      <p className={kit.note}>
        {canCompareYears
          ? t`Many people share a name and a year of birth. Compare the entry with the document in the borrower’s decision before you confirm.`
          : t`Only the names can be compared here. Compare the entry with the document in the borrower’s decision: birth date, birthplace, middle name.`}
      </p>
    </Card>
  );
}

/** What each decision does. */
function Effects({ reportDays }: Pick<ShownHit, 'reportDays'>): ReactNode {
  const { t } = useLingui();
  const within = plural(reportDays, { one: 'report within # day', other: 'report within # days' });
  return (
    <Card title={t`What each decision does`} isFlush>
      <PlainTable
        caption={t`What each decision does`}
        className={kit.words}
        rowKey={({ label }) => label}
        rows={[
          { label: t`Payouts and new loans`, clear: t`go on`, confirm: t`stopped for good` },
          { label: t`Running loans`, clear: t`unchanged`, confirm: t`unchanged` },
          { label: t`Authority`, clear: t`nothing to report`, confirm: within },
          { label: t`Who decides`, clear: t`one person`, confirm: t`always a second person` },
          {
            label: t`Asked again`,
            clear: t`if the name, the birth date or the entry changes`,
            confirm: t`never`,
          },
        ]}
        columns={[
          { isHead: true, header: t`What`, cell: ({ label }) => label },
          { header: t`Clear: another person`, cell: ({ clear }) => clear },
          { header: t`Confirm: the same person`, cell: ({ confirm }) => confirm },
        ]}
      />
    </Card>
  );
}

interface WhoProps {
  readonly right: Right;
  readonly brand: string;
}

/** Who decides what this person's roles only see. */
function WhoDecides({ right, brand }: WhoProps): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(whoMay, { right }, brand);
  if (!data) return null;
  const names = data.people.map(({ name }) => name).join(', ');
  return (
    <p className={kit.muted}>
      {names === ''
        ? t`Nobody has the right to decide it. Your roles see it.`
        : t`Your roles see it. These people decide it: ${names}.`}
    </p>
  );
}

interface AskedProps {
  readonly hit: ShownHit;
  readonly asked: NonNullable<ShownHit['asked']>;
  readonly person: Person;
}

/** The decision that waits for a second person, with its reason: nobody decides beside it. */
function Asked({
  hit,
  asked: { approvalId, verdict, by, isOwn, reason, at },
  person,
}: AskedProps): ReactNode {
  const { t } = useLingui();
  const { brand, listedYears, birthYear } = hit;
  const { data } = useStaffCall(whoMay, { right: 'screening.approveRequest' }, brand);
  const names = data?.people.flatMap(({ name }) => (name === by ? [] : name)).join(', ') ?? '';
  const isUncompared = birthYear === undefined || listedYears.length === 0;
  return (
    <>
      <p>
        <Status tone="waiting">
          {verdict === 'confirmed' ? t`${by} confirms the match` : t`${by} clears the match`}
        </Status>{' '}
        <When at={at} />
      </p>
      <p>“{reason}”</p>
      {isUncompared && /birth|born|year|\bage\b/i.test(reason) && (
        <p>
          <Status tone="warn">{t`The reason names the birth date, which could not be compared here.`}</Status>
        </p>
      )}
      {names !== '' && <p className={kit.muted}>{t`Can approve: ${names}.`}</p>}
      {hasRight(person, 'approval.read', brand) && (
        <Link className={kit.button} href={`/approvals/${approvalId}`}>
          {isOwn ? t`Open your request to withdraw it` : t`Open the request`}
        </Link>
      )}
    </>
  );
}

const calls = { clear: clearHit, confirm: confirmHit, report: reportHit };

/** The choices of this person about a match, or the decision. */
export function Decide({ hit, person }: { readonly hit: ShownHit; readonly person: Person }): ReactNode {
  const { t } = useLingui();
  const [choice, setChoice] = useState<keyof typeof calls>();
  const [typed, setTyped] = useState('');
  const reference = typed.trim();
  const titles = {
    clear: t`Another person: let payouts go on`,
    confirm: t`The same person: block and report`,
    report: t`Record the report`,
  };
  const { hitId, state, brand, reportedAt, reason, reportReference } = hit;
  const isOpen = isUndecided(hit) && hit.asked === undefined;
  const isCase = state === 'confirmed' && reportedAt === undefined;
  return (
    <>
      <h2>{hit.asked ? t`Waiting for approval` : t`Decide`}</h2>
      {hit.asked && <Asked hit={hit} asked={hit.asked} person={person} />}
      {hit.dueAt !== undefined && (
        <p>
          {t`To be decided within`} <DueIn at={hit.dueAt} />
        </p>
      )}
      {isOpen && hasRight(person, 'screening.decide', brand) && (
        <>
          <Button onClick={() => setChoice('clear')}>{titles.clear}</Button>
          <Button onClick={() => setChoice('confirm')}>{titles.confirm}</Button>
          <p className={kit.muted}>
            {t`Until then no payout leaves. The borrower reads only that details are checked. A second person must confirm a match.`}
          </p>
        </>
      )}
      {isOpen && !hasRight(person, 'screening.decide', brand) && (
        <WhoDecides right="screening.decide" brand={brand} />
      )}
      {isCase && !hasRight(person, 'screening.report', brand) && (
        <WhoDecides right="screening.report" brand={brand} />
      )}
      {isCase && hasRight(person, 'screening.report', brand) && (
        <Button look="primary" onClick={() => setChoice('report')}>
          {titles.report}
        </Button>
      )}
      {reason !== undefined && <p>“{reason}”</p>}
      {reportReference !== undefined && <p>{t`Reported as ${reportReference}`}</p>}
      {choice && (
        <ActionDialog
          title={titles[choice]}
          about={hit.name}
          calls={calls[choice]}
          request={
            choice !== 'report'
              ? { hitId }
              : reference === ''
                ? undefined
                : { hitId, reportReference: reference }
          }
          draft={`screening.${choice} ${hitId}`}
          brand={brand}
          onClose={() => setChoice(undefined)}
        >
          {choice === 'report' && (
            <InputField
              label={t`The authority’s reference`}
              className={kit.input}
              maxLength={80}
              value={typed}
              onChange={setTyped}
            />
          )}
        </ActionDialog>
      )}
    </>
  );
}
