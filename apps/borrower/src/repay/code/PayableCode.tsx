import type { CodeStatus } from '@hiram/contract/repay';
import { orderNumber } from '@hiram/loan/format';
import { dayIn, formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { bridge } from '../../app/host/host.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { settings } from '../../app/settings/settings.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { toast } from '../../kit/feedback/toaster.ts';
import { Logo } from '../../kit/layout/Card.tsx';
import { LineArt } from '../../kit/layout/Icon.tsx';
import { ActionPair } from '../../kit/layout/Screen.tsx';
import { copyText } from '../../kit/runtime/copy.ts';
import { useCountdown } from '../../kit/runtime/useCountdown.ts';
import { BarcodeImage, LargeBarcode } from './Barcode.tsx';
import css from './PayableCode.module.css';

/** The way to pay a code (CODE-02): scanned, opened in an app, shown at a counter, or typed as an account's number. */
export type CodeKind = 'qr' | 'app' | 'counter' | 'account';

export function kindOf({ showType, guide, appUrl }: CodeStatus): CodeKind {
  if (showType === 1) return guide === 'account' ? 'account' : 'counter';
  return guide === 'upi' && appUrl ? 'app' : 'qr';
}

/** A code in groups of four digits. */
const groupedCode = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ');

interface CodeProps {
  readonly payCode: string;
  readonly status: CodeStatus;
  /** The address of its picture; empty if it has none. */
  readonly picture: string;
}

/** A code that can be paid now, dark on white in both themes: where, the code, how much, and whom. */
export function PayableCode({ payCode, status, picture }: CodeProps): ReactNode {
  const { t } = useLingui();
  const kind = kindOf(status);
  const how = kind === 'counter' ? t`at any counter` : kind === 'account' ? t`from any bank or ATM` : '';
  const { channelName, settlesUntil } = status;
  return (
    <section className={css.card} aria-label={t`Payment code`}>
      <p className={css.head}>
        <Logo src={status.channelLogo} />
        <b>{channelName}</b>
        {how ? <small>{how}</small> : null}
      </p>
      {kind === 'counter' && picture ? <BarcodeImage image={picture} /> : null}
      {kind === 'counter' || kind === 'account' ? (
        <p className={kind === 'account' ? `${css.digits} ${css.number}` : css.digits}>
          {groupedCode(payCode)}
        </p>
      ) : picture ? (
        <img className={css.qr} src={picture} alt={t`QR code for your payment`} width="236" height="236" />
      ) : null}
      <p className={css.amount}>{money(status.repayAmount)}</p>
      <p className={css.to}>
        <span>{t`to ${status.payee}`}</span>
        <span>{t`Loan number ${orderNumber(status.orderId)}`}</span>
        {settlesUntil ? (
          <span className={css.later}>
            {t`Paid after ${showDate(settlesUntil.date, 'short')}, ${money(settlesUntil.more)} or more stays open`}
          </span>
        ) : null}
      </p>
    </section>
  );
}

/** When a code ends: the time, with its day if that is not today; midnight is the end of the day before. */
function useEnd(expiresAt: string): string {
  const { i18n, t } = useLingui();
  const end = new Date(expiresAt);
  const dayOf = (moment: Date) => dayIn(moment, settings.timeZone);
  const lastDay = dayOf(new Date(end.getTime() - 1));
  if (lastDay !== dayOf(end)) return t`the end of ${showDate(lastDay, 'short')}`;
  const time = formatTime(end, i18n.locale, settings.timeZone);
  return dayOf(end) === dayOf(new Date()) ? time : `${showDate(dayOf(end), 'short')}, ${time}`;
}

/** Says that the code is kept although the page has no connection. A counter needs none to take it; a wallet does. */
export function WorksOffline({ status }: { readonly status: CodeStatus }): ReactNode {
  const { t } = useLingui();
  const end = useEnd(status.expiresAt);
  return (
    <p className={css.offline} role="status">
      <LineArt
        path="M3 9a13 13 0 0118 0M6.500 12.800a8 8 0 0111 0M10 16.500a3 3 0 014 0M4 3l16 18"
        size={20}
      />
      {kindOf(status) === 'counter'
        ? t`Works without signal until ${end}`
        : t`Stays on this phone until ${end}. Your wallet needs signal`}
    </p>
  );
}

/** The wait for a payment: when the code ends, and in its last hour the time that is left. `onEnd`: the code has ended. */
export function WaitingState({
  status,
  isOffline,
  onEnd,
}: {
  readonly status: CodeStatus;
  readonly isOffline: boolean;
  readonly onEnd: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { expiresAt } = status;
  const end = useEnd(expiresAt);
  const [left] = useCountdown(Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000)));
  useEffect(() => {
    if (left === 0) onEnd();
  }, [left, onEnd]);
  return (
    <div className={css.state}>
      <span className={css.dot} />
      <span className={css.words} role="status">
        <b>{isOffline ? t`You can pay it now` : t`Waiting for your payment`}</b>
        <small>
          {isOffline
            ? t`We will see your payment when you are online`
            : kindOf(status) === 'counter'
              ? t`Works until ${end}, with or without signal`
              : t`Works until ${end}`}
        </small>
      </span>
      {/* Nobody waits for hours: beyond one the time above says more. */}
      {left <= hourSeconds ? (
        <span className={`${css.left} num`} role="timer" aria-label={t`${clockText(left)} left`}>
          {clockText(left)}
        </span>
      ) : null}
    </div>
  );
}

