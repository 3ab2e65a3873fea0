import {
  activatePolicy,
  checkPolicyDraft,
  listPolicies,
  type PolicyVersion,
  type ReplayReport,
  showPolicy,
  showPolicyShadow,
} from '@hiram/contract/console/policy';
import { whoMay } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { ActionButton } from '../action/ActionButton.tsx';
import { DayOf, When } from '../app/cells.tsx';
import { useChoiceInAddress } from '../app/in-address.ts';
import { OthersHere } from '../app/OthersHere.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { useRemember } from '../app/recent.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Card, Facts, Page, SidePanel } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { ActivePolicy } from './ActivePolicy.tsx';
import styles from './policy.module.css';
import { compareHref, policyHref, policyOf, type ShownPolicy, usualBase } from './policy-of.ts';
import { Stages } from './Stages.tsx';
import { useReplay } from './useReplay.ts';
import { useVersionStates, versionTones } from './words.ts';

/** One version of a brand's policy: its stages, the versions beside it, and what can be done with it. */
export function Policy(props: ScreenProps): ReactNode {
  const { person, params } = props;
  const brand = params.brand ?? '';
  if (!hasRight(person, 'policy.read', brand)) return <MayNotSee right="policy.read" brand={brand} />;
  const version = Number(params.version);
  if (!Number.isSafeInteger(version)) return <ActivePolicy brand={brand} />;
  return <Version key={`${brand} ${version}`} person={person} brand={brand} version={version} />;
}

interface VersionProps {
  readonly person: Person;
  readonly brand: string;
  readonly version: number;
}

function Version({ person, brand, version }: VersionProps): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [tab, setTab] = useChoiceInAddress('tab', ['stages', 'json']);
  const query = useStaffCall(showPolicy, { version }, brand);
  const { data: list } = useStaffCall(listPolicies, {}, brand);
  useChanges(['decision_policy']);
  const shown = query.data;
  const states = useVersionStates();
  const base = list && usualBase(list.versions, version);
  const mayEdit = hasRight(person, 'policy.edit', brand);
  useRemember({ href: policyHref(brand, version), label: t`Policy ${version}`, icon: 'file' });
  return (
    <Page
      title={t`Policy, version ${version}`}
      brand={brand}
      status={
        shown && (
          <Status tone={versionTones[shown.state]} isPill>
            {states[shown.state]}
          </Status>
        )
      }
      actions={
        <div className={styles.actions}>
          <Tabs
            label={t`How it is shown`}
            options={[
              { value: 'stages', label: t`Stages` },
              { value: 'json', label: t`JSON` },
            ]}
            value={tab}
            onChange={setTab}
          />
          {base !== undefined && (
            <Button onClick={() => navigate(compareHref(brand, base, version))}>
              {t`Compare with ${base}`}
            </Button>
          )}
          {mayEdit && shown && (
            <Button hotkey="write" onClick={() => navigate(`${policyHref(brand, version)}/edit`)}>
              {shown.state === 'draft' ? t`Edit` : t`Edit as the next version`}
            </Button>
          )}
          {shown?.state === 'checked' && (
            <RequestActivation brand={brand} version={version} person={person} />
          )}
        </div>
      }
    >
      <OthersHere path={policyHref(brand, version)} brand={brand} />
      <Loaded query={query}>
        {(policy) => (
          <SidePanel
            label={t`About version ${version}`}
            list={
              <div className={styles.page}>
                {list && <Versions versions={list.versions} brand={brand} version={version} />}
                <div className={styles.stages}>
                  {tab === 'json' ? (
                    <Json policy={policy} />
                  ) : (
                    <Tables policy={policy} brand={brand} base={base} />
                  )}
                </div>
              </div>
            }
          >
            <About policy={policy} brand={brand} person={person} />
          </SidePanel>
        )}
      </Loaded>
    </Page>
  );
}

interface VersionsProps {
  readonly versions: readonly PolicyVersion[];
  readonly brand: string;
  readonly version: number;
}

