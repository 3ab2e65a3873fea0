import type { IdentityPart } from '@hiram/contract/identity';
import { useLingui } from '@lingui/react/macro';
import type { Fault } from './judge.ts';

interface PartWords {
  readonly title: string;
  readonly take: string;
}

export function usePartWords(): Readonly<Record<IdentityPart, PartWords>> {
  const { t } = useLingui();
  return {
    front: { title: t`Front of your ID`, take: t`Photograph the front` },
    back: { title: t`Back of your ID`, take: t`Photograph the back` },
    selfie: { title: t`Your face`, take: t`Photograph your face` },
  };
}

/** The fault of a picture, what to do, and why. */
export function useFaultWords(): Readonly<
  Record<Fault, { readonly fault: string; readonly todo: string; readonly why: string }>
> {
  const { t } = useLingui();
  return {
    dark: {
      fault: t`Too dark to read`,
      todo: t`Go nearer to a window`,
      why: t`We cannot read the name. Turn the flash off and try again.`,
    },
    bright: {
      fault: t`Too bright to read`,
      todo: t`Turn away from the light`,
      why: t`The light hides what is printed. Turn the flash off and try again.`,
    },
    blurred: {
      fault: t`Blurred. Hold still`,
      todo: t`Hold the phone with both hands`,
      why: t`Tap the middle of the screen to focus, and wait a moment.`,
    },
    small: {
      fault: t`Too small to read`,
      todo: t`Go nearer`,
      why: t`It must fill most of the picture.`,
    },
    cut: {
      fault: t`A corner is cut off`,
      todo: t`Go a little further away`,
      why: t`All four corners must be in the picture, on a plain table.`,
    },
  };
}