const hourSeconds = 3600;

/** `59:12`. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The steps of paying at the channel. */
export function PaySteps({ steps }: { readonly steps: readonly string[] }): ReactNode {
  if (steps.length === 0) return null;
  return (
    <ol className={css.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function useCopy(payCode: string): () => void {
  const { t } = useLingui();
  const copy = async () => {
    if (await copyText(payCode)) toast(t({ id: 'copied', message: 'Copied' }), { kind: 'success' });
  };
  return () => void copy();
}

/** Most borrowers pay on the phone that shows the code: their wallet reads it from their photos. */
function useSave({ picture, status }: CodeProps): () => void {
  const { t } = useLingui();
  const save = async () => {
    const { saveCode } = await import('./code-picture.ts');
    if (await saveCode(picture, money(status.repayAmount)))
      toast(t`Saved. Open your wallet and upload it.`, { kind: 'success' });
  };
  return () => void save();
}

/** The step that the channel needs first: to save its QR code, to open its app, to show the barcode, to copy the number. */
export function CodeActions(props: CodeProps & { readonly isOffline: boolean }): ReactNode {
  const { t } = useLingui();
  const { payCode, status, picture, isOffline } = props;
  const copy = useCopy(payCode);
  const save = useSave(props);
  const [isLarge, setIsLarge] = useState(false);
  const { appUrl, channelName } = status;
  switch (kindOf(status)) {
    case 'account':
      return <Button onTap={copy}>{t`Copy number`}</Button>;
    case 'counter':
      return (
        <>
          <Button
            look={status.state === 'review' ? 'secondary' : 'primary'}
            onTap={() => setIsLarge(true)}
          >{t`Show barcode large`}</Button>
          {isLarge ? (
            <Suspense fallback={null}>
              <LargeBarcode image={picture} digits={groupedCode(payCode)} onClose={() => setIsLarge(false)} />
            </Suspense>
          ) : null}
        </>
      );
    case 'app':
      return (
        <ActionPair>
          <Button look="secondary" onTap={save}>{t`Save QR`}</Button>
          <Button onTap={() => openApp(appUrl ?? '')}>{t`Open UPI app`}</Button>
        </ActionPair>
      );
    default:
      // A wallet needs a connection.
      if (!appUrl || isOffline) return <Button onTap={save}>{t`Save QR`}</Button>;
      return (
        <ActionPair>
          <Button look="secondary" onTap={() => openApp(appUrl)}>{t`Open ${channelName}`}</Button>
          <Button onTap={save}>{t`Save QR`}</Button>
        </ActionPair>
      );
  }
}

/** Opens an app on the same phone. Inside a host's app the host opens it: a web view cannot. */
function openApp(url: string): void {
  if (bridge.inHost) void bridge.request('openPage', { url });
  else location.assign(url);
}

/** Other actions of the code. */
export function CodeLinks(props: CodeProps): ReactNode {
  const { t } = useLingui();
  const { payCode, status, picture } = props;
  const copy = useCopy(payCode);
  const save = useSave(props);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare(sharesPictures()), []);
  const share = async () => (await import('./code-picture.ts')).shareCode(picture, money(status.repayAmount));
  const kind = kindOf(status);
  return (
    <div className={css.links}>
      {kind === 'counter' ? <CodeLink onTap={save}>{t`Save`}</CodeLink> : null}
      {kind === 'counter' ? <CodeLink onTap={copy}>{t`Copy code`}</CodeLink> : null}
      {canShare && picture && kind !== 'account' ? (
        <CodeLink onTap={() => void share()}>{t({ id: 'code.share', message: 'Share' })}</CodeLink>
      ) : null}
    </div>
  );
}

function CodeLink({
  onTap,
  children,
}: {
  readonly onTap: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <button type="button" className={css.link} onClick={onTap}>
      {children}
    </button>
  );
}

/** True if this browser can give a picture to another app. */
function sharesPictures(): boolean {
  return (
    typeof navigator.canShare === 'function' &&
    navigator.canShare({ files: [new File([''], 'code.png', { type: 'image/png' })] })
  );
}
