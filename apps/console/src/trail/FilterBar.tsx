import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { listTrailPeople } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Field } from '../kit/controls/Field.tsx';
import type { Filter } from './filter.ts';
import styles from './trail.module.css';
import { useSubjects } from './words.ts';

interface Props {
  readonly filter: Filter;
  readonly change: (part: Partial<Filter>) => void;
  readonly people: StaffOutput<typeof listTrailPeople>['people'];
}

/** The filters of the trail: person concerned, actor, kind, day. */
export function FilterBar({ filter, change, people }: Props): ReactNode {
  const { t } = useLingui();
  const subjects = useSubjects();
  const needsMore = filter.about === '' && filter.staffId === '' && filter.day === '';
  return (
    <div className={styles.filters}>
      <AboutField key={filter.about} {...{ filter, change }} />
      <Field label={t`Day`}>
        {(id) => (
          <input
            id={id}
            type="date"
            value={filter.day}
            onChange={(event) => change({ day: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t`Person`}>
        {(id) => (
          <select
            id={id}
            value={filter.staffId}
            onChange={(event) => change({ staffId: event.currentTarget.value })}
          >
            <option value="">{t`Anybody`}</option>
            {people.map(({ staffId, name, hasLeft }) => (
              <option key={staffId} value={staffId}>
                {hasLeft ? t`${name} (left)` : name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={needsMore ? t`Of what (choose a day first)` : t`Of what`}>
        {(id) => (
          <select
            id={id}
            disabled={needsMore}
            value={filter.subject}
            onChange={(event) => change({ subject: event.currentTarget.value })}
          >
            <option value="">{t`Anything`}</option>
            {[...Object.entries(subjects)]
              .sort(([, a], [, b]) => a.localeCompare(b))
              .map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </select>
        )}
      </Field>
    </div>
  );
}

function AboutField({ filter, change }: Pick<Props, 'filter' | 'change'>): ReactNode {
  const { t } = useLingui();
  const [about, setAbout] = useState(filter.about);
  return (
    <form
      className={styles.about}
      onSubmit={(event) => {
        event.preventDefault();
        change({ about: about.trim() });
      }}
    >
      <Field label={t`Borrower, order or complaint`}>
        {(id) => (
          <input
            id={id}
            maxLength={64}
            value={about}
            onChange={(event) => setAbout(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit">{t`Show`}</Button>
    </form>
  );
}
