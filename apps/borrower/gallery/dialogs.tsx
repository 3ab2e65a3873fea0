import type { ReactNode } from 'react';
import { Button } from '../src/kit/controls/Button.tsx';
import { DayPicker } from '../src/kit/dialogs/DayPicker.tsx';
import { Dialog } from '../src/kit/dialogs/Dialog.tsx';
import { Picker } from '../src/kit/dialogs/Picker.tsx';

const nothing = (): void => undefined;

export function TwoAnswers(): ReactNode {
  return (
    <Dialog
      title="Your money is ready"
      text="₱12,000.00 is ready. We send it to your account ending in 8757."
      onClose={nothing}
      buttons={
        <>
          <Button look="secondary" onTap={nothing}>
            Cancel
          </Button>
          <Button onTap={nothing}>Withdraw Now</Button>
        </>
      }
    />
  );
}

export function OneAnswer(): ReactNode {
  return (
    <Dialog
      title="Stay safe"
      text="Pay by 23 November and no late charge is added."
      singleButton
      buttons={<Button onTap={nothing}>Confirm</Button>}
    />
  );
}

export function Sheet(): ReactNode {
  return (
    <Dialog
      title="Payment Method"
      look="sheet"
      onClose={nothing}
      closeLabel="Close"
      singleButton
      buttons={<Button onTap={nothing}>Get the code</Button>}
    >
      <p>A sheet with a few words.</p>
    </Dialog>
  );
}

export function ListPicker(): ReactNode {
  const banks = Array.from({ length: 40 }, (_, index) => ({
    key: String(index),
    name: `Bank number ${index + 1}`,
    logo: '',
  }));
  return (
    <Picker
      title="Bank"
      options={banks}
      chosen="3"
      words={{ confirm: 'Confirm', cancel: 'Cancel', search: 'Search', none: 'Nothing found' }}
      onConfirm={nothing}
      onCancel={nothing}
    />
  );
}

export function BirthDate(): ReactNode {
  return (
    <DayPicker
      title="Date of birth"
      day="1996-02-29"
      start="1995-01-01"
      years={{ from: 1930, to: 2008 }}
      months={'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')}
      words={{ confirm: 'Confirm', cancel: 'Cancel', day: 'Day', month: 'Month', year: 'Year' }}
      onConfirm={nothing}
      onCancel={nothing}
    />
  );
}
