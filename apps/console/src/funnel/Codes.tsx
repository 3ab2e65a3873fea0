import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { share } from '../app/share.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Tiles } from '../kit/Tiles.tsx';
import styles from './funnel.module.css';
import type { ShownFunnel } from './types.ts';

type CodesProps = Pick<ShownFunnel, 'codes'>;

/** One-time codes of the last hour: what is limited now, and where the unused ones went. */
export function Codes({ codes }: CodesProps): ReactNode {
  const { t } = useLingui();
  const { purposes, day, maxPerMinute } = codes;
  const limited = purposes.some(({ isLimited }) => isLimited);
  const words = {
    register: t`Register`,
    login: t`Sign in`,
    reset: t`Set a password`,
    account: t`Change the account`,
  };
  return (
    <Card
      title={t`Codes of the last hour`}
      aside={
        limited ? (
          <Status tone="danger" isPill>{t`pumping: limited`}</Status>
        ) : (
          <Status tone="good" isPill>{t`not limited`}</Status>
        )
      }
      isFlush
    >
      <table className={kit.table}>
        <caption>{t`Codes by purpose`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Purpose`}</th>
            <th scope="col" className={kit.right}>{t`Sent`}</th>
            <th scope="col" className={kit.right}>{t`Used`}</th>
            <th scope="col">{t`State`}</th>
          </tr>
        </thead>
        <tbody>
          {purposes.map(({ purpose, sent, used, isLimited }) => (
            <tr key={purpose}>
              <th scope="row">{words[purpose]}</th>
              <td className={kit.right}>{sent}</td>
              <td className={kit.right}>{share(used, sent)}</td>
              <td>
                {isLimited ? (
                  <Status tone="danger">{t`with a captcha, at most ${maxPerMinute} unused a minute`}</Status>
                ) : (
                  <Status tone="good">{t`normal`}</Status>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Prefixes codes={codes} />
      <p className={styles.foot}>
        {t`Of the last 24 hours: ${plural(day.sent, { other: '#' })} of at most ${plural(day.max, { other: '# codes' })}. A purpose is limited when few of many codes are used.`}
      </p>
    </Card>
  );
}

function Prefixes({ codes: { prefixes } }: CodesProps): ReactNode {
  const { t } = useLingui();
  if (prefixes.length === 0) return null;
  return (
    <table className={kit.table}>
      <caption>{t`Codes by the beginning of the number`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Numbers that begin with`}</th>
          <th scope="col" className={kit.right}>{t`Sent`}</th>
          <th scope="col" className={kit.right}>{t`Used`}</th>
        </tr>
      </thead>
      <tbody>
        {prefixes.map(({ prefix, sent, used }) => (
          <tr key={prefix}>
            <th scope="row">{prefix}</th>
            <td className={kit.right}>{sent}</td>
            <td className={kit.right}>{share(used, sent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The captcha results of the visitors of the last hour. */
export function Captchas({ captcha }: Pick<ShownFunnel['codes'], 'captcha'>): ReactNode {
  const { t } = useLingui();
  return (
    <Card title={t`Captchas of the last hour`} isFlush>
      <Tiles
        tiles={[
          { label: t`Visitors`, value: captcha.visitors },
          { label: t`Captchas shown`, value: captcha.shown },
          { label: t`Answered`, value: captcha.answered, foot: t`visitors` },
          { label: t`Let through by their device`, value: captcha.worked, foot: t`without a captcha` },
          { label: t`Got a code`, value: captcha.gotCode, foot: t`visitors` },
        ]}
      />
    </Card>
  );
}
