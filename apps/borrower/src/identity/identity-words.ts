import type { IdentityPart } from '@hiram/contract/identity';
import { useLingui } from '@lingui/react/macro';
import type { Check, Fault } from './judge.ts';

interface PartWords {
  readonly title: string;
  readonly take: string;
}

export function usePartWords(kind: string | undefined): Readonly<Record<IdentityPart, PartWords>> {
  const { t } = useLingui();
  return {
    front:
      kind === 'passport'
        ? { title: t`Photo page of your passport`, take: t`Photograph the page with your photo` }
        : { title: t`Front of your ID`, take: t`Photograph the front` },
    back: { title: t`Back of your ID`, take: t`Photograph the back` },
    selfie: { title: t`Your face`, take: t`Photograph your face` },
  };
}

/** What is looked at in a picture: a face has no corners. */
export const checksOf = (part: IdentityPart): readonly Check[] =>
  part === 'selfie' ? ['sharp', 'light', 'size'] : ['sharp', 'corners', 'light', 'size'];

export function useCheckWords(): Readonly<Record<Check, string>> {
  const { t } = useLingui();
  return {
    sharp: t`Not blurred`,
    corners: t`Corners in the picture`,
    light: t`Light`,
    size: t`Large enough`,
  };
}

interface FaultWords {
  readonly check: Check;
  readonly fault: string;
  /** Of the check, in its row. */
  readonly short: string;
  readonly todo: string;
  readonly why: string;
}

/** The fault of a picture, what to do, and why. */
export function useFaultWords(): Readonly<Record<Fault, FaultWords>> {
  const { t } = useLingui();
  return {
    dark: {
      check: 'light',
      short: t`Too dark`,
      fault: t`Too dark to read`,
      todo: t`Go nearer to a window`,
      why: t`We cannot read the name. Turn the flash off and try again.`,
    },
    bright: {
      check: 'light',
      short: t`Too bright`,
      fault: t`Too bright to read`,
      todo: t`Turn away from the light`,
      why: t`The light hides what is printed. Turn the flash off and try again.`,
    },
    blurred: {
      check: 'sharp',
      short: t`Blurred`,
      fault: t`Blurred. Hold still`,
      todo: t`Hold the phone with both hands`,
      why: t`Tap the middle of the screen to focus, and wait a moment.`,
    },
    small: {
      check: 'size',
      short: t`Too small`,
      fault: t`Too small to read`,
      todo: t`Go nearer`,
      why: t`It must fill most of the picture.`,
    },
    cut: {
      check: 'corners',
      short: t`Cut off`,
      fault: t`A corner is cut off`,
      todo: t`Go a little further away`,
      why: t`All four corners must be in the picture, on a plain table.`,
    },
  };
}
