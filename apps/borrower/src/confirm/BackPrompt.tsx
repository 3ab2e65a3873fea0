import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bridge } from '../app/host/host.ts';
import { leaveFromPrompt, putPromptEntry, steppedOnOwnEntry } from '../app/navigation/prompt-entry.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/dialogs/Dialog.tsx';

/**
 * CONF-08: asks once before the borrower leaves by the host's back button, the header's arrow or the browser. Browsers
 * send `popstate` only after the page was touched, so inside an app only the host's event is reliable.
 */
export function BackPrompt({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const wasAsked = useRef(false);

  useEffect(() => {
    const page = location.pathname;
    const ask = () => {
      if (wasAsked.current) return false;
      wasAsked.current = true;
      setOpen(true);
      return true;
    };
    const off = bridge.onBack(() => {
      if (!ask()) leaveFromPrompt();
      return true;
    });
    putPromptEntry();
    const onPop = () => {
      if (steppedOnOwnEntry(page) && !ask()) leaveFromPrompt();
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
          <Button look="secondary" onTap={leaveFromPrompt}>
            {t`Leave`}
          </Button>
          <Button onTap={() => setOpen(false)}>{t`Stay`}</Button>
        </>
      }
    />
  );
}
