import { useCallback, useEffect, useState } from 'react';
import type { PromotionActions } from './actions.ts';

/** The id of the captcha's picture; the page's first script uses it too. */
export const captchaId = 'captcha';

export interface Captcha {
  /** The picture's address; undefined until the scripts load one. */
  readonly url: string | undefined;
  /** Loads another picture. */
  refresh(): Promise<void>;
}

/** The captcha's picture. The first one loads without a tap, unless the page's first script has loaded it. */
export function useCaptcha(actions: PromotionActions | undefined, onOffline: () => void): Captcha {
  const [url, setUrl] = useState<string>();
  const refresh = useCallback(async () => {
    if (!actions) return;
    setUrl(actions.captchaUrl(await actions.visitorId()));
  }, [actions]);
  useEffect(() => {
    const earlyPicture = document.getElementById(captchaId);
    if (earlyPicture instanceof HTMLImageElement && !earlyPicture.src.startsWith('data:')) return;
    refresh().catch(onOffline);
  }, [refresh, onOffline]);
  return { url, refresh };
}
