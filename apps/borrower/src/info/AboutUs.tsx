import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LegalText } from './LegalText.tsx';

/** INFO-02: public. */
export default function AboutUs(): ReactNode {
  const { t } = useLingui();
  return <LegalText name="about-us" title={t`About us`} contents={false} />;
}
