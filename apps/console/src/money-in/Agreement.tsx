import type { ClaimResult } from '@hiram/contract/console/money-in';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Status, type Tone } from '../kit/Status.tsx';

/** Shows the agreement of one value of a claim with the bank's line. */
export function Agrees({ value }: { readonly value: 'yes' | 'no' | 'none' }): ReactNode {
  const { t } = useLingui();
  const words = { yes: t`agrees`, no: t`differs`, none: t`nothing to compare` }[value];
  if (value === 'none')
    return (
      <span className={kit.muted} title={words}>
        –
      </span>
    );
  const tone = value === 'yes' ? kit['tone-good'] : kit['tone-danger'];
  return (
    <span className={tone} role="img" aria-label={words} title={words}>
      <Icon name={value === 'yes' ? 'check' : 'close'} />
    </span>
  );
}

const tones: Readonly<Record<ClaimResult, Tone>> = {
  matches: 'good',
  ownImport: 'waiting',
  twoClaim: 'warn',
  senderDiffers: 'warn',
  sumDiffers: 'waiting',
  noReference: 'waiting',
  noLine: 'clock',
};

/** The result of comparing a claim with the bank's lines. */
export function Result({ result }: { readonly result: ClaimResult }): ReactNode {
  const { t } = useLingui();
  const words: Readonly<Record<ClaimResult, string>> = {
    matches: t`matches`,
    ownImport: t`you imported this file`,
    twoClaim: t`two claim it`,
    senderDiffers: t`sender differs`,
    sumDiffers: t`sum differs`,
    noReference: t`no reference`,
    noLine: t`no line yet`,
  };
  return <Status tone={tones[result]}>{words[result]}</Status>;
}
