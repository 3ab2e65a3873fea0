import { certifySteps } from '@hiram/contract/certify';
import { type IdentityPart, type IdentityStep, identityStep } from '@hiram/contract/identity';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Choice } from '../kit/controls/Choice.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Card } from '../kit/layout/Card.tsx';
import { Icon, LineArt } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Identity.module.css';
import { checksOf, useCheckWords, useFaultWords, usePartWords } from './identity-words.ts';
import type { Fault } from './judge.ts';
import { type CapturedPicture, useIdentity } from './useIdentity.ts';

const sun =
  'M12 8a4 4 0 110 8 4 4 0 010-8zM12 2.500v2.500M12 19v2.500M2.500 12H5M19 12h2.500M5.300 5.300L7 7M17 17l1.700 1.700M18.700 5.300L17 7M7 17l-1.700 1.700';
const corners = 'M3 8V4h5M21 8V4h-5M3 16v4h5M21 16v4h-5M7 9h10v6H7z';
const still = 'M6 3h12v18H6zM10 18h4M2 9v6M22 9v6';

const drawings: Readonly<Record<IdentityPart, string>> = {
  front: 'M3 5.500h18v13H3zM6 9.500h4.500V15H6zM14 10h4M14 14h4',
  back: 'M3 5.500h18v13H3zM3 9.500h18M6 14.500h6',
  selfie: 'M12 4a4 4 0 110 8 4 4 0 010-8zM4 21c0-5 4-7 8-7s8 2 8 7',
};

interface PicturesProps {
  readonly step: IdentityStep;
  readonly onDone: () => Promise<void>;
  /** Shows the place of the step. */
  readonly Bar: (props: { readonly progress: IdentityStep['progress']; readonly text: string }) => ReactNode;
}

/** The step in which a borrower photographs an identity document and themselves. `onDone` goes on from it. */
export function Identity(props: Omit<PicturesProps, 'step'>): ReactNode {
  const { t } = useLingui();
  const call = useCall(identityStep, {});
  if (call.state === 'ready') return <Pictures step={call.data} {...props} />;
  return (
    <Screen title={t`Identity`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : <CallPanel call={call} />}
    </Screen>
  );
}

