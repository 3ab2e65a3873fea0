import {
  columnMap,
  type countMoneyIn,
  importStatement,
  maxStatementBytes,
} from '@hiram/contract/console/money-in';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import kit from '../kit/kit.module.css';
import { Fault } from '../net/Fault.tsx';
import { useStaffAction } from '../net/useStaffCall.ts';
import { MapFields } from './MapFields.tsx';
import { mapOf, type TypedMap, typedMap } from './map.ts';
import styles from './money-in.module.css';
import { ReadResult } from './ReadResult.tsx';

interface Props {
  readonly brand: string;
  readonly accounts: StaffOutput<typeof countMoneyIn>['accounts'];
  readonly onClose: () => void;
}

interface Chosen {
  readonly name: string;
  readonly content: string;
  /** The first lines as they are, to see which column is what. */
  readonly head: string;
}

/** Reads a file as base64, with its first lines. */
async function read(file: File): Promise<Chosen> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  const head = new TextDecoder().decode(bytes.subarray(0, 2_000)).split(/\r?\n/).slice(0, 5).join('\n');
  return { name: file.name, content: btoa(binary), head };
}

/** The column map that was saved for an account, or a usual one. */
function savedMap(accounts: Props['accounts'], account: string): TypedMap {
  const saved = v.safeParse(columnMap, accounts.find((each) => each.account === account)?.map);
  return typedMap(saved.success ? saved.output : undefined);
}

/** Imports a bank's statement: first a trial that says what would be taken, then the import. */
export function ImportDialog({ brand, accounts, onClose }: Props): ReactNode {
  const { t } = useLingui();
  const [account, setAccount] = useState(accounts[0]?.account ?? '');
  const [map, setMap] = useState(() => savedMap(accounts, account));
  const [file, setFile] = useState<Chosen>();
  const [isTooLarge, setTooLarge] = useState(false);
  const importing = useStaffAction(importStatement, brand);
  const complete = mapOf(map);
  const send = (isTrial: 0 | 1) =>
    file &&
    complete &&
    importing.mutate({ account, fileName: file.name, map: complete, isTrial, content: file.content });
  const choose = async (chosen: File | undefined) => {
    importing.reset();
    setTooLarge(chosen !== undefined && chosen.size > maxStatementBytes);
    setFile(chosen && chosen.size <= maxStatementBytes ? await read(chosen) : undefined);
  };
  const isTried = importing.data !== undefined && importing.variables?.isTrial === 1;
  const isImported = importing.data !== undefined && importing.variables?.isTrial === 0;
  const footer = (
    <>
      <Button onClick={onClose}>{isImported ? t`Close` : t`Cancel`}</Button>
      <Button disabled={!file || !complete || importing.isPending} onClick={() => send(1)}>{t`Try`}</Button>
      <Button
        look="primary"
        hotkey="Ctrl+Enter"
        disabled={!isTried || importing.isPending}
        onClick={() => send(0)}
      >{t`Import`}</Button>
    </>
  );
  return (
    <Dialog isWide title={t`Import a bank’s statement`} {...{ onClose, footer }}>
      <div className={kit.split}>
        <div className={styles.fields}>
          <Field label={t`Account`}>
            {(id) => (
              <select
                id={id}
                value={account}
                onChange={(event) => {
                  setAccount(event.currentTarget.value);
                  setMap(savedMap(accounts, event.currentTarget.value));
                }}
              >
                {accounts.map((each) => (
                  <option key={each.account} value={each.account}>{`${each.name} ${each.number}`}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label={t`File (CSV, at most 10 MB)`}>
            {(id) => (
              <input
                id={id}
                type="file"
                accept=".csv,.txt,text/csv"
                onChange={(event) => void choose(event.currentTarget.files?.[0])}
              />
            )}
          </Field>
          {isTooLarge && <p role="alert">{t`The file is larger than 10 MB. Export fewer days.`}</p>}
          <MapFields
            map={map}
            onChange={(changed) => {
              importing.reset();
              setMap(changed);
            }}
          />
        </div>
        <div aria-live="polite" className={styles.fields}>
          {file && (
            <pre className={styles.head} role="region" aria-label={t`First lines of the file`} tabIndex={0}>
              {file.head}
            </pre>
          )}
          <Fault error={importing.error} />
          {importing.data && <ReadResult result={importing.data} isTrial={isTried} />}
        </div>
      </div>
    </Dialog>
  );
}
