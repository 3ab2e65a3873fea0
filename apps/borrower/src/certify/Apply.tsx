import { type CertifySteps, certifySteps } from '@hiram/contract/certify';
import { type CertifyStepName, dataGroups } from '@hiram/contract/certify-steps';
import { useLingui } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { goBack, goTo, startBankFlow } from '../app/navigation/go.ts';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Pill } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Apply.module.css';
import { StepBar } from './StepBar.tsx';
import { StepForm } from './StepForm.tsx';
import { useNextStep } from './useNextStep.ts';
import { useWayToLoan } from './useWayToLoan.ts';

// Its script and texts are loaded when it is opened: most steps are forms.
const Identity = lazy(() => import('../identity/load-identity.ts').then((module) => module.loadIdentity()));

/** Certification (KEY-03): the list of steps with their progress, and each step's form. */
export default function Apply(): ReactNode {
  const { group } = usePage();
  if (group === 'identity') return <IdentityStep />;
  const step = dataGroups.filter((candidate) => candidate === group && candidate !== 'bank')[0];
  return step ? <StepForm key={step} group={step} /> : <Overview />;
}

function IdentityStep(): ReactNode {
  const nextStep = useNextStep();
  return (
    <Suspense fallback={<Skeleton name="list" />}>
      <Identity onDone={nextStep} Bar={StepBar} />
    </Suspense>
  );
}

/** The first incomplete step, or undefined. */
function nextStep(steps: CertifySteps['steps']): CertifySteps['steps'][number] | undefined {
  return steps.filter((step) => step.isRequired && step.state !== 'done')[0];
}

function Overview(): ReactNode {
  const { t } = useLingui();
  const page = usePage();
  const call = useCall(certifySteps, {});
  const title = t`Your details`;
  useTitle(title);
  const data = call.state === 'ready' ? call.data : undefined;
  const parameters = {
    ...(page.productId ? { productId: page.productId } : {}),
    ...(page.returnTo ? { returnTo: page.returnTo } : {}),
  };
  const open = (group: CertifyStepName) =>
    group === 'bank' ? startBankFlow(parameters) : goTo(paths.apply, { ...parameters, group });
  const toLoan = useWayToLoan();
  const next = data ? nextStep(data.steps) : undefined;
  const go = () => (next ? open(next.group) : void toLoan.go());
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
      actions={
        data ? (
          <Button busy={toLoan.busy} onTap={go}>
            {next ? `${t`Continue`}: ${next.title}` : t`Continue to your loan`}
          </Button>
        ) : null
      }
    >
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {data ? <StepList steps={data.steps} onOpen={open} /> : null}
    </Screen>
  );
}

/** The progress, and the steps in their order. */
function StepList({
  steps,
  onOpen,
}: {
  readonly steps: CertifySteps['steps'];
  readonly onOpen: (group: CertifyStepName) => void;
}): ReactNode {
  const { t } = useLingui();
  const needed = steps.filter((step) => step.isRequired);
  const done = needed.filter((step) => step.state === 'done').length;
  const all = needed.length;
  const lead = t`${done} of ${all} steps done. What you type is kept.`;
  return (
    <>
      <StepBar progress={{ no: done, count: all }} text={lead} />
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step.group}>
            <button type="button" className={css.step} onClick={() => onOpen(step.group)}>
              <span className={css.text}>
                <b>
                  {step.isRequired ? `${needed.indexOf(step) + 1}. ` : ''}
                  {step.title}
                </b>
                <span className={css.sub}>{step.subtitle}</span>
              </span>
              {step.isRequired && step.state === 'todo' ? null : (
                <Pill tone={step.state === 'done' ? 'positive' : 'info'}>
                  {step.state === 'done' ? t`Done` : step.state === 'begun' ? t`Started` : t`Optional`}
                </Pill>
              )}
              <Icon name="chevron" size={20} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
