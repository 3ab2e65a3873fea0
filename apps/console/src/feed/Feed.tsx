import { listApprovals } from '@hiram/contract/console/approval';
import { listFeedAccess, revokeFeedAccess, topicWords } from '@hiram/contract/console/feed';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { DayOf, When } from '../app/cells.tsx';
import { hasRight, oneBrandOf, type ScreenProps } from '../app/person.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { column, figures } from '../kit/table/columns.ts';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { CallDialog } from '../net/CallDialog.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { KeyDialog, WebhookDialog } from './dialogs.tsx';

type Shown = StaffOutput<typeof listFeedAccess>;
type Access = Shown['keys'][number] | Shown['webhooks'][number];
type Open = { readonly kind: 'key' | 'webhook' } | { readonly kind: 'revoke'; readonly access: Access };

/** The systems that are told what happens: by a key with which they read, or at an address to which it is sent. */
export function Feed({ person, ...props }: ScreenProps): ReactNode {
  const brand = oneBrandOf(person, props.brand);
  const { t } = useLingui();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  useChanges(['feed_key', 'feed_webhook', 'approval']);
  const query = useStaffCall(listFeedAccess, {}, brand);
  const mayIssue = brand !== '*' && hasRight(person, 'feed.issue', brand);
  const revoke = (access: Access) => {
    if (access.revokedAt !== undefined || !hasRight(person, 'feed.revoke', access.brand)) return null;
    return <Button onClick={() => setOpen({ kind: 'revoke', access })}>{t`Revoke…`}</Button>;
  };
  const columns = useColumns(revoke);
  const actions = mayIssue && (
    <>
      <Button onClick={() => setOpen({ kind: 'webhook' })}>{t`Send to an address…`}</Button>
      <Button look="primary" hotkey="new" onClick={() => setOpen({ kind: 'key' })}>{t`Issue a key…`}</Button>
    </>
  );
  return (
    <Page title={t`Events feed`} actions={actions}>
      {hasRight(person, 'approval.read', brand) && <Waiting brand={brand} />}
      <Loaded query={query}>
        {(shown) =>
          shown.keys.length + shown.webhooks.length === 0 ? (
            <Nothing
              icon="link"
              title={t`No system reads the events`}
              text={t`An ERP or a warehouse reads what happened to orders, payments and payouts, without names. An administrator asks, a controller approves.`}
            />
          ) : (
            <Card
              isFlush
              title={t`Systems that read the events`}
              aside={t`An administrator requests access, a controller approves it`}
            >
              <DataTable
                caption={t`Systems that read the events`}
                columns={
                  shown.webhooks.length > 0 ? columns : columns.filter(({ key }) => !ofAddress.includes(key))
                }
                rows={[...shown.keys, ...shown.webhooks]}
                rowKey={({ accessId }) => accessId}
                groupOf={(access) => {
                  const label = 'url' in access ? t`Addresses to which they are sent` : t`Keys`;
                  return { key: label, label };
                }}
              />
            </Card>
          )
        }
      </Loaded>
      {open?.kind === 'key' && <KeyDialog brand={brand} onClose={close} />}
      {open?.kind === 'webhook' && <WebhookDialog brand={brand} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeDialog access={open.access} onClose={close} />}
    </Page>
  );
}

/** Access that was requested and not yet approved. */
function Waiting({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(listApprovals, { state: 'waiting' }, brand);
  const requests = data?.approvals.filter(({ action }) => action.startsWith('feed.')) ?? [];
  return requests.map(({ approvalId, requestedBy, requestedAt, effect }) => (
    <Banner
      key={approvalId}
      tone="info"
      title={t`${effect[0]?.after ?? ''} waits for approval`}
      actions={<Link href={`/approvals/${approvalId}`}>{t`Open the request`}</Link>}
    >
      {t`Requested by ${requestedBy},`} <When at={requestedAt} />
    </Banner>
  ));
}

/** Columns about the addresses alone. */
const ofAddress: readonly string[] = ['url', 'waiting'];

function useColumns(revoke: (access: Access) => ReactNode): readonly Column<Access>[] {
  const { t } = useLingui();
  return [
    column('system', t`System`, ({ name }) => name, { isFixed: true, narrow: 'main' }),
    column('url', t`Address`, (access) => ('url' in access ? access.url : '–')),
    column('topics', t`Topics`, ({ topics }) => topics.map((topic) => topicWords[topic]).join(', '), {
      narrow: 'sub',
    }),
    figures('waiting', t`Waiting events`, (access) => ('url' in access ? access.waiting : '–'), {
      narrow: 'subEnd',
    }),
    column('state', t`State`, (access) => <State access={access} />, { narrow: 'mainEnd' }),
    column('since', t`Issued`, ({ createdAt }) => <DayOf at={createdAt} />, { narrow: 'low' }),
    figures('revoke', '', revoke, { narrow: 'lowEnd' }),
  ];
}

function State({ access }: { readonly access: Access }): ReactNode {
  const { t } = useLingui();
  if (access.revokedAt !== undefined)
    return (
      <Status tone="plain">
        {t`ended`} <DayOf at={access.revokedAt} />
      </Status>
    );
  if ('url' in access && access.failingSince !== undefined)
    return (
      <Status tone="danger">
        {t`fails since`} <DayOf at={access.failingSince} />
      </Status>
    );
  return <Status tone="good">{t`in use`}</Status>;
}

interface RevokeProps {
  readonly access: Access;
  readonly onClose: () => void;
}

function RevokeDialog({ access: { accessId, brand, name }, onClose }: RevokeProps): ReactNode {
  const { t } = useLingui();
  const revoking = useStaffAction(revokeFeedAccess, brand);
  return (
    <CallDialog
      title={t`End the access of a system`}
      about={name}
      action={t`Revoke`}
      call={revoking}
      onSend={() => revoking.mutate({ accessId }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t`It reads nothing more from this moment on, for good. To let it in again, a new key is asked for and approved.`}</p>
    </CallDialog>
  );
}
