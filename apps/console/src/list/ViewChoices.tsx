import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { type listViews, removeView, saveView } from '@hiram/contract/console/view';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { InputField } from '../kit/controls/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import styles from './list.module.css';
import type { List } from './useList.ts';

type SavedView = StaffOutput<typeof listViews>['views'][number];

interface Props<Row> {
  readonly list: List<Row>;
  readonly views: readonly SavedView[];
  /** The id of the view that is shown; empty: none. */
  readonly chosen: string;
  /** What the list shows now, as an address. */
  readonly query: string;
  /** True if the person may save views for the team. */
  readonly mayShare: boolean;
  readonly close: () => void;
}

/** What the menu of views holds. Its script is loaded when the menu is first opened. */
export function ViewChoices<Row>({ list, views, chosen, query, mayShare, close }: Props<Row>): ReactNode {
  const { t } = useLingui();
  const show = (text: string, id: string) => {
    list.show(text, id);
    close();
  };
  return (
    <div className={styles.items}>
      <button type="button" className={styles.item} onClick={() => show('', '')}>
        <Icon name="view" /> {t`As shipped`}
      </button>
      {list.views.map((view) => (
        <button
          key={view.key}
          type="button"
          className={styles.item}
          aria-pressed={chosen === view.key}
          onClick={() => show(view.query, view.key)}
        >
          <Icon name="view" /> {view.name}
        </button>
      ))}
      <Saved
        title={t`Yours`}
        views={views.filter(({ isOwn }) => isOwn)}
        chosen={chosen}
        show={show}
        brand={list.brand}
      />
      <Saved
        title={t`Of the team`}
        views={views.filter(({ isOwn }) => !isOwn)}
        chosen={chosen}
        show={show}
        brand={list.brand}
      />
      <Save list={list} query={query} mayShare={mayShare} onSaved={(id) => show(query, id)} />
      <CopyAddress onCopied={close} />
    </div>
  );
}

interface SavedProps {
  readonly title: string;
  readonly views: readonly SavedView[];
  readonly chosen: string;
  readonly brand: string;
  readonly show: (query: string, view: string) => void;
}

function Saved({ title, views, chosen, brand, show }: SavedProps): ReactNode {
  const { t } = useLingui();
  const removing = useStaffAction(removeView, brand);
  if (views.length === 0) return null;
  return (
    <>
      <span className={kit.muted}>{title}</span>
      {views.map((view) => (
        <div key={view.viewId} className={styles.column}>
          <button
            type="button"
            className={styles.item}
            aria-pressed={chosen === view.viewId}
            onClick={() => show(view.query, view.viewId)}
          >
            <Icon name={view.isShared ? 'staff' : 'view'} /> {view.name}
            {!view.isOwn && <span className={kit.muted}>{view.by}</span>}
          </button>
          {view.isOwn && (
            <button
              type="button"
              className={styles.icon}
              aria-label={t`Remove the view ${view.name}`}
              disabled={removing.isPending}
              onClick={() => removing.mutate({ viewId: view.viewId })}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      <Fault error={removing.error} />
    </>
  );
}

interface SaveProps<Row> {
  readonly list: List<Row>;
  readonly query: string;
  readonly mayShare: boolean;
  readonly onSaved: (viewId: string) => void;
}

/** Saves what the list shows now under a name. */
function Save<Row>({ list, query, mayShare, onSaved }: SaveProps<Row>): ReactNode {
  const { t } = useLingui();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const saving = useStaffAction(saveView, list.brand);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '')
          saving.mutate(
            { list: list.name, name: name.trim(), query, isShared },
            { onSuccess: ({ viewId }) => onSaved(viewId) },
          );
      }}
    >
      <InputField
        label={t`Save this as a view`}
        maxLength={60}
        autoComplete="off"
        placeholder={t`Its name`}
        value={name}
        onChange={setName}
      />
      {mayShare && (
        <label className={styles.value}>
          <input
            type="checkbox"
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          {t`The team sees it too`}
        </label>
      )}
      <Fault error={saving.error} />
      <Button type="submit" disabled={name.trim() === '' || saving.isPending}>{t`Save`}</Button>
    </form>
  );
}

function CopyAddress({ onCopied }: { readonly onCopied: () => void }): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(() => {
      toast(t`The address is copied.`);
      onCopied();
    });
  return (
    <>
      <button type="button" className={styles.item} onClick={() => void copy()}>
        <Icon name="link" /> {t`Copy the address`}
      </button>
      <p className={kit.muted}>
        {t`Whoever opens the address sees the same filters and order, and only what they may see.`}
      </p>
    </>
  );
}
