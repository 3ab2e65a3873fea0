import { useLingui } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Nothing } from '../kit/Nothing.tsx';

interface Props {
  /** The address: another one is another screen, which is tried. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly error?: Error | undefined;
}

/**
 * Shows what a screen shows, or that it could not be: its script did not arrive, as after an upgrade, or it threw an error. The
 * frame around it stays.
 */
export class ScreenFault extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.error && before.place !== this.props.place) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    return this.state.error ? <Failed error={this.state.error} /> : this.props.children;
  }
}

function Failed({ error }: { readonly error: Error }): ReactNode {
  const { t } = useLingui();
  return (
    <Nothing
      icon="warn"
      isAlert
      title={t`This screen could not be shown`}
      text={t`The console may have been upgraded since this page was opened. What you typed is kept. (${error.message})`}
      next={
        <Button
          look="primary"
          hotkey="readAgain"
          hotkeyLabel={t`load again`}
          onClick={() => location.reload()}
        >
          {t`Load the page again`}
        </Button>
      }
    />
  );
}
