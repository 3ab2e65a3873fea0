import { listRoles } from '@hiram/contract/console/staff';
import type { ReactNode } from 'react';
import { useAnyWord } from '../i18n/words.ts';
import kit from '../kit/kit.module.css';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';

interface Props {
  readonly brand: string;
  readonly roles: readonly string[];
  readonly onChange: (roles: readonly string[]) => void;
}

/** Every role of the lender, each to be chosen or not. */
export function RoleChoice({ brand, roles, onChange }: Props): ReactNode {
  const word = useAnyWord();
  const known = useStaffCall(listRoles, {}, brand);
  const toggle = (role: string, isOn: boolean) =>
    onChange(isOn ? [...roles, role] : roles.filter((chosen) => chosen !== role));
  return (
    <Loaded query={known}>
      {(data) => (
        <ul>
          {data.roles.map(({ role, summary }) => (
            <li key={role}>
              <label className={kit.choice}>
                <input
                  type="checkbox"
                  checked={roles.includes(role)}
                  onChange={(event) => toggle(role, event.currentTarget.checked)}
                />
                <span>
                  <strong>{word(role)}</strong> <span className={kit.muted}>{summary}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