/** The step, once it is known how far it is. */
export function Pictures({ step, onDone, Bar }: PicturesProps): ReactNode {
  const { t } = useLingui();
  const identity = useIdentity(step);
  const { no = 0, count = 0 } = step.progress ?? {};
  const { kind, next, captured, received, pictures, parts } = identity;
  const words = usePartWords(kind);
  const refresh = useRefresh();
  const input = useRef<HTMLInputElement>(null);
  const isDone = step.asked.length === 0 && (step.state === 'open' || step.state === 'verified');
  const title = captured ? words[captured.part].title : t`Identity`;
  useTitle(title);

  const document = step.kinds.filter(({ code }) => code === kind)[0];
  const [isListed, setIsListed] = useState(document === undefined);
  const [again, setAgain] = useState<IdentityPart>();
  const open = (side: IdentityPart | undefined) => {
    setAgain(side);
    const camera = input.current;
    if (!camera) return;
    camera.capture = cameraOf(side ?? part);
    camera.click();
  };
  const part = captured?.part ?? again ?? next;
  const hasBegun = kind !== undefined && (received.length > 0 || captured !== undefined);
  const send = async () => {
    const answer = await identity.submit({ kind: kind ?? '' }, { quiet: true });
    if (!answer) return;
    if (!answer.ok) return void toast(answer.message);
    await Promise.all([refresh(certifySteps), refresh(identityStep)]);
    await onDone();
  };
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        isDone ? (
          <Button onTap={() => void onDone()}>{t`Continue`}</Button>
        ) : (
          <Actions
            captured={captured}
            tries={step.tries}
            next={kind === undefined ? undefined : (captured?.part ?? next)}
            kind={kind}
            busy={identity.busy}
            isAsked={step.asked.length > 0}
            onTake={() => open(undefined)}
            onSendAsItIs={(side) => void identity.sendPicture(side)}
            onSend={() => void send()}
          />
        )
      }
    >
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={cameraOf(part)}
        className={css.input}
        aria-label={part ? words[part].take : t`Identity`}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = Array.from(event.target.files ?? []);
          // Lets the borrower take or choose the same picture again.
          event.target.value = '';
          if (!file || !part) return;
          setIsListed(false);
          void identity.take(part, file);
        }}
      />
      {isDone || step.asked.length > 0 ? null : (
        <Bar progress={step.progress} text={t`Step ${no} of ${count}`} />
      )}
      {isDone ? (
        <p>{t`We have the pictures of your document. Nothing more is needed.`}</p>
      ) : captured?.fault && captured.percent === undefined && captured.refused === undefined ? (
        <Faulty captured={captured} fault={captured.fault} tries={step.tries} />
      ) : (
        <>
          {step.asked.length > 0 ? (
            <p className={css.lead}>{t`We need a better picture. What you sent before stays.`}</p>
          ) : document && !isListed ? (
            <p className={css.document}>
              <b>{document.name}</b>
              {captured ? null : (
                <button
                  type="button"
                  className={css.link}
                  aria-label={t`Change your ID`}
                  onClick={() => setIsListed(true)}
                >
                  {t`Change`}
                </button>
              )}
            </p>
          ) : (
            <section className={css.part}>
              <h2 className={css.heading}>{t`Which ID do you have with you?`}</h2>
              <Choice
                label={t`Which ID do you have with you?`}
                options={step.kinds.map(({ code, name, parts: sides }) => ({
                  key: code,
                  name,
                  hint: sides.indexOf('back') >= 0 ? t`Front and back` : t`One side`,
                }))}
                chosen={kind}
                onChoose={identity.choose}
              />
            </section>
          )}
          {parts.length > 0 && (hasBegun || !isListed) ? (
            <Sides
              kind={kind}
              parts={parts}
              received={received}
              pictures={pictures}
              captured={captured}
              onTakeAgain={open}
            />
          ) : null}
          {hasBegun ? null : <Hints />}
          {captured && captured.percent === undefined && captured.refused !== undefined ? (
            <p role="alert" className={css.refused}>
              {captured.refused || t`The picture did not arrive. Check your connection and send it again.`}
            </p>
          ) : null}
          <p className={css.note}>{t`Only the people who decide on your loan see these pictures.`}</p>
        </>
      )}
    </Screen>
  );
}

/** The camera that takes a picture. */
const cameraOf = (part: IdentityPart | undefined) => (part === 'selfie' ? 'user' : 'environment');

function Actions({
  captured,
  tries,
  next,
  kind,
  isAsked,
  busy,
  onTake,
  onSendAsItIs,
  onSend,
}: {
  readonly captured: CapturedPicture | undefined;
  readonly tries: number;
  readonly next: IdentityPart | undefined;
  readonly kind: string | undefined;
  readonly isAsked: boolean;
  readonly busy: boolean;
  readonly onTake: () => void;
  readonly onSendAsItIs: (part: IdentityPart) => void;
  readonly onSend: () => void;
}): ReactNode {
  const { t } = useLingui();
  const words = usePartWords(kind);
  const isChosen = kind !== undefined;
  if (captured?.percent !== undefined) return <Button busy onTap={() => undefined}>{t`Sending`}</Button>;
  if (captured && (captured.fault !== undefined || captured.refused !== undefined)) {
    const mayGoOn = captured.tries >= tries || captured.refused === '';
    return (
      <>
        {mayGoOn ? (
          <div className={css.above}>
            <Button look="secondary" onTap={() => onSendAsItIs(captured.part)}>
              {captured.refused === '' ? t`Send again` : t`Send it as it is`}
            </Button>
          </div>
        ) : null}
        <Button onTap={onTake}>{t`Take it again`}</Button>
      </>
    );
  }
  if (next)
    return (
      <Button disabled={!isChosen} onTap={onTake}>
        {words[next].take}
      </Button>
    );
  return (
    <Button disabled={!isChosen} busy={busy} onTap={onSend}>
      {!isChosen ? t`Choose your ID first` : isAsked ? t`Send` : t`Send and continue`}
    </Button>
  );
}

