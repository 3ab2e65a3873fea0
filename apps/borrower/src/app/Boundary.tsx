import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorScreen } from '../error/ErrorScreen.tsx';

/** Around the whole app and around each screen: what broke is said, and there is always a way home. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.broken ? <ErrorScreen reason="fault" /> : this.props.children;
  }
}
