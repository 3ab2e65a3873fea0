import { formatTelephone } from '@hiram/loan/format';
import type { SiteFacts } from '@hiram/visitor-pages/site-facts';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FramedDrawing, Picture } from './Picture.tsx';
import css from './Site.module.css';

/** SITE-02: five pictures one above the other, each with its text. */
export function Home({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  const shortest = Math.min(...facts.products.map((product) => product.days));
  const join = `/promotion${facts.query}`;
  return (
    <>
      <section className={css.hero}>
        <div>
          <h1>{t`Borrow what you need, and see every cost before you agree`}</h1>
          <p className={css.lead}>
            {t`${facts.name} lends small amounts for ${shortest} days and longer. You apply on your phone, and a person answers when something is unclear.`}
          </p>
          <a className={css.button} href={join}>{t`Register with your number`}</a>
        </div>
        <FramedDrawing name="person" facts={facts} alt={t`A person who borrows`} />
      </section>
      <p className={css.licence}>
        <b>{facts.legalName}</b> {t`Registration ${facts.registration}, licence ${facts.authority}.`}{' '}
        {t`Study the terms in the statement of costs before you take a loan.`}
      </p>
      <Doubts facts={facts} />
      <section className={css.band}>
        <Picture name="steps" facts={facts} alt={t`Four steps: apply, decide, receive, done`} />
        <div>
          <h2>{t`How it works`}</h2>
          <ol className={css.steps}>
            <li>{t`Register with your mobile number and fill in who you are.`}</li>
            <li>
              {t`We decide within ${facts.decisionDays === 1 ? t`one day` : t`${facts.decisionDays} days`} and tell you why if we say no.`}
            </li>
            <li>{t`Read the statement of costs, agree, and the money goes to your account or wallet.`}</li>
            <li>{t`Repay on the days that you agreed to. Once half the term has passed you can pay it all off, and interest stops.`}</li>
          </ol>
        </div>
      </section>
      <Costs facts={facts} />
      <section className={css.band}>
        <Picture name="repay" facts={facts} alt={t`A store counter, a phone with a code, and a bank`} />
        <div>
          <h2>{t`Pay where you are`}</h2>
          <p>{t`The app makes a code for each payment. These take it:`}</p>
          <ul className={css.channels}>
            {facts.channels.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      </section>
      <section className={css.band}>
        <Picture name="people" facts={facts} alt={t`Two people talking at a desk`} />
        <div>
          <h2>{t`People answer`}</h2>
          <p>
            {t`A complaint gets a number and an answer within ${facts.replyDays} working days. We speak of your loan to nobody but you, and never read your contacts.`}
          </p>
          <p className={css.reach}>
            <a href={`tel:${facts.phone}`}>{formatTelephone(facts.phone)}</a>
            <a href={`mailto:${facts.email}`}>{facts.email}</a>
          </p>
        </div>
      </section>
      <Questions facts={facts} />
    </>
  );
}

/** Answers to the first questions of a person who borrows for the first time. */
function Doubts({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  const { example } = facts;
  return (
    <section className={css.doubts}>
      <div>
        <h2>{t`Is it real?`}</h2>
        <p>
          {t`Yes. ${facts.legalName} holds licence ${facts.authority}. Look the number up with the regulator before you apply.`}
        </p>
        <p>{t`We never ask for money before yours arrives.`}</p>
      </div>
      <div>
        <h2>{t`What does it cost?`}</h2>
        <p>
          {t`${example.amount} for ${example.days} days costs ${example.cost}. You get ${example.netProceeds} and pay back ${example.totalToRepay}.`}
        </p>
        <p>{t`You see this for your own amount before you agree.`}</p>
      </div>
      <div>
        <h2>{t`What if I am late?`}</h2>
        <p>{facts.late}</p>
        <p>{t`Tell us early. You can pay some now, pay in parts or move the date. We speak of your loan to nobody but you.`}</p>
      </div>
    </section>
  );
}

function Costs({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  const { example } = facts;
  return (
    <section className={css.costs}>
      <div className={css.band}>
        <Picture name="cost" facts={facts} alt={t`A bill under a magnifying glass`} />
        <div>
          <h2>{t`What it costs`}</h2>
          <p>{t`An example: ${example.amount} for ${example.days} days with ${example.product}.`}</p>
          <dl className={css.sums}>
            <div>
              <dt>{t`You receive`}</dt>
              <dd>{example.netProceeds}</dd>
            </div>
            <div>
              <dt>{t`Fee, taken once`}</dt>
              <dd>{example.fee}</dd>
            </div>
            <div>
              <dt>{t`Interest`}</dt>
              <dd>{example.interest}</dd>
            </div>
            <div>
              <dt>{t`You repay in total`}</dt>
              <dd>{example.totalToRepay}</dd>
            </div>
            <div>
              <dt>{t`All costs together`}</dt>
              <dd>{example.cost}</dd>
            </div>
            <div>
              <dt>{t`Effective rate, fee included`}</dt>
              <dd>{t`${example.effective} a month`}</dd>
            </div>
          </dl>
          <h3>{t`Your payments`}</h3>
          <dl className={css.sums}>
            {example.repayments.map((repayment) => (
              <div key={repayment.day}>
                <dt>{t`Day ${repayment.day}`}</dt>
                <dd>{repayment.amount}</dd>
              </div>
            ))}
          </dl>
          <p className={css.small}>{facts.late}</p>
        </div>
      </div>
      <table className={css.table}>
        <caption className="visually-hidden">{t`All loans`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Loan`}</th>
            <th scope="col">{t`Amount`}</th>
            <th scope="col">{t`Term`}</th>
            <th scope="col">{t`Interest a day`}</th>
            <th scope="col">{t`Fee`}</th>
          </tr>
        </thead>
        <tbody>
          {facts.products.map((product) => (
            <tr key={product.name}>
              <th scope="row">{product.name}</th>
              <td data-label={t`Amount`}>
                {product.range}
                {product.first ? <small>{t`first loan up to ${product.first}`}</small> : null}
              </td>
              <td
                data-label={t`Term`}
              >{t`${product.days} days · ${plural(product.repayments, { one: '# payment', other: '# payments' })}`}</td>
              <td data-label={t`Interest a day`}>{product.rate}</td>
              <td data-label={t`Fee`}>{product.fee}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Questions({ facts }: { readonly facts: SiteFacts }): ReactNode {
  const { t } = useLingui();
  const questions: readonly (readonly [string, string])[] = [
    [
      t`What do you need from me?`,
      t`Your name, birth date, address, income and one identity document. No access to your contacts, pictures or messages.`,
    ],
    [
      t`What if I cannot pay in time?`,
      t`Tell us before. Some loans can be extended, and the app shows late charges day by day.`,
    ],
    [t`Can I pay early?`, t`Yes, from the middle of the term, and then interest ends on that day.`],
    [
      t`How do I know that it is really you?`,
      t`We lend as ${facts.legalName}, registration ${facts.registration}, licence ${facts.authority}. We never ask for a code by phone, nor for money to a person’s account.`,
    ],
  ];
  return (
    <section className={css.questions}>
      <h2>{t`Questions`}</h2>
      {questions.map(([question, answer]) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <a className={css.button} href={`/promotion${facts.query}`}>{t`Register with your number`}</a>
    </section>
  );
}
