import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { goBack } from '../app/go.ts';
import { bridge } from '../app/host.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';

/**
 * CONF-08: asks once before the borrower leaves. The host's back event is the reliable way; the history entry is the
 * fallback for browsers, where `popstate` is only fired once the page was touched.
 */
export function BackPrompt({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const asked = useRef(false);

  useEffect(() => {
    const ask = () => {
      if (asked.current) return false;
      asked.current = true;
      setOpen(true);
      return true;
    };
    const off = bridge.onBack(ask);
    history.pushState({ hiram: 'prompt' }, '');
    const onPop = () => {
      if (ask()) return;
      window.removeEventListener('popstate', onPop);
      history.back();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      off();
      window.removeEventListener('popstate', onPop);
    };
  }, []);

  if (!open) return null;
  return (
    <Dialog
      title={title}
      text={text}
      onClose={() => setOpen(false)}
      buttons={
        <>
          <Button look="secondary" onTap={goBack}>
            {t`Leave`}
          </Button>
          <Button onTap={() => setOpen(false)}>{t`Stay`}</Button>
        </>
      }
    />
  );
}
