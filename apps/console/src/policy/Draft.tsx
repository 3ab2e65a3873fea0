import { findPolicyFaults, savePolicyDraft, showPolicy } from '@hiram/contract/console/policy';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useChoiceInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page, SidePanel } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { type Json, type Path, withValue } from './draft-json.ts';
import { EditorContext, lineId, useEditor } from './editor.tsx';
import { Forms } from './Forms.tsx';
import styles from './policy.module.css';
import { policyHref, type ShownPolicy } from './policy-of.ts';

/** A version in forms: a draft is saved as itself, any other version as the next one. */
export function Draft({ person, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brand = params.brand ?? '';
  const version = Number(params.version);
  const query = useStaffCall(showPolicy, { version }, brand);
  if (!hasRight(person, 'policy.edit', brand)) return <MayNotSee right="policy.edit" brand={brand} />;
  return query.data ? (
    <Editing key={query.data.sha256} shown={query.data} brand={brand} />
  ) : (
    <Page title={t`Draft of a policy`} brand={brand}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function Editing({ shown, brand }: { readonly shown: ShownPolicy; readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [, navigate] = useLocation();
  const { version } = shown;
  const isDraft = shown.state === 'draft';
  const [tab, setTab] = useChoiceInAddress('tab', ['forms', 'json']);
  // Named by its contents: what somebody else saved meanwhile is not hidden by what was typed before.
  const [typed, setTyped, clear] = useDraft(`policy ${brand} ${version} ${shown.sha256}`);
  const [note, setNote, clearNote] = useDraft(`policy note ${brand} ${version}`);
  const text = typed === '' ? shown.body : typed;
  const json = useMemo(() => parsed(text), [text]);
  const checked = useDeferredValue(text);
  const check = useStaffCall(findPolicyFaults, { body: checked }, brand, { isOn: json !== undefined });
  const faults = json === undefined ? [] : (check.data?.faults ?? []);
  const saving = useStaffAction(savePolicyDraft, brand);
  const set = (path: Path, value: Json | undefined) =>
    setTyped(JSON.stringify(withValue(json ?? null, path, value), null, 2));
  const isFine = json !== undefined && check.data !== undefined && faults.length === 0 && checked === text;
  const save = () =>
    saving.mutate(
      { ...(isDraft ? { version } : {}), note: note === '' && isDraft ? shown.note : note, body: text },
      {
        onSuccess: (saved) => {
          clear();
          clearNote();
          toast(t`Version ${saved.version} is saved as a draft.`);
          navigate(policyHref(brand, saved.version));
        },
      },
    );
  const forms =
    json === undefined ? (
      <p className={kit.fault}>{t`This is no JSON. Mend it under JSON: nothing of it is lost.`}</p>
    ) : (
      <Forms products={shown.products} />
    );
  return (
    <EditorContext value={{ json: json ?? null, set, faults }}>
      <Page
        title={isDraft ? t`Draft ${version}` : t`The version after ${version}`}
        brand={brand}
        parent={<Link href={policyHref(brand, version)}>{t`Policy, version ${version}`}</Link>}
        status={typed !== '' && <Status tone="waiting" isPill>{t`not saved`}</Status>}
        actions={
          <Tabs
            label={t`How it is edited`}
            options={[
              { value: 'forms', label: t`Forms` },
              { value: 'json', label: t`JSON` },
            ]}
            value={tab}
            onChange={setTab}
          />
        }
      >
        <SidePanel
          label={t`Save the draft`}
          list={tab === 'json' ? <JsonText text={text} onChange={setTyped} /> : forms}
          narrow="stays"
        >
          <Faults isJson={json !== undefined} isChecked={check.data !== undefined && checked === text} />
          <TextArea label={t`Why this version`} max={500} value={note} onChange={setNote} />
          <div className={kit.row}>
            <Button look="primary" hotkey="send" disabled={!isFine || saving.isPending} onClick={save}>
              {isDraft ? t`Save draft ${version}` : t`Save as a draft`}
            </Button>
            <Button disabled={typed === ''} onClick={clear}>{t`Discard what I changed`}</Button>
          </div>
          <p className={kit.muted}>
            {t`A draft decides nothing. It is checked, runs in shadow, and decides when a second person approves it.`}
          </p>
          <Fault error={saving.error} />
        </SidePanel>
      </Page>
    </EditorContext>
  );
}

interface JsonTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The draft as JSON: pasted, or read from a file. */
function JsonText({ text, onChange }: JsonTextProps): ReactNode {
  const { t } = useLingui();
  const read = async (file: File | undefined) => {
    if (file) onChange(await file.text());
  };
  return (
    <Card
      title={t`As JSON`}
      aside={
        <input
          type="file"
          accept="application/json,.json"
          aria-label={t`Read a file`}
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      }
      isFlush
    >
      <textarea
        className={styles.json}
        aria-label={t`The draft as JSON`}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Card>
  );
}

/** The findings of the check, each leading to its line. */
function Faults({ isJson, isChecked }: { readonly isJson: boolean; readonly isChecked: boolean }): ReactNode {
  const { t } = useLingui();
  const { faults } = useEditor();
  const count = faults.length;
  const goTo = (path: string) => {
    const parts = path.split('.');
    for (let length = parts.length; length > 0; length -= 1) {
      const line = document.getElementById(lineId(parts.slice(0, length).join('.')));
      if (!line) continue;
      line.scrollIntoView({ block: 'center' });
      line.focus();
      return;
    }
  };
  return (
    <div aria-live="polite" className={styles.checks}>
      <h2>{t`Check`}</h2>
      {!isJson ? (
        <Status tone="danger">{t`This is no JSON.`}</Status>
      ) : !isChecked ? (
        <Status tone="plain">{t`Checking…`}</Status>
      ) : count === 0 ? (
        <Status tone="good">{t`Every rule can fire, no bands overlap, not weaker than the law.`}</Status>
      ) : (
        <>
          <Status tone="danger">{count === 1 ? t`1 line to mend` : t`${count} lines to mend`}</Status>
          <ul>
            {faults.map(({ path, fault }) => (
              <li key={`${path} ${fault}`}>
                <Button look="quiet" onClick={() => goTo(path)}>
                  {path}
                </Button>{' '}
                {fault}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
