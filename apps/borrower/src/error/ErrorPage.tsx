import type { ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

export default function ErrorPage(): ReactNode {
  return <ErrorScreen reason="missing" />;
}
