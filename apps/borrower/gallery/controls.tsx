import { type ReactNode, useState } from 'react';
import { Button } from '../src/kit/controls/Button.tsx';
import { ButtonLink } from '../src/kit/controls/ButtonLink.tsx';
import { Checkbox } from '../src/kit/controls/Checkbox.tsx';
import { Choice } from '../src/kit/controls/Choice.tsx';
import { PickerField, TextField } from '../src/kit/controls/Field.tsx';
import { Segments } from '../src/kit/controls/Segments.tsx';
import { Stars } from '../src/kit/controls/Stars.tsx';
import { TextArea } from '../src/kit/controls/TextArea.tsx';

const nothing = (): void => undefined;

export function Buttons(): ReactNode {
  return (['primary', 'secondary', 'quiet'] as const).map((look) => (
    <div key={look}>
      <Button look={look} onTap={nothing}>
        Continue
      </Button>
      <Button look={look} busy onTap={nothing}>
        Busy
      </Button>
      <Button look={look} disabled onTap={nothing}>
        Disabled
      </Button>
      <Button look={look} onTap={nothing}>
        A label that is longer than one line of a narrow phone
      </Button>
    </div>
  ));
}

export function ButtonLinks(): ReactNode {
  return (['primary', 'secondary', 'quiet'] as const).map((look) => (
    <p key={look}>
      <ButtonLink look={look} href="tel:+63285550100">
        Call (02) 8555 0100
      </ButtonLink>
    </p>
  ));
}

export function Checkboxes(): ReactNode {
  const text = 'I agree to repay ₱11,385.48 by 22 January 2027.';
  return (
    <>
      <Checkbox checked onChange={nothing}>
        {text} <a href="#terms">Loan Agreement</a>
      </Checkbox>
      <Checkbox checked={false} onChange={nothing}>
        {text}
      </Checkbox>
      <Checkbox checked disabled onChange={nothing}>
        {text}
      </Checkbox>
      <Checkbox checked={false} disabled onChange={nothing}>
        {text}
      </Checkbox>
    </>
  );
}

export function Choices(): ReactNode {
  const options = [
    { key: 'bdo', name: 'BDO Unibank', hint: 'InstaPay, at once' },
    { key: '7', name: '7-Eleven', hint: 'Code at the counter' },
    { key: 'maya', name: 'Maya' },
  ];
  return (
    <>
      <Choice
        label="With logos"
        chosen="7"
        onChoose={nothing}
        options={options.map((option) => ({ ...option, logo: '' }))}
      />
      <Choice label="None chosen" chosen={undefined} onChoose={nothing} options={options} />
    </>
  );
}

export function TextFields(): ReactNode {
  const [phone, setPhone] = useState('09171234567');
  return (
    <>
      <TextField
        label="Mobile number"
        hint="We send a code to it."
        name="phone"
        format="phone"
        value={phone}
        onChange={setPhone}
        aside={{ text: 'Get code', onTap: nothing }}
      />
      <TextField
        label="SMS code"
        name="code"
        value="123456"
        onChange={nothing}
        aside={{ text: '59 s', onTap: nothing, disabled: true }}
      />
      <TextField label="Card number" name="card" format="card" value="4111111111111111" onChange={nothing} />
      <TextField
        label="Name on the account"
        error="Please fill this in, as your bank writes it."
        name="name"
        value=""
        onChange={nothing}
      />
    </>
  );
}

export function PickerFields(): ReactNode {
  return (
    <>
      <PickerField label="Bank" value="" placeholder="Choose your bank" onTap={nothing} />
      <PickerField label="Bank" value="Bank of the Philippine Islands" placeholder="" onTap={nothing} />
      <PickerField
        label="Bank"
        error="Please choose your bank."
        value=""
        placeholder="Choose your bank"
        onTap={nothing}
      />
    </>
  );
}

export function TextAreas(): ReactNode {
  const counted = {
    maxLength: 200,
    count: (text: string) => text.length,
    cut: (text: string) => text,
    onChange: nothing,
  };
  return (
    <>
      <TextArea label="Remark" name="empty" value="" placeholder="Say it in a few words" {...counted} />
      <TextArea label="Remark" name="filled" value="The receipt is wrong." {...counted} />
      <TextArea label="Remark" name="wrong" value="" error="Please fill this in." {...counted} />
    </>
  );
}

export function SegmentRows(): ReactNode {
  const two = [
    { key: 'daily', name: 'Daily wage' },
    { key: 'monthly', name: 'Salary' },
  ];
  const three = [...two, { key: 'own', name: 'Own business' }];
  return (
    <>
      <Segments label="Type of work" options={two} chosen="daily" onChoose={nothing} />
      <Segments label="Type of work" options={three} chosen="own" onChoose={nothing} />
      <Segments
        label="Type of work"
        error="Choose your type of work."
        options={two}
        chosen=""
        onChoose={nothing}
      />
    </>
  );
}

export function StarRows(): ReactNode {
  return [0, 3, 5].map((stars) => (
    <Stars
      key={stars}
      label="Your score"
      stars={stars}
      onChoose={nothing}
      nameOf={(star) => `${star} of 5 stars`}
    />
  ));
}
