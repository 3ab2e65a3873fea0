import { type ReactNode, useState } from 'react';
import { Button } from '../src/kit/controls/Button.tsx';
import { DayPicker } from '../src/kit/dialogs/DayPicker.tsx';
import { Dialog } from '../src/kit/dialogs/Dialog.tsx';
import { Picker } from '../src/kit/dialogs/Picker.tsx';
import { type ToastHandle, toast } from '../src/kit/feedback/toaster.ts';
import { Screen } from '../src/kit/layout/Screen.tsx';

const banks = Array.from({ length: 40 }, (_, index) => ({
  key: String(index),
  name: `Bank number ${index + 1}`,
}));

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Dialogs, sheets and toasts. */
export function Layers(): ReactNode {
  const [open, setOpen] = useState('');
  const [handle, setHandle] = useState<ToastHandle | undefined>(undefined);
  const [day, setDay] = useState('2024-02-29');
  const [bank, setBank] = useState<string | undefined>('3');
  const close = () => setOpen('');
  return (
    <Screen title="Layers">
      {['dialog', 'must answer', 'sheet', 'picker', 'day'].map((name) => (
        <p key={name}>
          <Button look="secondary" onTap={() => setOpen(name)}>
            {name}
          </Button>
          <br />
        </p>
      ))}
      {(['info', 'success', 'error'] as const).map((kind) => (
        <p key={kind}>
          <Button look="quiet" onTap={() => toast(`A toast of the kind ${kind}, with a few words`, { kind })}>
            toast {kind}
          </Button>
        </p>
      ))}
      <Button
        look="quiet"
        onTap={() => {
          handle?.close();
          setHandle(handle ? undefined : toast('Loading…', { kind: 'loading' }));
        }}
      >
        toast loading
      </Button>
      {open === 'dialog' ? (
        <Dialog
          title="Your money is ready"
          text="₱12.000,00 is ready. We send it to your account ending in 8757."
          onClose={close}
          maskCloses
          buttons={
            <>
              <Button look="secondary" onTap={close}>
                Cancel
              </Button>
              <Button onTap={() => toast('Said inside the dialog', { kind: 'success' })}>Withdraw Now</Button>
            </>
          }
        />
      ) : null}
      {open === 'must answer' ? (
        <Dialog
          title="Kind tips"
          text="Pay by 23 November and no late charge is added."
          singleButton
          buttons={<Button onTap={close}>Confirm</Button>}
        />
      ) : null}
      {open === 'sheet' ? (
        <Dialog
          title="Payment Method"
          look="sheet"
          onClose={close}
          closeLabel="Close"
          maskCloses
          singleButton
          buttons={<Button onTap={close}>Get the code</Button>}
        >
          <p>A sheet with a few words.</p>
        </Dialog>
      ) : null}
      {open === 'day' ? (
        <DayPicker
          title={`Day of birth ${day}`}
          day={day}
          start="2000-01-01"
          years={{ from: 1930, to: 2030 }}
          months={months}
          words={{ confirm: 'Confirm', cancel: 'Cancel', day: 'Day', month: 'Month', year: 'Year' }}
          onConfirm={(picked) => {
            setDay(picked);
            close();
          }}
          onCancel={close}
        />
      ) : null}
      {open === 'picker' ? (
        <Picker
          title="Bank"
          options={banks}
          chosen={bank}
          words={{ confirm: 'Confirm', cancel: 'Cancel', search: 'Search', none: 'Nothing found' }}
          onConfirm={(key) => {
            setBank(key);
            close();
          }}
          onCancel={close}
        />
      ) : null}
    </Screen>
  );
}
