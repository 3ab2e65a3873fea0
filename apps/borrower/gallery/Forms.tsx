import { type ReactNode, useState } from 'react';
import { Button } from '../src/kit/controls/Button.tsx';
import { Checkbox } from '../src/kit/controls/Checkbox.tsx';
import { Choice } from '../src/kit/controls/Choice.tsx';
import { PickerField, TextField } from '../src/kit/controls/Field.tsx';
import { Stars } from '../src/kit/controls/Stars.tsx';
import { Screen } from '../src/kit/layout/Screen.tsx';
import { Tabs } from '../src/kit/layout/Tabs.tsx';

/** Form fields with their errors. */
export function Forms(): ReactNode {
  const [phone, setPhone] = useState('09171234567');
  const [card, setCard] = useState('4111111111111');
  const [name, setName] = useState('');
  const [tab, setTab] = useState(1);
  const [ticked, setTicked] = useState(true);
  const [bank, setBank] = useState('bdo');
  const [stars, setStars] = useState(3);
  return (
    <Screen
      title="Payment account information"
      back={{ label: 'Back', go: () => history.back() }}
      actions={
        <>
          <Checkbox checked={ticked} onChange={setTicked}>
            I have read the <a href="#agreement">Loan Agreement</a> and the{' '}
            <a href="#statement">Disclosure Statement</a>.
          </Checkbox>
          <Button disabled={!ticked} onTap={() => undefined}>
            Next
          </Button>
        </>
      }
    >
      <Tabs
        label="Kind of account"
        tabs={[
          { key: 1, name: 'Bank account' },
          { key: 2, name: 'E-wallet' },
        ]}
        chosen={tab}
        onChoose={setTab}
      />
      <TextField
        label="Mobile number"
        hint="We send a code to it."
        name="phone"
        format="phone"
        autoComplete="tel"
        value={phone}
        onChange={setPhone}
        aside={{ text: 'get code', onTap: () => undefined }}
      />
      <TextField label="Card number" name="card" format="card" value={card} onChange={setCard} />
      <TextField
        label="Name on the account"
        error="Please fill this in, as your bank writes it."
        name="name"
        value={name}
        onChange={setName}
      />
      <PickerField label="Bank" value="" placeholder="Choose your bank" onTap={() => undefined} />
      <PickerField
        label="Bank"
        value="Bank of the Philippine Islands"
        placeholder=""
        onTap={() => undefined}
      />
      <Choice
        label="Bank"
        logos
        chosen={bank}
        onChoose={setBank}
        options={[
          { key: 'bdo', name: 'BDO Unibank', hint: 'InstaPay, at once' },
          { key: '7', name: '7-Eleven', hint: 'Code at the counter' },
          { key: 'gcash', name: 'GCash' },
          { key: 'maya', name: 'Maya' },
        ]}
      />
      <Stars label="Your score" stars={stars} onChoose={setStars} nameOf={(star) => `${star} of 5 stars`} />
      <br />
      <Button busy onTap={() => undefined}>
        Busy
      </Button>
      <br />
      <Button look="secondary" busy onTap={() => undefined}>
        Busy
      </Button>
      <br />
      <Button look="quiet" onTap={() => undefined}>
        Quiet
      </Button>
    </Screen>
  );
}
