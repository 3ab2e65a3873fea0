import { type CertifyForm, certifyForm, certifySave, certifySteps } from '@hiram/contract/certify';
import type { DataGroup } from '@hiram/contract/certify-steps';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { callContext } from '../app/settings/context.ts';
import { FormField } from '../form/FormField.tsx';
import { useFieldValues } from '../form/useFieldValues.ts';
import { Button } from '../kit/controls/Button.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Screen } from '../kit/layout/Screen.tsx';
import { afterRender } from '../kit/runtime/later.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall, useRefresh } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { send } from '../net/transport/client.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { StepBar } from './StepBar.tsx';
import { useNextStep } from './useNextStep.ts';

/** Needed when a form is sent. */
const checking = afterRender(() => import('../form/check-form.ts'));

/** Milliseconds after the last key before a draft is saved. Leaving the form loses nothing. */
const draftMs = 1_000;

/** The form of a step, as the server provides it. */
export function StepForm({ group }: { readonly group: DataGroup }): ReactNode {
  const { t } = useLingui();
  const call = useCall(certifyForm, { group });
  // A new revision remounts the fields; the step stays mounted.
  const nextStep = useNextStep();
  if (call.state === 'ready')
    return (
      <Fields
        key={call.data.revision}
        form={call.data}
        group={group}
        onChanged={call.retry}
        onSaved={nextStep}
      />
    );
  return (
    <Screen title={t`Your details`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="form" /> : <CallPanel call={call} />}
    </Screen>
  );
}

interface FieldsProps {
  readonly form: CertifyForm;
  readonly group: DataGroup;
  readonly onChanged: () => void;
  readonly onSaved: () => Promise<void>;
}

function Fields(props: FieldsProps): ReactNode {
  const { form } = props;
  const { t } = useLingui();
  useTitle(form.title);
  const { no = 0, count = 0 } = form.progress ?? {};
  const { fields, change, save, busy } = useStep(props);
  return (
    <Screen
      title={form.title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} onTap={() => void save()}>
          {t`Continue`}
        </Button>
      }
    >
      <StepBar progress={form.progress} text={t`Step ${no} of ${count}`} />
      {form.items.map((item) => (
        <FormField
          key={item.code}
          item={item}
          value={fields.values[item.code] ?? ''}
          error={fields.errorOf(item.code)}
          onChange={(value) => change(item.code, value)}
          hold={(element) => fields.hold(item.code, element)}
        />
      ))}
    </Screen>
  );
}

/** The values of a step, with their draft, and the submission, which leads to the next step. */
function useStep({ form, group, onChanged, onSaved }: FieldsProps) {
  const fields = useFieldValues(form.items);
  const { submit, busy } = useSubmit(certifySave);
  const refresh = useRefresh();
  const saveDraft = useDraft(group, form.revision);

  const change = (code: string, value: string) => saveDraft(fields.change(code, value));
  const save = async () => {
    const { values, showProblem } = fields;
    const { formProblems } = await checking.load();
    const problems = formProblems(form.items, values);
    fields.showProblems(problems);
    if (problems.length > 0) return;
    saveDraft(undefined);
    const answer = await submit({ group, values, revision: form.revision }, { quiet: true });
    if (!answer?.ok && answer?.field !== 'revision') saveDraft(values);
    if (!answer) return;
    if (!answer.ok) {
      if (answer.field === 'revision') {
        toast(answer.message, { duration: 6_000 });
        return onChanged();
      }
      return answer.field ? showProblem(answer.field, answer.message) : void toast(answer.message);
    }
    await Promise.all([refresh(certifySteps), refresh(certifyForm)]);
    await onSaved();
  };
  return { fields, change, save, busy };
}

/**
 * Saves a draft a while after the last key, and at once when the page is left. Undefined stops it, because the whole
 * step is saved.
 */
function useDraft(
  group: DataGroup,
  revision: number,
): (values: Readonly<Record<string, string>> | undefined) => void {
  const waiting = useRef<Readonly<Record<string, string>> | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const sending = useRef(false);
  const flush = useRef<(options: { leaving: boolean }) => void>(() => undefined);
  flush.current = ({ leaving }) => {
    clearTimeout(timer.current);
    // One request at a time: otherwise an older draft could arrive after a newer one. Leaving the page does not wait.
    if (sending.current && !leaving) return;
    const values = waiting.current;
    waiting.current = undefined;
    if (!values) return;
    sending.current = true;
    send(certifySave, { group, values, revision, draft: true }, callContext(), { keepalive: leaving })
      // A failed draft does not matter: the next one contains all values.
      .catch(() => undefined)
      .then(() => {
        sending.current = false;
        flush.current({ leaving: false });
      });
  };
  useEffect(() => {
    const leave = () => flush.current({ leaving: true });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return (values) => {
    clearTimeout(timer.current);
    waiting.current = values;
    if (values) timer.current = setTimeout(() => flush.current({ leaving: false }), draftMs);
  };
}