/** A picture with its fault on it, what to do, and how often it was tried. */
function Faulty({
  captured,
  fault,
  tries,
}: {
  readonly captured: CapturedPicture;
  readonly fault: Fault;
  readonly tries: number;
}): ReactNode {
  const { t } = useLingui();
  const words = useFaultWords();
  const count = captured.tries;
  return (
    <>
      <figure className={css.figure}>
        <img className={css.picture} src={captured.shown} alt="" />
        <figcaption className={css.fault} role="alert">
          <Icon name="warning" size={18} />
          <span>{words[fault].fault}</span>
        </figcaption>
      </figure>
      <h2 className={css.advice}>{words[fault].todo}</h2>
      <p className={css.lead}>{words[fault].why}</p>
      <Checks captured={captured} fault={fault} />
      <p className={css.note}>
        {count < tries
          ? t`Try ${count} of ${tries}. After that you can send it as it is.`
          : t`You can send it as it is. A person then looks at it.`}
      </p>
    </>
  );
}

/** What was looked at in the picture, except what its light hides. */
function Checks({
  captured: { part, passed },
  fault,
}: {
  readonly captured: CapturedPicture;
  readonly fault: Fault;
}): ReactNode {
  const { t } = useLingui();
  const { check: failed, short } = useFaultWords()[fault];
  const names = useCheckWords();
  const checks = checksOf(part).filter((check) => check === failed || passed.indexOf(check) >= 0);
  return (
    <Card>
      <ul>
        {checks.map((check) => (
          <li key={check} className={css.side}>
            <span className={css.name}>{names[check]}</span>
            <span className={`${css.state} ${check === failed ? css.bad : css.sent}`}>
              <Icon name={check === failed ? 'warning' : 'check'} size={18} />
              {check === failed ? short : t`Good`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The sides with what was sent of each, which can be taken again. */
function Sides({
  kind,
  parts,
  received,
  pictures,
  captured,
  onTakeAgain,
}: {
  readonly kind: string | undefined;
  readonly parts: readonly IdentityPart[];
  readonly received: readonly IdentityPart[];
  readonly pictures: Partial<Record<IdentityPart, string>>;
  readonly captured: CapturedPicture | undefined;
  readonly onTakeAgain: (part: IdentityPart) => void;
}): ReactNode {
  const { t } = useLingui();
  const words = usePartWords(kind);
  return (
    <Card>
      <ul>
        {parts.map((part) => {
          const percent = captured?.part === part ? captured.percent : undefined;
          const isSent = received.indexOf(part) >= 0;
          const { title } = words[part];
          return (
            <li key={part} className={css.side}>
              {isSent && pictures[part] ? (
                <img className={css.thumb} src={pictures[part]} alt="" />
              ) : (
                <span className="tile">
                  <LineArt path={drawings[part]} size={22} />
                </span>
              )}
              <span className={css.name}>
                {title}
                {isSent && percent === undefined ? (
                  <span className={`${css.state} ${css.sent}`}>
                    <Icon name="check" size={18} /> {t`Taken`}
                  </span>
                ) : percent === undefined ? (
                  <span className={`${css.state} ${css.todo}`}>{t`Not taken yet`}</span>
                ) : null}
              </span>
              {percent !== undefined ? (
                <span className={css.state}>{t`${percent}% · goes on by itself`}</span>
              ) : isSent && !captured ? (
                <button
                  type="button"
                  className={css.link}
                  aria-label={t`Take again: ${title}`}
                  onClick={() => onTakeAgain(part)}
                >
                  {t`Take again`}
                </button>
              ) : null}
              {percent === undefined ? null : (
                <progress className={css.progress} max={100} value={percent} aria-label={title} />
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Hints(): ReactNode {
  const { t } = useLingui();
  const hints = [
    { path: sun, text: t`By a window, flash off` },
    { path: corners, text: t`All four corners in` },
    { path: still, text: t`On a table, hands still` },
  ];
  return (
    <Card heading={t`Before you take it`}>
      <ul className={css.hints}>
        {hints.map(({ path, text }) => (
          <li key={path} className={css.hint}>
            <span className="tile">
              <LineArt path={path} size={28} />
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
