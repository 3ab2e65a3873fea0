import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../kit/controls/Button.tsx';
import { Menu } from '../kit/controls/Menu.tsx';
import type { ShownComplaint } from './shown-complaint.ts';

interface Props {
  readonly templates: ShownComplaint['templates'];
  readonly onChoose: (text: string) => void;
}

/** Templates with a key of their own. */
const maxNumbered = 3;

/** Templates in the borrower's language, those that fit first: the keys 1 to 3 choose them. */
export function Templates({ templates, onChoose }: Props): ReactNode {
  const { t } = useLingui();
  const others = templates.slice(maxNumbered);
  return (
    <>
      {templates.slice(0, maxNumbered).map((template, index) => (
        <Button
          key={template.id}
          look="quiet"
          hotkey={`${index + 1}`}
          onClick={() => onChoose(template.text)}
        >
          {template.title}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu
          label={t`More templates`}
          items={others.map(({ title, text }) => ({ label: title, onSelect: () => onChoose(text) }))}
        />
      )}
    </>
  );
}