/** The versions of the brand, the newest first. */
function Versions({ versions, brand, version }: VersionsProps): ReactNode {
  const { t } = useLingui();
  const states = useVersionStates();
  return (
    <nav aria-label={t`Versions`} className={styles.versions}>
      <Card title={t`Versions`} aside={versions.length} isFlush>
        <ul>
          {versions.map((each) => (
            <li key={each.version}>
              <Link
                href={policyHref(brand, each.version)}
                aria-current={each.version === version ? 'page' : undefined}
              >
                <strong>{t`Version ${each.version}`}</strong>
                <span className={kit.muted}>
                  <DayOf at={each.createdAt} />
                </span>
                <span className={styles.whole}>
                  <Status tone={versionTones[each.state]}>{states[each.state]}</Status>
                </span>
                <span className={`${styles.whole} ${kit.muted}`}>
                  {each.createdBy ?? t`shipped with the brand`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </nav>
  );
}

interface TablesProps {
  readonly policy: ShownPolicy;
  readonly brand: string;
  readonly base: number | undefined;
}

const movedBy = ({ matrix }: ReplayReport) =>
  matrix.reduce((sum, { active, draft, count }) => sum + (active === draft ? 0 : count), 0);

function Tables({ policy, brand, base }: TablesProps): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(showPolicy, { version: base ?? 1 }, brand, { isOn: base !== undefined });
  const { version, state } = policy;
  const { data: report } = useReplay(
    brand,
    base ?? 1,
    version,
    1_000,
    base !== undefined && state === 'checked',
  );
  return (
    <>
      <StageKeys />
      <Stages
        policy={policyOf(policy)}
        base={base === undefined || !data ? undefined : policyOf(data)}
        baseVersion={base}
        fired={
          policy.decisions === 0 ? undefined : new Map(policy.fired.map(({ line, count }) => [line, count]))
        }
        aside={
          base !== undefined && (
            <Link href={compareHref(brand, base, policy.version)}>
              {report
                ? t`${movedBy(report)} of the last ${report.replayed} decisions differ`
                : t`What it changes`}
            </Link>
          )
        }
      />
    </>
  );
}

/** The keys 1 to 6 lead to a stage. */
function StageKeys(): ReactNode {
  return [1, 2, 3, 4, 5, 6].map((stage) => <StageKey key={stage} stage={stage} />);
}

function StageKey({ stage }: { readonly stage: number }): ReactNode {
  const { t } = useLingui();
  useKey(
    `${stage}`,
    stage === 1 ? t`stages 1–6` : t`stage ${stage}`,
    () => document.getElementById(`stage-${stage}`)?.scrollIntoView({ block: 'start' }),
    // The foot has room for one.
    { isShown: stage === 1 },
  );
  return null;
}

function Json({ policy }: { readonly policy: ShownPolicy }): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const copy = () =>
    void navigator.clipboard.writeText(policy.body).then(() => toast(t`Copied. Paste it into a draft.`));
  return (
    <Card title={t`As JSON`} aside={<Button onClick={copy}>{t`Copy`}</Button>} isFlush>
      <p className={styles.foot}>
        SHA-256 <span className={styles.sha}>{policy.sha256}</span>
      </p>
      <textarea className={styles.json} aria-label={t`The policy as JSON`} readOnly value={policy.body} />
    </Card>
  );
}

interface AboutProps {
  readonly policy: ShownPolicy;
  readonly brand: string;
  readonly person: Person;
}

/** The author of the version, the reason, and the next step: to check it, or to request its activation. */
function About({ policy, brand, person }: AboutProps): ReactNode {
  const { t } = useLingui();
  const { version, note, createdBy, createdAt, checkedAt, effectiveAt, isInEffect, decisions } = policy;
  return (
    <>
      <h2>{t`Version ${version}`}</h2>
      {note !== '' && <p>{note === 'policy.json of the brand' ? t`As first set up` : `“${note}”`}</p>}
      <Facts
        items={[
          { label: t`Made`, value: <When at={createdAt} /> },
          { label: t`By`, value: createdBy ?? t`shipped with the brand` },
          ...(checkedAt === undefined ? [] : [{ label: t`Checked`, value: <When at={checkedAt} /> }]),
          ...(effectiveAt === undefined
            ? []
            : [{ label: isInEffect ? t`Decides since` : t`From`, value: <When at={effectiveAt} /> }]),
          ...(policy.state === 'checked' ? [] : [{ label: t`Decisions, 30 days`, value: decisions }]),
        ]}
      />
      {policy.state === 'checked' && <Shadow brand={brand} version={version} />}
      <NextStep policy={policy} brand={brand} person={person} />
      <p className={kit.muted}>
        {t`A version never changes once it is checked. Going back is a new version with the former contents.`}
      </p>
    </>
  );
}

/** Number of cases that the version would have decided otherwise. */
function Shadow({ brand, version }: { readonly brand: string; readonly version: number }): ReactNode {
  const { t } = useLingui();
  const { data } = useStaffCall(showPolicyShadow, { version }, brand);
  if (!data) return null;
  const sum = (kind: 'same' | 'stricter' | 'milder') =>
    data.days.reduce((total, day) => total + day[kind], 0);
  if (data.days.length === 0)
    return (
      <>
        <h2>{t`In shadow`}</h2>
        <p className={kit.muted}>
          {t`No application since its check. Compare it with the active version on the latest decisions before you request it.`}
        </p>
      </>
    );
  return (
    <>
      <h2>{t`In shadow`}</h2>
      <Facts
        items={[
          { label: t`Same decision`, value: sum('same') },
          { label: t`Stricter`, value: sum('stricter') },
          { label: t`Milder`, value: sum('milder') },
        ]}
      />
    </>
  );
}

function NextStep({ policy, brand, person }: AboutProps): ReactNode {
  const { t } = useLingui();
  const checking = useStaffAction(checkPolicyDraft, brand);
  const { version, state } = policy;
  if (state === 'draft' && hasRight(person, 'policy.edit', brand))
    return (
      <>
        <Button
          look="primary"
          disabled={checking.isPending}
          onClick={() => checking.mutate({ version })}
        >{t`Check and run in shadow`}</Button>
        <p className={kit.muted}>
          {t`After it the version cannot be edited. It is computed beside the active one on every application and decides nothing.`}
        </p>
        <Fault error={checking.error} />
      </>
    );
  if (state === 'granted')
    return (
      <Banner tone="info" title={t`Two persons approved it.`}>{t`It decides from its moment on.`}</Banner>
    );
  if (state !== 'checked') return null;
  return <ToActivate brand={brand} person={person} />;
}

/** The two persons that an activation needs. */
function ToActivate({ brand, person }: Pick<AboutProps, 'brand' | 'person'>): ReactNode {
  const { t } = useLingui();
  const { data: asking } = useStaffCall(whoMay, { right: 'policy.activate' }, brand);
  const { data: approving } = useStaffCall(whoMay, { right: 'policy.approveRequest' }, brand);
  // Whoever may request it here would not approve their own request.
  const others =
    approving && hasRight(person, 'policy.activate', brand)
      ? { people: approving.people.filter(({ name }) => name !== person.name) }
      : approving;
  const names = (people: typeof asking) => people?.people.map(({ name }) => name).join(', ') || t`nobody`;
  return (
    <>
      <h2>{t`To activate`}</h2>
      <Facts
        items={[
          { label: t`May request`, value: names(asking) },
          { label: t`May approve`, value: names(others) },
          { label: t`Takes effect`, value: t`a minute after the approval, on every server at once` },
        ]}
      />
      <p className={kit.muted}>{t`Whoever requests it does not approve it.`}</p>
    </>
  );
}

/** Requests that a version decides. */
export function RequestActivation({
  brand,
  version,
  person,
  look = 'primary',
}: VersionProps & { readonly look?: 'primary' | 'plain' }): ReactNode {
  const { t } = useLingui();
  if (!hasRight(person, 'policy.activate', brand)) return null;
  return (
    <ActionButton
      label={t`Request activation…`}
      look={look}
      hotkey="goAhead"
      title={t`Activate version ${version}`}
      calls={activatePolicy}
      request={{ version }}
      draft={`policy.activate ${brand} ${version}`}
      brand={brand}
    />
  );
}
