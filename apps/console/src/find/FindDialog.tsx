import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { maxFindText } from '@hiram/contract/console/find';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Person } from '../app/person.ts';
import type { Screen } from '../app/screen.ts';
import { useLayer } from '../kit/controls/Dialog.tsx';
import { Icon } from '../kit/Icon.tsx';
import { Key } from '../kit/keys/Key.tsx';
import { LayerContext } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { type Entry, type EntryGroup, useFoundGroups, useNamedGroups } from './entries.ts';
import { FoundLine } from './FoundLine.tsx';
import styles from './find.module.css';
import { NothingFound } from './NothingFound.tsx';
import { useFind } from './useFind.ts';

interface Props {
  readonly person: Person;
  readonly brand: string;
  readonly shown: readonly Screen[];
  readonly onClose: () => void;
}

/** Opens what is chosen: a page here, or in a new tab with Ctrl. */
function useOpen(onClose: () => void): (entry: Entry, inNewTab: boolean) => void {
  const [, navigate] = useLocation();
  return ({ href, run }, inNewTab) => {
    if (href !== undefined && inNewTab) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    onClose();
    if (href !== undefined) navigate(href);
    else run?.();
  };
}

/** Finds by what somebody has of a person, an order or a payment; screens and the page's actions by name. */
export function FindDialog({ person, brand, shown, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const layer = useLayer();
  const hint = useId();
  const [typed, setTyped] = useState('');
  const highlighted = useRef<Entry>(undefined);
  const find = useFind(typed, brand);
  const { search } = find;
  const found = useFoundGroups(search?.answer);
  const named = useNamedGroups(typed, shown);
  const groups = [...found, ...named];
  const open = useOpen(onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !highlighted.current) return;
    event.preventDefault();
    open(highlighted.current, true);
  };
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup className={styles.popup} aria-label={t`Find`}>
          <LayerContext value={layer}>
            <Autocomplete.Root
              open
              inline
              mode="none"
              autoHighlight="always"
              keepHighlight
              items={groups}
              value={typed}
              onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
              itemToStringValue={(entry: Entry) => entry.label}
              onItemHighlighted={(entry: Entry | undefined) => {
                highlighted.current = entry;
              }}
            >
              <div className={styles.head}>
                <Icon name="find" />
                <Autocomplete.Input
                  className={styles.input}
                  aria-label={t`Find`}
                  aria-describedby={hint}
                  maxLength={maxFindText}
                  placeholder={t`Number, order, reference, code, colleague, screen`}
                  onKeyDown={onKeyDown}
                />
                <Count typed={typed} find={find} />
                <Base.Close className={styles.close} aria-label={t`Esc: close`}>
                  <Key name="Esc" />
                </Base.Close>
              </div>
              <div className={styles.body}>
                <Results person={person} typed={typed} groups={groups} open={open} />
                {found.length === 0 && <NothingFound typed={typed} find={find} />}
              </div>
              <Foot hint={hint} />
            </Autocomplete.Root>
          </LayerContext>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface CountProps {
  readonly typed: string;
  readonly find: ReturnType<typeof useFind>;
}

/** The number of results, announced when it changes. */
function Count({ find: { search, isPending } }: CountProps): ReactNode {
  const { t } = useLingui();
  const count = search?.answer?.found.length;
  return (
    <span role="status" className={styles.count}>
      {isPending ? t`Looking …` : count !== undefined && search && t`${count} found in ${search.ms} ms`}
    </span>
  );
}

interface ResultsProps {
  readonly person: Person;
  readonly typed: string;
  readonly groups: readonly EntryGroup[];
  readonly open: (entry: Entry, inNewTab: boolean) => void;
}

function Results({ person, typed, groups, open }: ResultsProps): ReactNode {
  const { t } = useLingui();
  return (
    <Autocomplete.List aria-label={t`Found`} className={styles.list}>
      {groups.map((group) => (
        <Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
          <Autocomplete.GroupLabel className={styles.groupLabel}>
            {group.label} {group.items[0]?.found && <span>{group.by}</span>}
          </Autocomplete.GroupLabel>
          {group.items.map((entry) => (
            <Autocomplete.Item
              key={entry.value}
              value={entry}
              className={styles.item}
              onClick={(event: MouseEvent) => open(entry, event.ctrlKey || event.metaKey)}
            >
              <FoundLine person={person} entry={entry} typed={typed} />
            </Autocomplete.Item>
          ))}
        </Autocomplete.Group>
      ))}
    </Autocomplete.List>
  );
}

function Foot({ hint }: { readonly hint: string }): ReactNode {
  const { t } = useLingui();
  return (
    <p className={styles.foot} id={hint}>
      <span>
        <Key name="↑" /> <Key name="↓" /> {t`move`}
      </span>
      <span>
        <Key name="Enter" /> {t`open`}
      </span>
      <span>
        <Key name="Ctrl+Enter" /> {t`new tab`}
      </span>
    </p>
  );
}
