import { type ContractList, storedContracts } from '@hiram/contract/info';
import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { bridge } from '../app/host/host.ts';
import { goBack } from '../app/navigation/go.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { showDate } from '../app/settings/money.ts';
import { QuietArt } from '../art/QuietArt.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { PickerField } from '../kit/controls/Field.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { DocumentReader } from '../lending/documents/lazy-reader.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Info.module.css';
import { monthsOf } from './months-of.ts';

const Picker = lazyPart(() => import('../kit/dialogs/Picker.tsx').then((module) => module.Picker));

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
          <Ways {...certificate} onOpen={setOpen} isMain />
        </Card>
      ) : null}
      {statement ? <Statement statement={statement} onOpen={setOpen} /> : null}
      {list.length > 0 ? (
        <Card heading={t`What you agreed to`}>
          {list.map((contract) => (
            <AgreementRow key={contract.sha256} contract={contract} onOpen={setOpen} />
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
      <Tile />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}

const Tile = (): ReactNode => (
  <span className="tile">
    <LineArt path="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" size={24} />
  </span>
);

/** What saves a document: a web view cannot always save a file; the lender's app can. */
const download = (pdfUrl: string) => ({
  download: true,
  onClick: (event: MouseEvent) => {
    if (!bridge.inHost) return;
    event.preventDefault();
    void bridge.request('openPage', { url: new URL(pdfUrl, location.origin).href });
  },
});

/** The loan's account: the whole of it, or one month. */
function Statement({
  statement,
  onOpen,
}: {
  readonly statement: NonNullable<ContractList['statement']>;
  readonly onOpen: (opened: Opened) => void;
}): ReactNode {
  const { t } = useLingui();
  const { title, from, to } = statement;
  const [query, setQuery] = useState('');
  const [isPicking, setIsPicking] = useState(false);
  const months = monthsOf(statement);
  const days = t`Which days`;
  const options = [
    { key: '', name: t`All days` },
    ...months.map((month) => ({
      key: `&from=${month.from}&to=${month.to}`,
      name: t`${showDate(month.from, 'short')} to ${showDate(month.to)}`,
    })),
  ];
  const name = options.find(({ key }) => key === query)?.name ?? '';
  return (
    <Card>
      <Head title={title}>
        <p className={css.muted}>
          {t`What was lent, charged and paid, day by day, from ${showDate(from, 'short')} to ${showDate(to)}.`}
        </p>
      </Head>
      {months.length > 1 ? (
        <PickerField label={days} value={name} placeholder={name} onTap={() => setIsPicking(true)} />
      ) : null}
      <Ways
        title={title}
        viewUrl={statement.viewUrl + query}
        pdfUrl={statement.pdfUrl + query}
        onOpen={onOpen}
      />
      {isPicking ? (
        <Suspense fallback={null}>
          <Picker
            title={days}
            options={options}
            chosen={query}
            closesOnChoice
            words={{ confirm: t`Confirm`, cancel: t`Cancel`, search: t`Search`, none: t`Nothing found` }}
            onConfirm={(key = '') => {
              setQuery(key);
              setIsPicking(false);
            }}
            onCancel={() => setIsPicking(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** An agreement: the row opens it, its sign at the end saves it. */
function AgreementRow({
  contract,
  onOpen,
}: {
  readonly contract: ContractList['list'][number];
  readonly onOpen: (opened: Opened) => void;
}): ReactNode {
  const { t } = useLingui();
  const { title, agreedOn, viewUrl, pdfUrl } = contract;
  return (
    <div className={css.row}>
      <button type="button" className={css.read} onClick={() => onOpen({ title, url: viewUrl })}>
        <Tile />
        <span>
          <b>{title}</b>
          <span className={css.muted}>{t`Agreed on ${showDate(agreedOn)}`}</span>
          <span className="visually-hidden">{t`Read`}</span>
        </span>
        <Icon name="chevron" size={20} />
      </button>
      <a className={css.icon} aria-label={`${t`Save PDF`}: ${title}`} href={pdfUrl} {...download(pdfUrl)}>
        <LineArt path="M12 4v11M7 11l5 5 5-5M5 20h14" size={22} />
      </a>
    </div>
  );
}

/** Reading a document here, and its PDF. */
function Ways({
  title,
  viewUrl,
  pdfUrl,
  onOpen,
  isMain = false,
}: {
  readonly title: string;
  readonly viewUrl: string;
  readonly pdfUrl: string;
  readonly onOpen: (opened: Opened) => void;
  /** The one that a page is opened for stands out. */
  readonly isMain?: boolean;
}): ReactNode {
  const { t } = useLingui();
  return (
    <div className={css.pair}>
      <Button look="secondary" onTap={() => onOpen({ title, url: viewUrl })}>
        {t`Read`}
      </Button>
      <a
        className={isMain ? css.download : `${css.download} ${css.outlined}`}
        href={pdfUrl}
        {...download(pdfUrl)}
      >
        {t`Save PDF`}
      </a>
    </div>
  );
}
