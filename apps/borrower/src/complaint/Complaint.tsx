import { collectionType, type ProblemInit, problemInit } from '@hiram/contract/complaint';
import { asId, type OrderId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, goTo, replaceAddress } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { Picker } from '../kit/dialogs/Picker.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Complaint.module.css';
import { type Draft, readDraft } from './draft.ts';
import { OrderCard } from './OrderCard.tsx';

/** The complaint start page: the order and the kind of problem (CMP-01 … CMP-05, CMP-18). */
export default function Complaint(): ReactNode {
  const { t } = useLingui();
  // The order that the page was opened for. Choosing another one only changes the address and needs no network.
  const page = usePage();
  const [orderId] = useState(page.orderId);
  const call = useCall(problemInit, orderId ? { orderId } : {});
  useTitle(t`Complaint`);
  return (
    <Screen
      title={t`Complaint`}
      back={{ label: t`Back`, go: goBack }}
      aside={
        <Link className={css.mine} href={href(paths.complaintList)}>
          {t`My complaints`}
        </Link>
      }
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? <Choose init={call.data} /> : null}
    </Screen>
  );
}

function Choose({ init }: { readonly init: ProblemInit }): ReactNode {
  const { t } = useLingui();
  const [orderId, setOrderId] = useState(init.order?.orderId);
  const [type, setType] = useState<number | undefined>(undefined);
  const [choosing, setChoosing] = useState(false);
  const [draft] = useState(() => readDraft(init.draftKey));
  const order = init.orders.filter((order) => order.orderId === orderId)[0] ?? init.order;

  const next = (type: number, subtype?: number) =>
    goTo(paths.complainPageNext, {
      problemType: String(type),
      ...(subtype === undefined ? {} : { problemSonType: String(subtype) }),
      ...(order ? { orderId: order.orderId } : {}),
    });
  const choose = (value: number) => {
    if (value !== collectionType) return next(value);
    // CMP-04; the server also rejects it.
    if (!order?.allowsCollectionComplaint)
      return void toast(init.collectionNotAllowedText, { kind: 'error' });
    setType(type === value ? undefined : value);
  };

  return (
    <>
      {draft ? <DraftLink draft={draft} /> : null}
      {order ? (
        <OrderCard order={order}>
          {init.orders.length > 1 ? <AllOrdersButton onTap={() => setChoosing(true)} /> : null}
        </OrderCard>
      ) : null}
      <h2 className={css.heading}>{t({ id: 'complaint.choose', message: 'What is it about?' })}</h2>
      <p className={css.promise}>{init.answerTime}</p>
      <TypeList
        init={init}
        openType={type}
        onType={choose}
        onSubtype={(subtype) => next(collectionType, subtype)}
      />
      {choosing ? (
        <OrderPicker
          orders={init.orders}
          chosen={order?.orderId}
          onCancel={() => setChoosing(false)}
          onConfirm={(key) => {
            setChoosing(false);
            setOrderId(key);
            setType(undefined);
            // A borrower who returns to this page finds the chosen order (CMP-18).
            replaceAddress(href(paths.complaint, key === undefined ? {} : { orderId: key }));
          }}
        />
      ) : null}
    </>
  );
}

function DraftLink({ draft }: { readonly draft: Draft }): ReactNode {
  const { t } = useLingui();
  return (
    <Link
      className={css.draft}
      href={href(paths.complainPageNext, {
        problemType: draft.type,
        problemSonType: draft.subtype,
        orderId: draft.orderId,
      })}
    >
      <span>{t`You started a complaint. Continue.`}</span>
      <Icon name="chevron" size={20} />
    </Link>
  );
}

function AllOrdersButton({ onTap }: { readonly onTap: () => void }): ReactNode {
  const { t } = useLingui();
  return (
    <button
      type="button"
      className={css.all}
      aria-haspopup="dialog"
      aria-label={t`All loans`}
      onClick={onTap}
    >
      {t`All`}
      <Icon name="chevron" size={18} />
    </button>
  );
}

/** The kinds of problem. A complaint about collection asks for its subtype below. */
function TypeList(props: {
  readonly init: ProblemInit;
  readonly openType: number | undefined;
  readonly onType: (type: number) => void;
  readonly onSubtype: (subtype: number) => void;
}): ReactNode {
  const { init, openType, onType, onSubtype } = props;
  return (
    <ul className={css.list}>
      {init.types.map((kind) => {
        const open = kind.value === openType;
        const splits = kind.value === collectionType;
        return (
          <li key={kind.value}>
            <button
              type="button"
              className={`${css.row} ${open ? css.open : ''}`}
              aria-expanded={splits ? open : undefined}
              onClick={() => onType(kind.value)}
            >
              <span>{kind.title}</span>
              <Icon name={splits ? 'down' : 'chevron'} size={20} />
            </button>
            {open ? (
              <ul className={css.sub}>
                {init.subtypes.map((son) => (
                  <li key={son.value}>
                    <button type="button" className={css.subRow} onClick={() => onSubtype(son.value)}>
                      <span>{son.title}</span>
                      <Icon name="chevron" size={20} />
                    </button>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function OrderPicker(props: {
  readonly orders: ProblemInit['orders'];
  readonly chosen: string | undefined;
  readonly onCancel: () => void;
  readonly onConfirm: (orderId: OrderId | undefined) => void;
}): ReactNode {
  const { orders, chosen, onCancel, onConfirm } = props;
  const { t } = useLingui();
  return (
    <Picker
      title={t`Which loan?`}
      options={orders.map((option) => ({
        key: option.orderId,
        name: option.productName,
        logo: option.productLogo,
        hint: [option.statusText, ...option.rows.map((line) => line.value)].join(' · '),
      }))}
      chosen={chosen}
      words={{
        confirm: t`Confirm`,
        cancel: t`Cancel`,
        search: t`Search`,
        none: t`No loan with this name.`,
      }}
      onCancel={onCancel}
      onConfirm={(key) => onConfirm(key === undefined ? undefined : asId(key))}
    />
  );
}
