import { formatCents } from '@hiram/loan';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../../app/cells.tsx';
import { useBrandFormat } from '../../kit/brand-format.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import kit from '../../kit/kit.module.css';
import { Facts } from '../../kit/Page.tsx';
import { Status } from '../../kit/Status.tsx';
import styles from './import.module.css';
import type { Import, ReadStatement } from './useImport.ts';

interface Props {
  readonly state: Import;
  readonly result: ReadStatement;
}

/** The effect of the import, in figures that add up. */
export function Summary({ state, result }: Props): ReactNode {
  const { t } = useLingui();
  const { total, lines, added, repeated, outgoing, faulty, understood, balance } = result;
  const isBlocked = state.isReading || state.error !== null || added === 0 || !understood.isDateOrderSure;
  return (
    <>
      <div>
        <h2>{t`What importing does`}</h2>
        <p className={kit.muted}>{t`nothing is stored yet`}</p>
      </div>
      <Facts
        items={[
          { label: t`Lines`, value: total },
          { label: t`Came in`, value: <Counted count={lines} cents={result.cameIn} /> },
          { label: t`Went out`, value: <Counted count={outgoing} cents={result.wentOut} /> },
          { label: t`There before`, value: t`${repeated}, left out` },
          {
            label: t`Not read`,
            value: faulty > 0 ? <strong className={kit['tone-danger']}>{faulty}</strong> : 0,
          },
        ]}
      />
      <hr className={styles.rule} />
      <Results result={result} />
      {balance && (
        <>
          <hr className={styles.rule} />
          <Balance result={result} balance={balance} />
        </>
      )}
      <p className={kit.muted}>{t`It can be undone until one of its lines is posted or set aside.`}</p>
      <div className={kit.row}>
        <Button onClick={state.clear}>{t`Cancel`}</Button>
        <Button
          look="primary"
          hotkey="send"
          hotkeyLabel={t`import`}
          disabled={isBlocked || (balance?.jumps.length ?? 0) > 0}
          onClick={state.send}
        >
          {t`Import ${plural(added, { one: '# line', other: '# lines' })}`}
        </Button>
      </div>
    </>
  );
}

function Counted({ count, cents }: { readonly count: number; readonly cents: number }): ReactNode {
  return (
    <>
      <strong>{count}</strong> · <Money cents={cents} />
    </>
  );
}

/** The new lines by what they come to. */
function Results({ result: { results, added, amount } }: Pick<Props, 'result'>): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const parts = [
    { key: 'posted', label: t`posted already`, ...results.posted },
    { key: 'matches', label: t`match a receipt`, ...results.matches },
    { key: 'sumDiffers', label: t`claimed with another sum`, ...results.sumDiffers },
    { key: 'nobody', label: t`nobody claims`, ...results.nobody },
  ];
  const sum = formatCents(amount, money);
  return (
    <>
      <h3>{t`${added} new · ${sum}`}</h3>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(
          ({ key, count }) => count > 0 && <i key={key} data-part={key} style={{ flexGrow: count }} />,
        )}
      </div>
      <table className={styles.results}>
        <caption>{t`New lines by result`}</caption>
        <tbody>
          {parts.map(({ key, label, count, amount: cents }) => (
            <tr key={key}>
              <th scope="row">
                <i data-part={key} aria-hidden="true" /> {label}
              </th>
              <td>
                <strong>{count}</strong>
              </td>
              <td>
                <Money cents={cents} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The file's balance: opening, with what came in and without what went out, is the closing one. */
function Balance({
  result,
  balance: { opening, closing, ours, lastClosing },
}: {
  readonly result: ReadStatement;
  readonly balance: NonNullable<ReadStatement['balance']>;
}): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const by = formatCents(Math.abs(closing - ours), money);
  const continues = lastClosing === undefined || lastClosing === opening || result.repeated > 0;
  return (
    <>
      <h3>{t`Agrees with the bank`}</h3>
      <Facts
        items={[
          { label: t`Opening`, value: <Money cents={opening} /> },
          { label: t`Came in`, value: <Money cents={result.cameIn} /> },
          { label: t`Went out`, value: <Money cents={-result.wentOut} /> },
          { label: t`Closing`, value: <Money cents={closing} /> },
          {
            label: t`Ours`,
            value:
              closing === ours ? (
                <Status tone="good">{t`the same to the centavo`}</Status>
              ) : (
                <Status tone="warn">{t`differs by ${by}: lines not read`}</Status>
              ),
          },
        ]}
      />
      {!continues && (
        <Status tone="warn">
          {t`The last file ended at another balance: `} <Money cents={lastClosing} />
        </Status>
      )}
    </>
  );
}
