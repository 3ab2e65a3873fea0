import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { bridge } from '../app/host/host.ts';
import { goBack, goHome } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { settings } from '../app/settings/settings.ts';
import { LostArt } from '../art/LostArt.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { BarLink, Screen } from '../kit/layout/Screen.tsx';

/** RTE-07: an unknown address, or a page that failed. It always has a link to the home page. */
export function ErrorScreen({ reason }: { readonly reason: 'missing' | 'fault' }): ReactNode {
  const { t } = useLingui();
  const title = reason === 'missing' ? t`This page is not here` : t`Something broke on this page`;
  useTitle(title);
  return (
    <Screen
      title={settings.name}
      back={{ label: t`Back`, go: goBack }}
      aside={<BarLink {...phoneLink(settings.servicePhone)} label={t`Call us`} icon="phone" />}
    >
      <StatePanel
        art={<LostArt />}
        title={title}
        text={
          reason === 'missing' ? t`The link may be old.` : t`Nothing was lost. Please go home and try again.`
        }
        action={{
          label: t`Go home`,
          go: () => (reason === 'fault' && !bridge.inHost ? location.assign(href(paths.main)) : goHome()),
        }}
      />
    </Screen>
  );
}
