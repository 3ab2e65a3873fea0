import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../src/kit/controls/Button.tsx';
import { CheckBox } from '../src/kit/controls/CheckBox.tsx';
import { ChoiceRow, ChoiceRows } from '../src/kit/controls/ChoiceRow.tsx';
import { Choices } from '../src/kit/controls/Choices.tsx';
import { DayField } from '../src/kit/controls/DayField.tsx';
import { Dialog } from '../src/kit/controls/Dialog.tsx';
import { InputField, SelectField } from '../src/kit/controls/Field.tsx';
import { Menu } from '../src/kit/controls/Menu.tsx';
import { Popover } from '../src/kit/controls/Popover.tsx';
import { Tabs } from '../src/kit/controls/Tabs.tsx';
import { TextArea } from '../src/kit/controls/TextArea.tsx';
import { FilterForm } from '../src/list/FilterForm.tsx';

const nothing = (): void => undefined;

export function Buttons(): ReactNode {
  return (['plain', 'primary', 'danger', 'quiet'] as const).map((look) => (
    <p key={look}>
      <Button look={look}>Request</Button>{' '}
      <Button look={look} disabled>
        Disabled
      </Button>{' '}
      {/* A key of no screen. */}
      <Button look={look} hotkey={'g' as never} hotkeyLabel="G">
        Grant
      </Button>
    </p>
  ));
}

export function CheckBoxes(): ReactNode {
  const events = ['Orders', 'Payments', 'Payouts'].map((label) => ({ value: label, label }));
  return (
    <>
      {(['none', 'some', 'all'] as const).map((state) => (
        <p key={state}>
          <CheckBox label={`State: ${state}`} showsLabel state={state} onChange={nothing} />
        </p>
      ))}
      <Choices
        legend="At most two"
        choices={events}
        chosen={['Orders', 'Payments']}
        max={2}
        onChange={nothing}
      />
    </>
  );
}

export function ChosenRows(): ReactNode {
  return (
    <ChoiceRows legend="What to waive">
      {['Late charges', 'Penalty', 'Another amount'].map((label) => (
        <ChoiceRow key={label} isChosen={label === 'Penalty'} onChoose={nothing}>
          <span>{label}</span>
          <strong>9.48</strong>
        </ChoiceRow>
      ))}
    </ChoiceRows>
  );
}

export function Fields(): ReactNode {
  return (
    <>
      <InputField label="Amount" value="1,000.00" onChange={nothing} />
      <DayField label="Day" value="2026-12-04" onChange={nothing} />
      <DayField isField label="First part on" value="2026-12-04" onChange={nothing} />
      <SelectField
        label="For"
        value="day"
        options={[
          { value: 'hours', label: '4 hours' },
          { value: 'day', label: 'a day' },
        ]}
        onChange={nothing}
      />
      <TextArea label="Reason" hint="The borrower does not see it." value="" onChange={nothing} max={200} />
      <TextArea label="Reason" value="A receipt proves the payment." onChange={nothing} max={200} />
    </>
  );
}

export function FilterForms(): ReactNode {
  const options = ['New', 'Claimed', 'Answered'].map((label) => ({ label, value: label }));
  return (
    <div style={{ display: 'flex', gap: 24 }}>
      <FilterForm
        label="State"
        filter={{ kind: 'set', options }}
        value={{ kind: 'set', values: ['New'] }}
        onChange={nothing}
      />
      <FilterForm
        label="Days late"
        filter={{ kind: 'range', of: 'number' }}
        value={{ kind: 'range', from: '8', to: '15' }}
        onChange={nothing}
      />
      <FilterForm label="Loan" filter={{ kind: 'text' }} value={undefined} onChange={nothing} />
    </div>
  );
}

export function TabRows(): ReactNode {
  return (
    <Tabs
      label="Queue"
      options={[
        { value: 'mine', label: 'Mine', count: 3 },
        { value: 'all', label: 'All', count: 28 },
        { value: 'done', label: 'Done' },
      ]}
      value="mine"
      onChange={nothing}
    />
  );
}

export function Dialogs(): ReactNode {
  return (
    <Dialog
      title="Waive late interest"
      about="Maria Santos · L-7C1A-2291"
      onClose={nothing}
      footer={
        <>
          <Button>Cancel</Button> <Button look="primary">Request</Button>
        </>
      }
    >
      <InputField label="Amount" value="9.48" onChange={nothing} />
    </Dialog>
  );
}

/** Presses the only button of a page once, so that its picture shows what it opens. */
function Opened({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    box.current?.querySelector('button')?.click();
  }, []);
  return <div ref={box}>{children}</div>;
}

export function Menus(): ReactNode {
  return (
    <Opened>
      <Menu
        label="More"
        items={[
          { label: 'Pass on', onSelect: nothing },
          { label: 'Put off', isDisabled: true, onSelect: nothing },
          { label: 'Block', isDanger: true, onSelect: nothing },
        ]}
      />
    </Opened>
  );
}

export function Popovers(): ReactNode {
  return (
    <Opened>
      <Popover label="Columns" title="Columns">
        {() => <p>What the button is about.</p>}
      </Popover>
    </Opened>
  );
}
