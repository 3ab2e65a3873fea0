import { activateStrategy, saveStrategy, showStrategy } from '@hiram/contract/console/strategy';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ActionButton } from '../action/ActionButton.tsx';
import { When } from '../app/cells.tsx';
import { hasRight, type Person, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import { Card, Facts, Page } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useChanges } from '../net/useChanges.ts';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { compareSteps } from './compare.ts';
import { Preview } from './Preview.tsx';
import { StepFields } from './StepFields.tsx';
import { Steps } from './Steps.tsx';
import type { ShownStrategy } from './shown-strategy.ts';
import { useStateWords, versionTones } from './words.ts';

/** One version of a brand's strategy: its steps, who gets what by it tomorrow, and what can be done with it. */
export function Strategy({ person, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brand = params.brand ?? '';
  const version = Number(params.version);
  if (!hasRight(person, 'strategy.read', brand)) return <MayNotSee right="strategy.read" brand={brand} />;
  return (
    <Version
      key={`${brand} ${version}`}
      person={person}
      brand={brand}
      version={version}
      title={t`Reminders, version ${version}`}
    />
  );
}

interface VersionProps {
  readonly person: Person;
  readonly brand: string;
  readonly version: number;
  readonly title: string;
}

function Version({ person, brand, version, title }: VersionProps): ReactNode {
  const { t } = useLingui();
  const query = useStaffCall(showStrategy, { version, isBrief: true }, brand);
  useChanges(['strategy']);
  const states = useStateWords();
  const shown = query.data;
  const mayActivate = shown?.state === 'draft' && hasRight(person, 'strategy.activate', brand);
  return (
    <Page
      title={title}
      brand={brand}
      parent={<Link href="/strategy">{t`Reminders`}</Link>}
      status={
        shown && (
          <Status tone={versionTones[shown.state]} isPill>
            {states[shown.state]}
          </Status>
        )
      }
      actions={
        mayActivate && (
          <ActionButton
            label={t`Request activation…`}
            look="primary"
            hotkey="goAhead"
            title={t`Activate version ${version}`}
            calls={activateStrategy}
            request={{ version }}
            draft={`strategy.activate ${brand} ${version}`}
            brand={brand}
          />
        )
      }
    >
      <Loaded query={query}>
        {(strategy) => (
          <>
            <About strategy={strategy} />
            <Steps strategy={strategy} />
            <Preview brand={brand} version={version} />
            {hasRight(person, 'strategy.edit', brand) && <Edit strategy={strategy} brand={brand} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Who made the version, why, when, and what it changed. */
function About({ strategy }: { readonly strategy: ShownStrategy }): ReactNode {
  const { t } = useLingui();
  const { note, createdAt, createdBy, effectiveAt, steps, comparedWith } = strategy;
  const { stateOf, removed } = compareSteps(steps, comparedWith?.steps ?? []);
  const [added, changed] = [
    steps.filter((step) => stateOf(step) === 'new').length,
    steps.filter((step) => typeof stateOf(step) === 'object').length,
  ];
  return (
    <Card title={t`About this version`}>
      <Facts
        items={[
          { label: t`Made`, value: <When at={createdAt} /> },
          { label: t`By`, value: createdBy ?? t`shipped with the brand` },
          ...(effectiveAt === undefined
            ? []
            : [{ label: t`Active since`, value: <When at={effectiveAt} /> }]),
          { label: t`Why`, value: note === 'brand.json' ? t`as first set up` : note },
          {
            label: t`Changes`,
            value: comparedWith
              ? t`against version ${comparedWith.version}: ${added} new, ${changed} changed, ${removed.length} taken out`
              : t`the first version`,
          },
        ]}
      />
    </Card>
  );
}

/** The steps, in rows and as JSON. A draft is changed; of another version a new draft is made. */
function Edit({ strategy, brand }: { readonly strategy: ShownStrategy; readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const [body, setBody] = useState(strategy.body);
  const [note, setNote] = useState(strategy.state === 'draft' ? strategy.note : '');
  const saving = useStaffAction(saveStrategy, brand);
  const isDraft = strategy.state === 'draft';
  const save = async () => {
    const { version } = await saving.mutateAsync({
      note,
      body,
      ...(isDraft ? { version: strategy.version } : {}),
    });
    navigate(`/strategy/${brand}/${version}`);
  };
  return (
    <Card
      title={isDraft ? t`Edit the draft` : t`Edit as the next version`}
      aside={t`nothing changes until another person approves it`}
    >
      <StepFields body={body} onChange={setBody} />
      <details>
        <summary>{t`The same as JSON`}</summary>
        <TextArea label={t`Steps as JSON`} value={body} onChange={setBody} max={50_000} rows={14} />
      </details>
      <TextArea label={t`Why`} value={note} onChange={setNote} max={500} rows={2} />
      <Fault error={saving.error} />
      <Button
        look="primary"
        disabled={saving.isPending || body === strategy.body}
        onClick={() => void save().catch(() => undefined)}
      >{t`Save the draft`}</Button>
    </Card>
  );
}
