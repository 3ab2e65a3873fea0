import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LegalText } from './LegalText.tsx';

/** INFO-01: public. */
export default function PrivacyPolicy(): ReactNode {
  const { t } = useLingui();
  return <LegalText name="privacy-policy" title={t`Privacy policy`} contents={true} />;
}
