import { showName } from '@hiram/contract/console/borrower-name';
import type { BorrowerId } from '@hiram/contract/ids';
import { borrowerNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { AskReason } from '../net/AskReason.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { hasRight } from './person.ts';
import { PersonContext } from './person-context.ts';

interface Props {
  readonly borrowerId: BorrowerId;
  /** Undefined: the person's roles do not see it here, or the borrower gave none yet. */
  readonly name: string | undefined;
}

/** A borrower's name, or their number `B-7C1A-2291`: a link to their page for those who may open it. */
export function BorrowerLink({ borrowerId, name }: Props): ReactNode {
  const person = useContext(PersonContext);
  const words = name ?? borrowerNumber(borrowerId);
  if (person?.rights.every(({ right }) => right !== 'borrower.read')) return words;
  return <Link href={`/borrower/${borrowerId}`}>{words}</Link>;
}

/** Opens the name of a borrower for a person whose roles do not see it, with a reason. The borrower reads that it was opened. */
export function ShowName({ borrowerId, name, brand }: Props & { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const person = useContext(PersonContext);
  const [isAsked, setAsked] = useState(false);
  const opening = useStaffAction(showName, brand);
  if (name !== undefined || !person || !hasRight(person, 'borrower.showName', brand)) return null;
  if (opening.data) return <strong>{opening.data.name || t`No name was given yet`}</strong>;
  if (!isAsked) return <Button onClick={() => setAsked(true)}>{t`Show name`}</Button>;
  return (
    <div className={kit.ask}>
      <AskReason
        label={t`Name: why?`}
        note={t`The borrower will read by which role and when.`}
        call={opening}
        onCancel={() => setAsked(false)}
        onOpen={(reason) => opening.mutate({ borrowerId, reason })}
      />
    </div>
  );
}
