import { type ContractList, storedContracts } from '@hiram/contract/info';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { bridge } from '../app/host/host.ts';
import { goBack } from '../app/navigation/go.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { showDate } from '../app/settings/money.ts';
import { QuietArt } from '../art/QuietArt.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { LineArt } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { DocumentReader } from '../lending/documents/lazy-reader.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Info.module.css';
import { monthsOf } from './months-of.ts';

interface Opened {
  readonly title: string;
  readonly url: string;
}

/** The documents of a loan, to read and to download: its agreements, its account and the certificate (KEY-06). */
export default function Contracts(): ReactNode {
  const { t } = useLingui();
  const { orderId = noId } = usePage();
  const call = useCall(storedContracts, { orderId });
  const [open, setOpen] = useState<Opened | undefined>(undefined);
  const title = t`Documents`;
  useTitle(title);
  const { list = [], statement, certificate } = call.state === 'ready' ? call.data : {};
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' && list.length === 0 ? (
        <StatePanel art={<QuietArt />} title={t`No agreements for this loan`} />
      ) : null}
      {certificate ? (
        <Card>
          <Head title={certificate.title}>
            <p className={css.muted}>{t`Says that nothing is owed any more. Anyone can check it.`}</p>
          </Head>
          <Ways {...certificate} onOpen={setOpen} look="main" />
        </Card>
      ) : null}
      {statement ? <Statement statement={statement} onOpen={setOpen} /> : null}
      {list.length > 0 ? (
        <Card heading={t`What you agreed to`}>
          {list.map((contract) => (
            <div key={contract.sha256} className={css.row}>
              <Head title={contract.title}>
                <p className={css.muted}>{t`Agreed on ${showDate(contract.agreedOn)}`}</p>
              </Head>
              <Ways {...contract} onOpen={setOpen} look="row" />
            </div>
          ))}
        </Card>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <DocumentReader {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}

/** The words beside the drawing of a document. */
function Head({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={css.agreement}>
      <span className="tile">
        <LineArt path="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" size={24} />
      </span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}

/** The loan's account: the whole of it, or one month. */
function Statement({
  statement,
  onOpen,
}: {
  readonly statement: NonNullable<ContractList['statement']>;
  readonly onOpen: (opened: Opened) => void;
}): ReactNode {
  const { t } = useLingui();
  const id = useId();
  const { title, from, to } = statement;
  const [query, setQuery] = useState('');
  const months = monthsOf(statement);
  return (
    <Card>
      <Head title={title}>
        <p className={css.muted}>
          {t`What was lent, charged and paid, day by day, from ${showDate(from, 'short')} to ${showDate(to)}.`}
        </p>
      </Head>
      <label className={css.days} htmlFor={id}>
        {t`Which days`}
      </label>
      <select id={id} className={css.select} value={query} onChange={(event) => setQuery(event.target.value)}>
        <option value="">{t`All days`}</option>
        {months.length > 1
          ? months.map((month) => (
              <option key={month.from} value={`&from=${month.from}&to=${month.to}`}>
                {t`${showDate(month.from, 'short')} to ${showDate(month.to)}`}
              </option>
            ))
          : null}
      </select>
      <Ways
        title={title}
        viewUrl={statement.viewUrl + query}
        pdfUrl={statement.pdfUrl + query}
        onOpen={onOpen}
      />
    </Card>
  );
}

/** Reading a document here, and its PDF. */
function Ways({
  title,
  viewUrl,
  pdfUrl,
  onOpen,
  look = 'side',
}: {
  readonly title: string;
  readonly viewUrl: string;
  readonly pdfUrl: string;
  readonly onOpen: (opened: Opened) => void;
  /** The one that a page is opened for stands out; in a row both ways are small. */
  readonly look?: 'main' | 'side' | 'row';
}): ReactNode {
  const { t } = useLingui();
  return (
    <div className={look === 'row' ? css.small : css.pair}>
      <Button look={look === 'row' ? 'quiet' : 'secondary'} onTap={() => onOpen({ title, url: viewUrl })}>
        {t`Read`}
      </Button>
      <a
        className={
          look === 'main' ? css.download : look === 'side' ? `${css.download} ${css.outlined}` : css.icon
        }
        aria-label={look === 'row' ? `${t`Save PDF`}: ${title}` : undefined}
        href={pdfUrl}
        download
        onClick={(event) => {
          // A web view cannot always save a file; the lender's app can.
          if (!bridge.inHost) return;
          event.preventDefault();
          void bridge.request('openPage', { url: new URL(pdfUrl, location.origin).href });
        }}
      >
        {look === 'row' ? <LineArt path="M12 4v11M7 11l5 5 5-5M5 20h14" size={22} /> : t`Save PDF`}
      </a>
    </div>
  );
}
