import { type ProblemList, problemList } from '@hiram/contract/complaint';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { showDate } from '../app/settings/money.ts';
import { QuietArt } from '../art/QuietArt.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Pill } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { Tabs } from '../kit/layout/Tabs.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Complaint.module.css';

/** The borrower's complaints, by the server's tabs (CMP-14). */
export default function ComplaintList(): ReactNode {
  const { t } = useLingui();
  const call = useCall(problemList, {});
  useTitle(t`My complaints`);
  return (
    <Screen title={t`My complaints`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? <Lists tabs={call.data.tabs} /> : null}
    </Screen>
  );
}

function Lists({ tabs }: { readonly tabs: ProblemList['tabs'] }): ReactNode {
  const { t } = useLingui();
  // Opens the first tab that has complaints.
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      tabs.findIndex((tab) => tab.list.length > 0),
    ),
  );
  const list = tabs[chosen]?.list ?? [];
  if (tabs.every((tab) => tab.list.length === 0))
    return (
      <StatePanel
        art={<QuietArt />}
        title={t`You have no complaints`}
        text={t`If something went wrong, tell us: a person reads it.`}
        action={{ label: t`Make a complaint`, go: () => goTo(paths.complaint) }}
      />
    );
  return (
    <>
      <Tabs
        label={t`My complaints`}
        tabs={tabs.map((tab, index) => ({ key: index, name: `${tab.title} (${tab.list.length})` }))}
        chosen={chosen}
        onChoose={setChosen}
      />
      {list.length === 0 ? (
        <StatePanel art={<QuietArt />} title={t`Nothing here`} />
      ) : (
        <ul className={css.list}>
          {list.map((complaint) => (
            <li key={complaint.id}>
              <Link className={css.item} href={href(paths.complainDetails, { problemId: complaint.id })}>
                <span className={css.itemHead}>
                  <b>{complaint.type}</b>
                  {complaint.asksForRating ? <Pill tone="info">{t`Rate our reply`}</Pill> : null}
                  <Icon name="chevron" size={20} />
                </span>
                <span className={css.content}>{complaint.content}</span>
                <span className={css.muted}>
                  {showDate(complaint.date)} · {complaint.reference}
                </span>
                {complaint.promisedBy === undefined ? null : (
                  <span className={css.by}>
                    <Pill tone="info">{t`We reply by ${showDate(complaint.promisedBy, 'short')}`}</Pill>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
