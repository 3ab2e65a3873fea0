import type { ChannelTemplate } from '@hiram/contract/promotion';
import { withVisitorQuery } from '@hiram/visitor-pages/links';
import type {
  FieldProblem,
  PlainForm,
  PromotionFacts,
  PromotionField,
} from '@hiram/visitor-pages/promotion-facts';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useRef } from 'react';
import type { PromotionActions } from './actions.ts';
import { CaptchaEntry } from './CaptchaEntry.tsx';
import { CodeEntry } from './CodeEntry.tsx';
import { Entry } from './Entry.tsx';
import css from './Promotion.module.css';
import { type LivePromotionForm, usePromotionForm } from './usePromotionForm.ts';

interface FormProps {
  readonly facts: PromotionFacts;
  readonly template: ChannelTemplate;
  readonly actions: PromotionActions | undefined;
  readonly plain: PlainForm | undefined;
}

/** The registration form, its fields in the template's order (PROM-05 … PROM-16). */
export function PromotionForm({ facts, template, actions, plain }: FormProps): ReactNode {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const live = usePromotionForm({ facts, templateId: template.id, actions, form });
  const problem = live.problem ?? plainProblem(plain);
  const stateOf = (field: PromotionField) => ({
    value: plain?.values[field],
    problem: problem?.field === field ? problem.text : undefined,
  });
  const entries: Readonly<Record<PromotionField, ReactNode>> = {
    mobile: (
      <Entry
        key="mobile"
        name="mobile"
        label={t`Mobile number`}
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={facts.mobile.max}
        placeholder={facts.mobile.start}
        digits={facts.usesSpecifiedCopy}
        {...stateOf('mobile')}
      />
    ),
    imgValidate: <CaptchaEntry key="imgValidate" live={live} plain={plain} {...stateOf('imgValidate')} />,
    smsCode: <CodeEntry key="smsCode" live={live} plain={plain} {...stateOf('smsCode')} />,
    invite_code: (
      <InviteEntry key="invite_code" isFolded={!facts.usesSpecifiedCopy} {...stateOf('invite_code')} />
    ),
  };
  return (
    <form
      ref={form}
      className={css.form}
      method="post"
      action={plain?.action ?? withVisitorQuery(facts.plainUrl, facts.brand)}
      noValidate
      onSubmit={(event: FormEvent) => {
        if (plain) return;
        event.preventDefault();
        live.register();
      }}
    >
      {/* Until the scripts have loaded, and without them, the form is posted to the server's simple page with everything typed. */}
      {plain ? <input type="hidden" name="sid" value={plain.sid} /> : null}
      {template.form.map((field) => entries[field])}
      <Foot facts={facts} template={template} live={live} plain={plain} />
    </form>
  );
}

/** Most visitors have no invite code, so its field is folded. The specification's page shows it. */
function InviteEntry({
  isFolded,
  value,
  problem,
}: {
  readonly isFolded: boolean;
  readonly value: string | undefined;
  readonly problem: string | undefined;
}): ReactNode {
  const { t } = useLingui();
  const entry = (
    <Entry
      name="invite_code"
      label={t`Invite code, if you have one`}
      autoComplete="off"
      maxLength={32}
      value={value}
      problem={problem}
    />
  );
  if (!isFolded) return entry;
  return (
    <details className={css.invite} open={Boolean(value || problem)}>
      <summary>{t`I have an invite code`}</summary>
      {entry}
    </details>
  );
}

/** The agreement, the button, and what the form says. */
function Foot({
  facts,
  template,
  live,
  plain,
}: Omit<FormProps, 'actions'> & { readonly live: LivePromotionForm }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <p className={css.agree}>
        {t`By registering you accept the`}{' '}
        <a href={withVisitorQuery('/agreementTemplate', facts.brand)}>{t`registration agreement`}</a>.
      </p>
      <button type="submit" name="do" value="register" className={css.register} aria-busy={live.registering}>
        {template.buttonText}
      </button>
      {live.isOfCode ? null : (
        <p className={css.said} role="status" aria-live="polite">
          {live.said ?? plain?.notice ?? ''}
        </p>
      )}
    </>
  );
}

function isField(name: string): name is PromotionField {
  return name === 'mobile' || name === 'imgValidate' || name === 'smsCode' || name === 'invite_code';
}

function plainProblem(plain: PlainForm | undefined): FieldProblem | undefined {
  if (!plain?.problem) return undefined;
  const { field, text } = plain.problem;
  return { field: isField(field) ? field : 'mobile', text };
}
