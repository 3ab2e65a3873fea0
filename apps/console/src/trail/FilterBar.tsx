import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { listTrailPeople } from '@hiram/contract/console/trail';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { InputField, SelectField } from '../kit/controls/Field.tsx';
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
      <AboutField key={filter.about} filter={filter} change={change} />
      <div className={styles.day}>
        <DayField label={t`Day`} value={filter.day} onChange={(day) => change({ day })} />
        {filter.day !== '' && <Button onClick={() => change({ day: '' })}>{t`Any day`}</Button>}
      </div>
      <SelectField
        label={t`Person`}
        value={filter.staffId}
        options={[
          { value: '', label: t`Anybody` },
          ...people.map(({ staffId, name, hasLeft }) => ({
            value: staffId,
            label: hasLeft ? t`${name} (left)` : name,
          })),
        ]}
        onChange={(value) => change({ staffId: value })}
      />
      {filter.kind !== 'did' && (
        <SelectField
          label={t`Names in lists`}
          value={filter.lists}
          options={[
            { value: '', label: t`Folded` },
            { value: 'without', label: t`Left out` },
          ]}
          onChange={(value) => change({ lists: value })}
        />
      )}
      {/* Of one kind alone there would be too many: it narrows another choice. */}
      {!needsMore && (
        <SelectField
          label={t`Of what`}
          value={filter.subject}
          options={[
            { value: '', label: t`Anything` },
            ...[...Object.entries(subjects)]
              .sort(([, a], [, b]) => a.localeCompare(b))
              .map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => change({ subject: value })}
        />
      )}
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
      <InputField label={t`Borrower, loan or complaint`} maxLength={64} value={about} onChange={setAbout} />
      <Button type="submit">{t`Show`}</Button>
    </form>
  );
}
