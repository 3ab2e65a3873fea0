import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Checkbox } from '../kit/controls/Checkbox.tsx';
import { DocumentReader } from '../lending/documents/lazy-reader.ts';

/** The tick of consent. In the specification's market a tap on a title opens that agreement. */
export function AgreementTick(props: {
  readonly titles: readonly { readonly title: string }[];
  readonly ticked: boolean;
  readonly disabled: boolean;
  readonly onTick: (ticked: boolean) => void;
  readonly onRead: (position: number) => void;
}): ReactNode {
  const { titles, ticked, disabled, onTick, onRead } = props;
  const { t } = useLingui();
  const names = titles.map(({ title }) => title).join(` ${t`and`} `);
  return (
    <Checkbox checked={ticked} disabled={disabled} onChange={onTick}>
      {market.specifiedWays ? (
        <>
          {t`I have read and agree to:`}{' '}
          {titles.map(({ title }, position) => (
            <span key={title}>
              {position > 0 ? ', ' : ''}
              <button type="button" onClick={() => onRead(position)}>
                {title}
              </button>
            </span>
          ))}
        </>
      ) : (
        // The page lists the documents, where each can be read.
        t`I have read and agree to the ${names}`
      )}
    </Checkbox>
  );
}

/** The agreement that the page opens with, if it has an address. The answer closes it. */
export function OpeningAgreement(props: {
  readonly title: string | undefined;
  readonly url: string;
  readonly onAnswer: (agrees: boolean) => void;
}): ReactNode {
  const { title, url, onAnswer } = props;
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(url !== '');
  if (!isOpen) return null;
  const answer = (agrees: boolean) => {
    onAnswer(agrees);
    setIsOpen(false);
  };
  return (
    <Suspense fallback={null}>
      <DocumentReader
        title={title ?? t`Loan agreement`}
        url={url}
        end={
          <>
            <Button look="secondary" onTap={() => answer(false)}>
              {t`Cancel`}
            </Button>
            <Button onTap={() => answer(true)}>{t`Agree`}</Button>
          </>
        }
      />
    </Suspense>
  );
}
