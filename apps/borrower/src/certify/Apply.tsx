import { type CertifySteps, certifySteps, type DataGroup, dataGroups } from '@hiram/contract/certify';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack, goHome, goTo, replaceWith, startBankFlow } from '../app/navigation/go.ts';
import { withContext } from '../app/navigation/href.ts';
import { navigate } from '../app/navigation/location.ts';
import { ownPage } from '../app/navigation/own-page.ts';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Pill } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { afterRender } from '../kit/runtime/later.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { laterCall } from '../net/transport/client.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Apply.module.css';
import { StepForm } from './StepForm.tsx';

/** Sent when all steps are done. */
const productApply = laterCall(
  afterRender(() => import('@hiram/contract/home')),
  'productApply',
  (calls) => calls.productApply,
);

/** Certification (KEY-03): the list of steps with their progress, and each step's form. */
export default function Apply(): ReactNode {
  const { group } = usePage();
  const step = dataGroups.filter((candidate) => candidate === group && candidate !== 'bank')[0];
  return step ? <StepForm key={step} group={step} /> : <Overview />;
}

/** The first incomplete step, or undefined. */
function nextStep(steps: CertifySteps['steps']): DataGroup | undefined {
  return steps.filter((step) => step.isRequired && step.state !== 'done')[0]?.group;
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
  const open = (group: DataGroup) =>
    group === 'bank' ? startBankFlow(parameters) : goTo(paths.apply, { ...parameters, group });
  const toLoan = useWayToLoan();
  const go = () => {
    const next = data ? nextStep(data.steps) : undefined;
    return next ? open(next) : void toLoan.go();
  };
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
      actions={
        data ? (
          <Button busy={toLoan.busy} onTap={go}>
            {nextStep(data.steps) ? t`Continue` : t`Continue to your loan`}
          </Button>
        ) : null
      }
    >
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      {call.state === 'refused' || call.state === 'unreachable' ? <CallPanel call={call} /> : null}
      {data ? <StepList steps={data.steps} onOpen={open} /> : null}
    </Screen>
  );
}

/**
 * The way on when nothing is missing. Who came from a product goes straight to its confirmation, with the amount chosen
 * there; if the product is not open now, its page says why.
 */
function useWayToLoan() {
  const { productId, returnTo } = usePage();
  const { submit, busy } = useSubmit(productApply);
  const go = async () => {
    // Only a page of this app.
    const page = returnTo ? ownPage(returnTo) : undefined;
    if (page && page.split('?')[0] !== paths.productDetail) return replaceWith(withContext(page));
    if (!productId) return goHome();
    const amount = Number(new URLSearchParams(page?.split('?')[1]).get('amount'));
    const answer = await submit(amount ? { productId, amount } : { productId }, { quiet: true });
    if (answer?.ok) return navigate(withContext(answer.data.url));
    goTo(paths.productDetail, { productId });
  };
  return { go, busy };
}

/** The progress, and the steps in their order. */
function StepList({
  steps,
  onOpen,
}: {
  readonly steps: CertifySteps['steps'];
  readonly onOpen: (group: DataGroup) => void;
}): ReactNode {
  const { t } = useLingui();
  const needed = steps.filter((step) => step.isRequired);
  const done = needed.filter((step) => step.state === 'done').length;
  const all = needed.length;
  return (
    <>
      <p className={css.lead}>
        {done === all
          ? t`All set`
          : t`${done} of ${all} steps are done. What you type is kept, so you can stop at any time.`}
      </p>
      <progress className={css.progress} max={all} value={done} aria-label={t`Steps done`} />
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step.group}>
            <button type="button" className={css.step} onClick={() => onOpen(step.group)}>
              <span className={css.text}>
                <b>{step.title}</b>
                <span className={css.sub}>{step.subtitle}</span>
              </span>
              {step.state === 'done' ? (
                <Pill tone="positive">{t`Done`}</Pill>
              ) : step.state === 'begun' ? (
                <Pill tone="info">{t`Started`}</Pill>
              ) : step.isRequired ? null : (
                <Pill tone="info">{t`Optional`}</Pill>
              )}
              <Icon name="chevron" size={20} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
