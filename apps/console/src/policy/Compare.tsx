import {
  listPolicies,
  type PolicyVersion,
  type ReplayReport,
  showPolicyShadow,
} from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { Day } from '../app/cells.tsx';
import { useChangeAddress, useChoiceInAddress } from '../app/in-address.ts';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Select } from '../kit/controls/Field.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card, Columns, Page, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import { Changes } from './Changes.tsx';
import { RequestActivation } from './Policy.tsx';
import styles from './policy.module.css';
import { compareHref, policyHref, usualBase } from './policy-of.ts';
import { fewDecisions, Groups, Loans, Matrix } from './Replay.tsx';
import { useReplay } from './useReplay.ts';
import { useVersionStates } from './words.ts';

/** Two versions of a brand's policy: line by line, and what each decides on the latest applications. */
export function Compare({ person, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brand = params.brand ?? '';
  const query = useStaffCall(listPolicies, {}, brand);
  if (!hasRight(person, 'policy.read', brand)) return <MayNotSee right="policy.read" brand={brand} />;
  return query.data ? (
    <Versions person={person} brand={brand} versions={query.data.versions} />
  ) : (
    <Page title={t`Compare`} brand={brand} parent={<Link href={`/policy/${brand}/active`}>{t`Policy`}</Link>}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

const samples = ['1000', '10000'] as const;

interface VersionsProps {
  readonly person: Person;
  readonly brand: string;
  readonly versions: readonly PolicyVersion[];
}

function Versions({ person, brand, versions }: VersionsProps): ReactNode {
  const { t } = useLingui();
  const search = new URLSearchParams(useSearch());
  const change = useChangeAddress();
  const [last, setLast] = useChoiceInAddress('last', samples);
  const known = (name: string) => versions.find(({ version }) => String(version) === search.get(name));
  const to = known('to') ?? versions[0];
  const from = known('from')?.version ?? (to && usualBase(versions, to.version));
  const choice = (name: string, label: string, value: number | undefined) => (
    <Select
      className={kit.field}
      aria-label={label}
      value={value}
      options={versions.map(({ version }) => ({ value: version, label: t`Version ${version}` }))}
      onChange={(chosen) => change({ [name]: String(chosen) })}
    />
  );
  return (
    <Page
      title={t`Compare`}
      brand={brand}
      parent={<Link href={`/policy/${brand}/active`}>{t`Policy`}</Link>}
      status={
        <>
          {choice('from', t`The one before`, from)} {t`against`} {choice('to', t`The one after`, to?.version)}
        </>
      }
      actions={
        <Tabs
          label={t`Applications`}
          options={[
            { value: '1000', label: t`Last 1,000` },
            { value: '10000', label: t`Last 10,000` },
          ]}
          value={last}
          onChange={setLast}
        />
      }
    >
      {to === undefined || from === undefined || from === to.version ? (
        <Nothing
          icon="chart"
          title={t`Choose two versions`}
          text={t`A version and the one before stand beside each other: line by line, what each decides on the latest applications, and who would be decided otherwise.`}
          next={
            versions.length < 2 &&
            to && (
              <Link
                className={kit.button}
                href={policyHref(brand, to.version)}
              >{t`Edit the first version`}</Link>
            )
          }
        />
      ) : (
        <Both
          key={compareHref(brand, from, to.version)}
          person={person}
          brand={brand}
          from={from}
          to={to}
          last={Number(last)}
        />
      )}
    </Page>
  );
}

interface BothProps {
  readonly person: Person;
  readonly brand: string;
  readonly from: number;
  readonly to: PolicyVersion;
  readonly last: number;
}

function Both({ person, brand, from, to, last }: BothProps): ReactNode {
  const { t } = useLingui();
  const replay = useReplay(brand, from, to.version, last);
  return (
    <Columns count={2}>
      <Stack>
        <Changes brand={brand} from={from} to={to.version} alone={replay.data?.alone} />
        {replay.data && <Loans report={replay.data} version={to.version} />}
        {replay.data && <Groups report={replay.data} from={from} to={to.version} />}
      </Stack>
      <Stack>
        {replay.data ? (
          <Matrix
            report={replay.data}
            from={from}
            to={to.version}
            again={
              <Button
                hotkey="readAgain"
                disabled={replay.isFetching}
                onClick={() => void replay.refetch()}
              >{t`Replay again`}</Button>
            }
          />
        ) : (
          <Card title={t`Replay`}>
            <Loaded query={replay}>{() => null}</Loaded>
          </Card>
        )}
        <ShadowDays brand={brand} version={to.version} />
        <Before person={person} brand={brand} to={to} report={replay.data} />
      </Stack>
    </Columns>
  );
}

/** Decisions of the later version beside those of the active one, by day. */
function ShadowDays({ brand, version }: { readonly brand: string; readonly version: number }): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showPolicyShadow, { version }, brand);
  const days = query.data?.days ?? [];
  return (
    <Card title={t`In shadow, on real applications`} aside={t`decides nothing`} isFlush>
      {query.data === undefined ? (
        <Loaded query={query}>{() => null}</Loaded>
      ) : days.length === 0 ? (
        <p className={styles.none}>
          {t`No application yet. A version runs in shadow from its check to its activation.`}
        </p>
      ) : (
        <PlainTable
          caption={t`Decisions in shadow by day`}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { header: t`Day`, isHead: true, cell: ({ day }) => <Day on={day} /> },
            { header: t`Same`, isRight: true, cell: ({ same }) => same },
            { header: t`Stricter`, isRight: true, cell: ({ stricter }) => stricter },
            { header: t`Milder`, isRight: true, cell: ({ milder }) => milder },
          ]}
        />
      )}
    </Card>
  );
}

interface BeforeProps {
  readonly person: Person;
  readonly brand: string;
  readonly to: PolicyVersion;
  readonly report: ReplayReport | undefined;
}

/** The list to go through before the activation is requested. */
function Before({ person, brand, to, report }: BeforeProps): ReactNode {
  const { t } = useLingui();
  const states = useVersionStates();
  const below = report?.groups.filter(({ isBelow }) => isBelow) ?? [];
  const isChecked = to.state === 'checked';
  return (
    <Card title={t`Before it is requested`}>
      <ul className={styles.checks}>
        <li>
          <Status tone={isChecked ? 'good' : 'warn'}>
            {isChecked
              ? t`Checked: every rule can fire, no bands overlap, not weaker than the law`
              : t`Version ${to.version} is ${states[to.state]}: only a checked one is requested`}
          </Status>
        </li>
        {report && (
          <li>
            <Status tone={report.replayed >= fewDecisions ? 'good' : 'warn'}>
              {t`Replayed on ${report.replayed} decisions`}
            </Status>
          </li>
        )}
        {report && (
          <li>
            <Status tone={below.length === 0 ? 'good' : 'warn'}>
              {below.length === 0
                ? t`No group is below four fifths of the best`
                : t`Below four fifths: ${below.map(({ name }) => name).join(', ')}. Say why in the reason.`}
            </Status>
          </li>
        )}
      </ul>
      {isChecked && (
        <RequestActivation
          brand={brand}
          version={to.version}
          person={person}
          look={report && report.replayed >= fewDecisions ? 'primary' : 'plain'}
        />
      )}
      <Link href={policyHref(brand, to.version)}>{t`Version ${to.version}, stage by stage`}</Link>
    </Card>
  );
}
