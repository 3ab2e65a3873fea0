import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { PromotionActions } from './actions.ts';

/** The id of the captcha's picture; the page's first script uses it too. */
export const captchaId = 'captcha';

export interface Captcha {
  /** The picture's address; undefined until the scripts load one. */
  readonly url: string | undefined;
  /** The captcha of the current code. It stays valid even if another picture has been loaded since. */
  readonly solved: RefObject<{ captchaText: string; drawnSince: boolean }>;
  /** Loads another picture. */
  refresh(): Promise<void>;
}

/** The captcha's picture. The first one loads without a tap, unless the page's first script has loaded it. */
export function useCaptcha(actions: PromotionActions | undefined, onOffline: () => void): Captcha {
  const [url, setUrl] = useState<string>();
  const solved = useRef({ captchaText: '', drawnSince: false });
  const refresh = useCallback(async () => {
    if (!actions) return;
    setUrl(actions.captchaUrl(await actions.visitorId()));
  }, [actions]);
  useEffect(() => {
    const earlyPicture = document.getElementById(captchaId);
    if (earlyPicture instanceof HTMLImageElement && !earlyPicture.src.startsWith('data:')) return;
    refresh().catch(onOffline);
  }, [refresh, onOffline]);
  return { url, solved, refresh };
}
