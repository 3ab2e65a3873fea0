import type { ChannelTemplate } from '@hiram/contract/promotion';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PromotionActions } from './actions.ts';
import { Entry } from './Entry.tsx';
import { Example } from './Example.tsx';
import type { FieldProblem, PlainForm, PromotionFacts, PromotionField } from './facts.ts';
import { carrying } from './links.ts';
import css from './Promotion.module.css';
import { pictures } from './pictures.ts';
import { captchaId, usePromotionForm } from './usePromotionForm.ts';

/**
 * The landing page of an advertisement (PROM-01 … PROM-18). The server renders all of it, and visitors can type before
 * any script has loaded. Without scripts its form is posted to the server (`plain`).
 */
export function Promotion({
  facts,
  actions,
  plain,
}: {
  readonly facts: PromotionFacts;
  /** The actions of the page once its scripts have loaded. */
  readonly actions?: PromotionActions;
  readonly plain?: PlainForm;
}): ReactNode {
  const { t } = useLingui();
  const [template, setTemplate] = useState(facts.template);
  const [unknown, setUnknown] = useState(facts.unknownTemplate);
  useEffect(() => {
    void actions?.template().then((configuration) => {
      if (!configuration) return;
      if (configuration === 'unknown') return setUnknown(true);
      setTemplate(configuration);
      applyColours(configuration.colours);
    });
  }, [actions]);
  return (
    <div className={css.page}>
      <header className={css.bar}>
        <b>{facts.name}</b>
        <a href={`tel:${facts.servicePhone}`}>{t`Call us`}</a>
      </header>
      <main className={css.main}>
        {unknown ? (
          <p
            className={css.notice}
            role="status"
          >{t`This offer is no longer here. You see our current one.`}</p>
        ) : null}
        <h1 className={css.headline}>{template.headline}</h1>
        <Example
          key={template.id}
          example={template.example}
          money={facts.money}
          still={plain !== undefined}
        />
        <Form facts={facts} template={template} actions={actions} plain={plain} />
        <About template={template} />
      </main>
      <footer className={css.legal}>
        <p>{facts.licence}</p>
        <p>
          <a href={carrying('/policy', facts.brand)}>{t`Privacy policy`}</a>{' '}
          <a href={carrying('/terms', facts.brand)}>{t`Loan terms`}</a>
        </p>
      </footer>
    </div>
  );
}

/**
 * Applies the template's colours: a static host serves one document for all templates, so the page may have those of
 * another.
 */
function applyColours(colours: ChannelTemplate['colours']): void {
  const { style, dataset } = document.documentElement;
  const isDark =
    dataset.theme === 'dark' ||
    (dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  for (const [role, colour] of Object.entries(isDark ? colours.dark : colours.light))
    style.setProperty(`--${role}`, colour);
}

function About({ template }: { readonly template: ChannelTemplate }): ReactNode {
  const picture = pictures[template.picture];
  return (
    <section className={css.about}>
      {picture ? <img src={picture.src} width={picture.width} height={picture.height} alt="" /> : null}
      <p className={css.lead}>{template.lead}</p>
      <ul className={css.points}>
        {template.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

interface FormProps {
  readonly facts: PromotionFacts;
  readonly template: ChannelTemplate;
  readonly actions: PromotionActions | undefined;
  readonly plain: PlainForm | undefined;
}

function Form({ facts, template, actions, plain }: FormProps): ReactNode {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const live = usePromotionForm({ facts, templateId: template.id, actions, form });
  const problem: FieldProblem | undefined = live.problem ?? plainProblem(plain);
  const problemOf = (field: PromotionField) => (problem?.field === field ? problem.text : undefined);
  const initialValue = (field: PromotionField) => plain?.values[field];
  const entries: Readonly<Record<PromotionField, ReactNode>> = {
    mobile: (
      <Entry
        key="mobile"
        name="mobile"
        label={t`Mobile number`}
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={facts.mobile.most}
        placeholder={facts.mobile.start}
        digits={facts.letter}
        value={initialValue('mobile')}
        problem={problemOf('mobile')}
      />
    ),
    imgValidate: (
      <Entry
        key="imgValidate"
        name="imgValidate"
        label={t`Signs of the picture`}
        autoComplete="off"
        maxLength={4}
        value={initialValue('imgValidate')}
        problem={problemOf('imgValidate')}
        aside={
          plain ? (
            plain.captchaUrl === '' ? null : (
              <img
                className={css.captcha}
                src={plain.captchaUrl}
                width={125}
                height={50}
                alt={t`Four signs to type`}
              />
            )
          ) : (
            <button
              type="button"
              className={css.refresh}
              aria-label={t`Another picture`}
              onClick={live.refreshByTap}
            >
              {/* The page's first script sets its picture before the bundle loads. */}
              <img
                id={captchaId}
                className={css.captcha}
                src={live.captchaUrl ?? noPicture}
                width={125}
                height={50}
                alt={t`Four signs to type`}
              />
            </button>
          )
        }
        below={
          plain ? null : (
            <button type="button" className={css.link} disabled={live.working} onClick={live.workItOut}>
              {live.working ? t`Your phone is working it out…` : t`I cannot see the picture`}
            </button>
          )
        }
      />
    ),
    smsCode: (
      <Entry
        key="smsCode"
        name="smsCode"
        label={t`Code of the text message`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        digits
        value={initialValue('smsCode')}
        problem={problemOf('smsCode')}
        aside={
          <button
            type="submit"
            name="do"
            value="code"
            className={css.code}
            aria-busy={live.sending}
            onClick={(event) => {
              if (plain) return;
              event.preventDefault();
              live.sendCode();
            }}
          >
            {live.seconds > 0 ? t`${live.seconds} s` : t`get code`}
          </button>
        }
      />
    ),
    invite_code: (
      <Entry
        key="invite_code"
        name="invite_code"
        label={t`Invite code, if you have one`}
        autoComplete="off"
        maxLength={32}
        value={initialValue('invite_code')}
        problem={problemOf('invite_code')}
      />
    ),
  };
  return (
    <form
      ref={form}
      className={css.form}
      method="post"
      action={plain?.action ?? carrying(facts.plainUrl, facts.brand)}
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
      <p className={css.agree}>
        {t`By registering you accept the`}{' '}
        <a href={carrying('/agreementTemplate', facts.brand)}>{t`registration agreement`}</a>.
      </p>
      <button type="submit" name="do" value="register" className={css.register} aria-busy={live.registering}>
        {template.buttonText}
      </button>
      <p className={css.said} role="status" aria-live="polite">
        {live.said ?? plain?.said ?? ''}
      </p>
    </form>
  );
}

const noPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

function isField(name: string): name is PromotionField {
  return name === 'mobile' || name === 'imgValidate' || name === 'smsCode' || name === 'invite_code';
}

function plainProblem(plain: PlainForm | undefined): FieldProblem | undefined {
  if (!plain?.problem) return undefined;
  const { field, text } = plain.problem;
  return { field: isField(field) ? field : 'mobile', text };
}
