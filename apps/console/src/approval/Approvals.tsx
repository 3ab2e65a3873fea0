import { approveRequest, countApprovals, listApprovals } from '@hiram/contract/console/approval';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { asId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { When } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import type { ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { Icon } from '../kit/Icon.tsx';
import { useKey } from '../kit/keys/keys.ts';
import { Nothing } from '../kit/Nothing.tsx';
import { Page } from '../kit/Page.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { useStaffPages } from '../net/useStaffPages.ts';
import { ApprovalCase } from './ApprovalCase.tsx';
import { ApprovalList } from './ApprovalList.tsx';
import styles from './approval.module.css';
import { approvalNumber } from './words.ts';

const allLists = ['forMe', 'mine', 'closed'] as const;
type List = (typeof allLists)[number];
/** The lists of a person who may approve nothing: nothing ever waits for them. */
const ownLists = ['mine', 'closed'] as const;

/** Requests that wait for a second person, one of them as a case beside the list. */
export function Approvals(props: ScreenProps): ReactNode {
  const { t } = useLingui();
  const { person, brand, params } = props;
  const lists = person.rights.some(({ right }) => right === approveRequest.right) ? allLists : ownLists;
  const [list] = useChoiceInAddress<List>('list', lists);
  const [, navigate] = useLocation();
  useChanges(['approval', 'approval_message', 'staff_read']);
  const { query, rows, more } = useStaffPages({
    call: listApprovals,
    input: { state: list },
    brand,
    rowsOf: ({ approvals }) => approvals,
    nextOf: ({ approvals, isLast }) => (isLast ? undefined : approvals.at(-1)?.approvalId),
    inputAfter: (after) => ({ state: list, after }),
  });
  const about = useStaffCall(countApprovals, {}, brand).data;
  const chosen = params.approvalId;
  const place = rows.findIndex(({ approvalId }) => approvalId === chosen);
  const hrefTo = (approvalId: string) =>
    `/approvals/${approvalId}${list === lists[0] ? '' : `?list=${list}`}`;
  const goTo = (index: number) => {
    const row = rows[index];
    if (row) navigate(hrefTo(row.approvalId));
  };
  // Beside the list; on a narrow page the list is what is seen first.
  const first = rows.find(({ approvalId }) => approvalId !== history.state?.closed);
  const firstHref = list !== 'closed' && first ? hrefTo(first.approvalId) : undefined;
  const isToOpen =
    chosen === undefined && firstHref !== undefined && window.matchMedia?.('(min-width: 801px)').matches;
  useEffect(() => {
    if (isToOpen) navigate(firstHref, { replace: true });
  }, [isToOpen, firstHref, navigate]);
  useKey('next', t`next`, () => goTo(place + 1), { isOn: place + 1 < rows.length });
  useKey('previous', t`previous`, () => goTo(place - 1), { isOn: place > 0, isShown: false });
  const tabOf = {
    forMe: { label: t`For me`, ...(about && { count: about.forMe }) },
    mine: { label: t`Mine`, ...(about && { count: about.mine }) },
    closed: { label: t`Done` },
  };
  // What is open is of the list that is left.
  const showList = (value: List) => navigate(`/approvals${value === lists[0] ? '' : `?list=${value}`}`);
  const options = lists.map((value) => ({ value, ...tabOf[value] }));
  const after = rows[place + 1] ?? rows[place - 1];
  const tabs = <Tabs label={t`Which requests`} options={options} value={list} onChange={showList} />;
  return (
    <Page
      title={chosen === undefined ? t`Approvals` : approvalNumber(chosen)}
      parent={chosen === undefined ? undefined : t`Approvals`}
      actions={
        place >= 0 && (
          <>
            <span className={styles.by}>{t`${place + 1} of ${rows.length}`}</span>
            <Button aria-label={t`Previous request`} disabled={place === 0} onClick={() => goTo(place - 1)}>
              <Icon name="up" />
            </Button>
            <Button
              aria-label={t`Next request`}
              disabled={place + 1 >= rows.length}
              onClick={() => goTo(place + 1)}
            >
              <Icon name="down" />
            </Button>
          </>
        )
      }
    >
      <div className={styles.columns} data-open={chosen === undefined ? undefined : ''}>
        <div className={styles.others}>
          <div className={styles.tabs}>{tabs}</div>
          <Loaded query={query}>
            {() => (
              <>
                <ApprovalList
                  label={t`Requests`}
                  rows={rows}
                  chosen={chosen}
                  hrefOf={({ approvalId }) => hrefTo(approvalId)}
                  onMore={more}
                />
                {rows.length === 0 && <p className={styles.hint}>{t`Nothing here.`}</p>}
                {list === 'forMe' && about && about.mine > 0 && (
                  <p className={styles.hint}>
                    {t`What you requested yourself is under Mine: ${about.mine}.`}
                  </p>
                )}
              </>
            )}
          </Loaded>
        </div>
        {chosen === undefined ? (
          <NoneChosen list={list} about={about} hasRows={rows.length > 0} onOpen={() => goTo(0)} />
        ) : (
          <ApprovalCase
            key={chosen}
            approvalId={asId(chosen)}
            {...props}
            // The list still has it until it is read again.
            onClosed={() =>
              after
                ? navigate(hrefTo(after.approvalId))
                : navigate('/approvals', { state: { closed: chosen } })
            }
          />
        )}
      </div>
    </Page>
  );
}

interface NoneChosenProps {
  readonly list: List;
  readonly about: StaffOutput<typeof countApprovals> | undefined;
  readonly hasRows: boolean;
  readonly onOpen: () => void;
}

/** No request is open: how many wait, or what was decided last and who decides on one's own. */
function NoneChosen({ list, about, hasRows, onOpen }: NoneChosenProps): ReactNode {
  const { t } = useLingui();
  if (!about) return null;
  const { forMe, mine, lastClosed, approvers } = about;
  const names = approvers.join(', ');
  const last = lastClosed && (
    <>
      {t`The last one was decided by ${lastClosed.by}:`} <When at={lastClosed.at} />.{' '}
    </>
  );
  const own =
    mine > 0 &&
    (names === ''
      ? t`Yours that wait, and nobody else may approve here: ${mine}.`
      : t`Yours that wait for ${names}: ${mine}.`);
  if (hasRows)
    return (
      <div className={styles.beside}>
        <Nothing
          icon="approval"
          title={list === 'forMe' ? t`${forMe} wait for you` : t`Choose a request`}
          text={
            <>
              {last}
              {own}
            </>
          }
          next={<Button look="primary" hotkey="open" onClick={onOpen}>{t`Open the first`}</Button>}
        />
      </div>
    );
  return (
    <Nothing
      title={
        list === 'forMe'
          ? t`Nothing waits for you`
          : list === 'mine'
            ? t`You requested nothing`
            : t`Nothing was closed yet`
      }
      text={
        <>
          {last}
          {own || t`A request appears here as soon as somebody makes one.`}
        </>
      }
    />
  );
}
