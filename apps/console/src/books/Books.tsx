import { type ShownBooks, showBooks } from '@hiram/contract/console/books';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useChoiceInAddress, useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { lazyPart } from '../app/screen.ts';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { useDates } from '../kit/dates.ts';
import { Nothing } from '../kit/Nothing.tsx';
import { Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Accounts } from './Accounts.tsx';
import { Journals } from './Journals.tsx';
import { Periods } from './Periods.tsx';
import { BalanceSheet, IncomeStatement } from './Statements.tsx';

const JournalDialog = lazyPart(async () => (await import('./JournalDialog.tsx')).JournalDialog);

const tabs = ['accounts', 'journals', 'sheet', 'income', 'months'] as const;
type Tab = (typeof tabs)[number];

/** The general ledger of a brand. Day, tab, account and journal stand in the address. */
export function Books({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [tab, setTab] = useChoiceInAddress<Tab>('tab', tabs);
  const [chosenDay, setChosenDay] = useTextInAddress('on');
  const [isWriting, setWriting] = useState(false);
  useChanges(['daily_run', 'gl_journal', 'gl_period']);
  const query = useStaffCall(showBooks, /^\d{4}-\d\d-\d\d$/.test(chosenDay) ? { on: chosenDay } : {}, brand);
  const books = query.data;
  const options = [
    { value: 'accounts', label: t`Trial balance` },
    { value: 'journals', label: t`Journals` },
    { value: 'sheet', label: t`Balance sheet` },
    { value: 'income', label: t`Income` },
    { value: 'months', label: t`Months` },
  ] as const;
  const actions = (
    <>
      {books && (
        <DayField
          label={t`At the end of`}
          value={books.on}
          onChange={(day) => day <= books.today && setChosenDay(day)}
        />
      )}
      {hasRight(person, 'books.post', brand) && (
        <Button hotkey="new" onClick={() => setWriting(true)}>{t`New manual journal…`}</Button>
      )}
    </>
  );
  return (
    <Page
      title={t`Books`}
      status={<Tabs label={t`What of the books`} options={options} value={tab} onChange={setTab} />}
      actions={actions}
    >
      <Loaded query={query}>
        {(books) => <Shown person={person} brand={brand} tab={tab} books={books} />}
      </Loaded>
      {isWriting && books && <JournalDialog brand={brand} books={books} onClose={() => setWriting(false)} />}
    </Page>
  );
}

interface ShownProps extends Pick<ScreenProps, 'person' | 'brand'> {
  readonly tab: Tab;
  readonly books: ShownBooks;
}

function Shown({ person, brand, tab, books }: ShownProps): ReactNode {
  const { t } = useLingui();
  const { day } = useDates();
  if (books.through === undefined)
    return (
      <Nothing
        title={t`Nothing is posted yet`}
        text={t`Each night, after the brand’s midnight, the day before is posted.`}
      />
    );
  const through = day(books.through);
  return (
    <>
      <Status tone={books.on <= books.through ? 'good' : 'clock'}>{t`Posted through ${through}`}</Status>
      {tab === 'accounts' && <Accounts brand={brand} books={books} />}
      {tab === 'journals' && <Journals brand={brand} on={books.on} />}
      {tab === 'sheet' && <BalanceSheet books={books} />}
      {tab === 'income' && <IncomeStatement books={books} />}
      {tab === 'months' && <Periods person={person} brand={brand} />}
    </>
  );
}
