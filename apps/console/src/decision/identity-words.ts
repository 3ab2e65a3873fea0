import type { ShownIdentity } from '@hiram/contract/console/decision';
import { useLingui } from '@lingui/react/macro';

export function useIdentityStateWords(): Readonly<Record<ShownIdentity['state'], string>> {
  const { t } = useLingui();
  return {
    none: t`The borrower has sent none`,
    open: t`Not checked yet`,
    verified: t`The document is the borrower’s`,
    failed: t`It is not the borrower’s, or not genuine`,
    unclear: t`A person must look at it`,
  };
}

export function usePartWords(): Readonly<Record<'front' | 'back' | 'selfie', string>> {
  const { t } = useLingui();
  return { front: t`Front`, back: t`Back`, selfie: t`Selfie` };
}

/** In what a document differs from what the borrower typed. */
export function useContradictionWords(): (contradiction: string) => string {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    name: t`Another name, or none that could be read`,
    birthDate: t`Another birth date`,
    number: t`Another number`,
    expired: t`Not valid any more`,
    mrz: t`The machine-readable lines contradict the rest`,
    face: t`The face does not match the selfie`,
  };
  return (contradiction) => words[contradiction] ?? contradiction;
}
