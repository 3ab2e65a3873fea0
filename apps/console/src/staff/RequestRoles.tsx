import { previewRoles, requestRoles } from '@hiram/contract/console/staff';
import type { StaffId } from '@hiram/contract/ids';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useBrandName } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Dialog } from '../kit/controls/Dialog.tsx';
import { Field } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { sendStaff } from '../net/client.ts';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import type { Member } from './member.ts';
import { RightTable } from './RightTable.tsx';
import { RoleChoice } from './RoleChoice.tsx';

interface Props {
  readonly member: Member;
  readonly brand: string;
  readonly onClose: () => void;
}

interface Wanted {
  readonly staffId: StaffId;
  readonly roles: string[];
}

/** The effect of the wanted roles. */
function usePreview(brand: string, wanted: Wanted, enabled: boolean) {
  return useQuery({
    queryKey: [previewRoles.name, brand, wanted],
    queryFn: () => sendStaff(previewRoles, wanted, brand),
    enabled,
  });
}

/** Requests other roles for a person. It shows what changes; a second person approves it. */
export function RequestRoles({ member, brand, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const current = member.roles.filter((row) => row.brand === brand).map(({ role }) => role);
  const [roles, setRoles] = useState<readonly string[]>(current);
  const [reason, setReason] = useState('');
  const wanted = { staffId: member.staffId, roles: [...roles].sort() };
  const isChanged = wanted.roles.join() !== [...current].sort().join();
  const preview = usePreview(brand, wanted, isChanged);
  const asking = useStaffAction(requestRoles, brand);
  const nameOf = useBrandName();
  if (asking.data) return <Requested onClose={onClose} />;
  return (
    <Dialog
      title={t`Roles of ${member.name}`}
      about={brand === '*' ? t`in all brands` : t`in ${nameOf(brand)}`}
      onClose={onClose}
    >
      <form
        className={kit.field}
        onSubmit={(event) => {
          event.preventDefault();
          if (preview.data) asking.mutate({ ...wanted, digest: preview.data.digest, reason });
        }}
      >
        <RoleChoice brand={brand} roles={roles} onChange={setRoles} />
        <div role="status">
          {preview.data && isChanged ? (
            <>
              {preview.data.gained.length > 0 && (
                <RightTable caption={t`Gains`} names={preview.data.gained} />
              )}
              {preview.data.lost.length > 0 && <RightTable caption={t`Loses`} names={preview.data.lost} />}
            </>
          ) : (
            t`Nothing changes yet.`
          )}
        </div>
        <Field label={t`Reason`}>
          {(id) => (
            <textarea
              id={id}
              required
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <Fault error={asking.error ?? preview.error} />
        <div className={kit.row}>
          <Button type="submit" look="primary" disabled={!isChanged || !preview.data || asking.isPending}>
            {t`Request`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function Requested({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  return (
    <Dialog title={t`Requested`} onClose={onClose}>
      <p>{t`Another person approves it under Approvals. Until then nothing changes.`}</p>
      <div className={kit.row}>
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </Dialog>
  );
}
