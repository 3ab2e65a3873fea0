import {
  type ColumnMap,
  columnMap,
  importStatement,
  maxStatementBytes,
} from '@hiram/contract/console/bank-statement';
import type { countMoneyIn } from '@hiram/contract/console/money-in';
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
import { detectedMap } from './detect-map.ts';
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
  /** The columns that its headings name. */
  readonly detected: Partial<TypedMap> | undefined;
}

/** Reads a file as base64, with its first lines. */
async function read(file: File): Promise<Chosen> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  const begin = new TextDecoder().decode(bytes.subarray(0, 4_000));
  const head = begin.split(/\r?\n/).slice(0, 5).join('\n');
  return { name: file.name, content: btoa(binary), head, detected: detectedMap(begin) };
}

function readSavedMap(accounts: Props['accounts'], account: string): ColumnMap | undefined {
  const saved = v.safeParse(columnMap, accounts.find((each) => each.account === account)?.map);
  return saved.success ? saved.output : undefined;
}

const hasSavedMap = (accounts: Props['accounts'], account: string) =>
  readSavedMap(accounts, account) !== undefined;

/** The column map that was saved for an account, or a usual one. */
const savedMap = (accounts: Props['accounts'], account: string): TypedMap =>
  typedMap(readSavedMap(accounts, account));

/** The state of an import: the person's choices and the server's answer. */
function useImport({ brand, accounts }: Props) {
  const [account, setAccount] = useState(accounts[0]?.account ?? '');
  const [map, setMap] = useState(() => savedMap(accounts, account));
  const [file, setFile] = useState<Chosen>();
  const [isTooLarge, setTooLarge] = useState(false);
  const importing = useStaffAction(importStatement, brand);
  const complete = mapOf(map);
  return {
    account,
    map,
    file,
    isTooLarge,
    importing,
    canSend: file !== undefined && complete !== undefined && !importing.isPending,
    changeAccount(chosen: string) {
      setAccount(chosen);
      setMap(savedMap(accounts, chosen));
    },
    changeMap(changed: TypedMap) {
      importing.reset();
      setMap(changed);
    },
    async changeFile(chosen: File | undefined) {
      importing.reset();
      setTooLarge(chosen !== undefined && chosen.size > maxStatementBytes);
      const content = chosen && chosen.size <= maxStatementBytes ? await read(chosen) : undefined;
      setFile(content);
      // What was saved for the account was tried before; a file's headings count for an account's first one.
      if (content?.detected && !hasSavedMap(accounts, account)) setMap({ ...map, ...content.detected });
    },
    send(isTrial: boolean) {
      if (file && complete)
        importing.mutate({ account, fileName: file.name, map: complete, isTrial, content: file.content });
    },
  };
}

/** Imports a bank's statement: first a trial that says what would be taken, then the import. */
export function ImportDialog(props: Props): ReactNode {
  const { t } = useLingui();
  const { onClose } = props;
  const state = useImport(props);
  const { file, importing, canSend, send } = state;
  const { data, variables } = importing;
  const isTried = data !== undefined && variables?.isTrial;
  const isImported = data !== undefined && !variables?.isTrial;
  const footer = (
    <>
      <Button onClick={onClose}>{isImported ? t`Close` : t`Cancel`}</Button>
      <Button disabled={!canSend} onClick={() => send(true)}>{t`Try`}</Button>
      <Button
        look="primary"
        hotkey="Ctrl+Enter"
        disabled={!isTried || !canSend}
        onClick={() => send(false)}
      >{t`Import`}</Button>
    </>
  );
  return (
    <Dialog isWide title={t`Import a bank’s statement`} {...{ onClose, footer }}>
      <div className={kit.split}>
        <Choices accounts={props.accounts} state={state} />
        <div aria-live="polite" className={styles.fields}>
          {!file && !data && (
            <p
              className={kit.muted}
            >{t`Choose a file and try it: its lines appear here before any is kept.`}</p>
          )}
          {file && <pre className={styles.head}>{file.head}</pre>}
          {file?.detected && !data && (
            <p
              className={kit.muted}
            >{t`The headings name the columns. Try it to see whether they are right.`}</p>
          )}
          <Fault error={importing.error} />
          {data && <ReadResult result={data} isTrial={isTried} />}
        </div>
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  readonly accounts: Props['accounts'];
  readonly state: ReturnType<typeof useImport>;
}

/** The account, the file, and which column is what. */
function Choices({ accounts, state }: ChoicesProps): ReactNode {
  const { t } = useLingui();
  return (
    <div className={styles.fields}>
      <Field label={t`Account`}>
        {(id) => (
          <select
            id={id}
            value={state.account}
            onChange={(event) => state.changeAccount(event.currentTarget.value)}
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
            onChange={(event) => void state.changeFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {state.isTooLarge && <p role="alert">{t`The file is larger than 10 MB. Export fewer days.`}</p>}
      <MapFields map={state.map} onChange={state.changeMap} />
    </div>
  );
}
