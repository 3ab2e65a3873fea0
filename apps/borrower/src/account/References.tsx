import { consents } from '@hiram/contract/account';
import { contactList, contactSave, relations } from '@hiram/contract/device';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { market } from '../app/settings/market.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Choice } from '../kit/controls/Choice.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { formatDigits } from '../kit/controls/format-input.ts';
import { Dialog } from '../kit/dialogs/Dialog.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Card } from '../kit/layout/Card.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import css from './Account.module.css';

/** Reference persons, entered one at a time. The app never reads the phone's contact list (KEY-10). */
export function References(): ReactNode {
  const { t } = useLingui();
  const call = useCall(contactList, {}, { quiet: true });
  const [adding, setAdding] = useState(false);
  if (call.state !== 'ready') return null;
  const { list } = call.data;
  return (
    <Card heading={t`Emergency contacts`}>
      <p className={css.muted}>
        {t`Only if we cannot reach you, and never to talk about your loan. Ask them first. We do not read your contacts.`}
      </p>
      <ul>
        {list.map((person) => (
          <li key={person.phone + person.name} className={css.row}>
            <span>
              <b>{person.name}</b>
              <span className={css.muted}>{formatDigits(market.phone, person.phone)}</span>
            </span>
          </li>
        ))}
      </ul>
      {list.length < 3 ? (
        <Button look="quiet" onTap={() => setAdding(true)}>
          {t`Add a contact`}
        </Button>
      ) : null}
      {adding ? <ReferenceForm onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

/** The form of a new reference person: what is typed, its problems, and its submission. */
function useNewReference(onClose: () => void) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [relation, setRelation] = useState<(typeof relations)[number]>('family');
  const [problem, setProblem] = useState<{ field: string; text: string } | undefined>(undefined);
  const inputs = { name: useRef<HTMLInputElement>(null), phone: useRef<HTMLInputElement>(null) };
  const { submit, busy } = useSubmit(contactSave);
  const refresh = useRefresh();
  const showProblem = (field: string, text: string) => {
    setProblem({ field, text });
    if (field === 'name' || field === 'phone') inputs[field].current?.focus();
  };
  const save = async () => {
    if (!/\S/.test(name)) return showProblem('name', t`Type the person’s name.`);
    if (phone === '') return showProblem('phone', t`Type the person’s mobile number.`);
    const answer = await submit({ name, phone, relation }, { quiet: true });
    if (!answer) return;
    if (!answer.ok)
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    onClose();
    await Promise.all([refresh(contactList), refresh(consents)]);
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return { name, setName, phone, setPhone, relation, setRelation, inputs, errorOf, save, busy };
}

function ReferenceForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const form = useNewReference(onClose);
  const words: Readonly<Record<(typeof relations)[number], string>> = {
    family: t`Family`,
    friend: t`Friend`,
    colleague: t`Colleague`,
    other: t`Somebody else`,
  };
  return (
    <Dialog
      title={t`Add a contact`}
      look="sheet"
      onClose={onClose}
      buttons={
        <>
          <Button look="secondary" onTap={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={form.busy} onTap={() => void form.save()}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <TextField
          label={t`Name`}
          name="name"
          maxLength={60}
          value={form.name}
          onChange={form.setName}
          inputRef={form.inputs.name}
          error={form.errorOf('name')}
        />
        <TextField
          label={t`Mobile number`}
          name="contactPhone"
          format={market.phone}
          value={form.phone}
          onChange={form.setPhone}
          inputRef={form.inputs.phone}
          error={form.errorOf('phone')}
        />
        <Choice
          label={t`Relationship`}
          options={relations.map((key) => ({ key, name: words[key] }))}
          chosen={form.relation}
          onChoose={(key) => {
            for (const option of relations) if (option === key) form.setRelation(option);
          }}
        />
      </div>
    </Dialog>
  );
}
