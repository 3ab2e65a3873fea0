import { acceptArrangement, declineArrangement, type WaysOut } from '@hiram/contract/arrangement';
import type { OrderId } from '@hiram/contract/ids';
import { loanDetails } from '@hiram/contract/order';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Checkbox } from '../kit/controls/Checkbox.tsx';
import { Card, Pill, Rows } from '../kit/layout/Card.tsx';
import { ActionPair, Screen } from '../kit/layout/Screen.tsx';
import { DocumentBlocks } from '../lending/documents/DocumentBlocks.tsx';
import { noteAgreement } from '../lending/seen.ts';
import { useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { ExtraCost } from './ExtraCost.tsx';
import { partsSum } from './WayColumns.tsx';
import css from './WaysOut.module.css';

/** The lender's proposal: its parts, what stays, how it ends, and the agreement that the borrower accepts. */
export function Offer({
  offer,
  orderId,
  onChanged,
}: {
  readonly offer: NonNullable<WaysOut['offer']>;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [isRead, setIsRead] = useState(false);
  const accepting = useSubmit(acceptArrangement);
  const declining = useSubmit(declineArrangement);
  const refresh = useRefresh();
  const title = t`Your arrangement`;
  useTitle(title);
  const { parts, amount, charges, added, agreement, validThrough } = offer;
  const [last] = parts.slice(-1);
  const sum = money(amount);
  const accept = async () => {
    const answer = await accepting.submit({ orderId, sha256: agreement.sha256 });
    if (!answer) return;
    if (!answer.ok) return onChanged();
    await refresh(loanDetails);
    noteAgreement();
    goTo(paths.order, { orderId });
  };
  const decline = async () => {
    if (await declining.submit({ orderId })) onChanged();
  };
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <>
          <Checkbox checked={isRead} onChange={setIsRead}>
            {t`I have read the arrangement agreement.`}
          </Checkbox>
          <ActionPair>
            <Button look="secondary" busy={declining.busy} onTap={() => void decline()}>
              {t`No, thank you`}
            </Button>
            <Button busy={accepting.busy} disabled={!isRead} onTap={() => void accept()}>
              {t`Agree`}
            </Button>
          </ActionPair>
        </>
      }
    >
      <p className={css.amount}>
        {plural(parts.length, { one: `# part, ${sum} in all`, other: `# parts, ${sum} in all` })}
      </p>
      {added.kept === 0 ? <Pill tone="positive">{t`Late days add nothing while you keep it`}</Pill> : null}
      <div className={css.steps}>
        {parts.map((part) => (
          <span key={part.date} className={css.step}>
            <b>{money(part.amount)}</b>
            <small>{showDate(part.date, 'short')}</small>
          </span>
        ))}
      </div>
      <Card>
        <Rows
          rows={[
            { text: t`Owed of the late payments`, value: money(amount - charges) },
            { text: t`For late days until today`, value: money(charges) },
            { text: t`You pay`, value: money(amount), note: partsSum(offer) },
          ]}
        />
      </Card>
      <Card heading={last ? t`Extra cost until ${showDate(last.date, 'short')}` : t`Extra cost`}>
        <ExtraCost added={added} />
      </Card>
      <Card>
        <details className={css.agreement}>
          <summary>{agreement.title}</summary>
          <DocumentBlocks html={agreement.html} />
        </details>
      </Card>
      <p className={css.hint}>{t`You can accept it until ${showDate(validThrough)}.`}</p>
    </Screen>
  );
}
