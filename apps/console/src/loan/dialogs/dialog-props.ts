import type { ShownLoan } from '../types.ts';

/** The props that the dialogs of the actions share. */
export interface DialogProps {
  readonly loan: ShownLoan;
  readonly brand: string;
  readonly about: string;
  readonly draft: string;
  readonly reference?: string;
  readonly onClose: () => void;
}
