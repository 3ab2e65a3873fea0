import { storedContracts } from '@hiram/contract/info';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
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
import { DocumentReader } from '../lending/lazy-reader.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Info.module.css';

/** The full text of the borrower's agreements for a loan, to read and to download (KEY-06). */
export default function Contracts(): ReactNode {
  const { t } = useLingui();
  const { orderId = noId } = usePage();
  const call = useCall(storedContracts, { orderId });
  const [open, setOpen] = useState<{ title: string; url: string } | undefined>(undefined);
  const title = t`Agreements`;
  useTitle(title);
  const list = call.state === 'ready' ? call.data.list : [];
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' && list.length === 0 ? (
        <StatePanel art={<QuietArt />} title={t`No agreements for this loan`} />
      ) : null}
      {list.map((contract) => (
        <Card key={contract.sha256}>
          <div className={css.agreement}>
            <span className={css.paper}>
              <LineArt path="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" size={24} />
            </span>
            <div>
              <h2>{contract.title}</h2>
              <p className={css.muted}>{t`Agreed on ${showDate(contract.agreedOn)}`}</p>
              <p className={css.hash}>
                {t`Fingerprint`} {contract.sha256.slice(0, 16)}…
              </p>
            </div>
          </div>
          <div className={css.pair}>
            <Button look="secondary" onTap={() => setOpen({ title: contract.title, url: contract.viewUrl })}>
              {t`Read`}
            </Button>
            <a
              className={css.download}
              href={contract.pdfUrl}
              download
              onClick={(event) => {
                // A web view cannot always save a file; the lender's app can.
                if (!bridge.inHost) return;
                event.preventDefault();
                void bridge.request('openPage', { url: new URL(contract.pdfUrl, location.origin).href });
              }}
            >
              {t`Download PDF`}
            </a>
          </div>
        </Card>
      ))}
      {open ? (
        <Suspense fallback={null}>
          <DocumentReader {...open} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : null}
    </Screen>
  );
}
