import { accountChange, type AccountChange as Change, disownAccountChange } from '@hiram/contract/bank';
import { formatTelephone } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { phoneLink } from '../app/host/contact.ts';
import { goBack, goHome, goTo } from '../app/navigation/go.ts';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { Button } from '../kit/controls/Button.tsx';
import { ButtonLink } from '../kit/controls/ButtonLink.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { ActionPair, Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './AccountChange.module.css';

/**
 * The page that the text message about a changed bank account links to. The owner can report that they did not change
 * it, signed in or not.
 */
export default function AccountChange(): ReactNode {
  const { t } = useLingui();
  const { change: token = '' } = usePage();
  const call = useCall(accountChange, { token }, { loading: t`Loading…`, quiet: true });
  const title = t`Your account was changed`;
  useTitle(title);
  if (call.state === 'ready') return <Question token={token} initialState={call.data} />;
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? (
        <Skeleton name="form" />
      ) : (
        <CallPanel call={call} next={{ label: t`Go home`, go: goHome }} />
      )}
    </Screen>
  );
}

function Question({
  token,
  initialState,
}: {
  readonly token: string;
  readonly initialState: Change;
}): ReactNode {
  const { t } = useLingui();
  const [state, setState] = useState(initialState);
  const { submit, busy } = useSubmit(disownAccountChange);
  const disown = async () => {
    const answer = await submit({ token }, { loading: t`Saving…`, quiet: false });
    if (answer?.ok) setState(answer.data);
  };
  const { servicePhone } = state;
  const telephone = formatTelephone(servicePhone);
  const title =
    state.state === 'disowned' ? t`Your former account counts again` : t`Your account was changed`;
  useTitle(title);
  const callUs = (
    <ButtonLink look="secondary" {...phoneLink(servicePhone)}>
      {t`Call ${telephone}`}
    </ButtonLink>
  );
  return (
    <Screen
      title={title}
      actions={
        state.state === 'open' ? (
          <Button busy={busy} onTap={() => void disown()}>
            {t`That was not me`}
          </Button>
        ) : state.state === 'disowned' ? (
          <ActionPair>
            {callUs}
            <Button onTap={() => goTo(paths.login, {})}>{t`Sign in`}</Button>
          </ActionPair>
        ) : (
          callUs
        )
      }
    >
      <Card>
        <p>{state.text}</p>
        {state.state === 'open' && (
          <p className={css.more}>
            {t`If it was you, there is nothing to do. If not, tap below: your former account counts again, no money goes to the new one, and every phone is signed out.`}
          </p>
        )}
        {state.state === 'paid' && (
          <p
            className={css.more}
          >{t`Money has been sent to that account. If it was not you, call us at once.`}</p>
        )}
      </Card>
    </Screen>
  );
}
