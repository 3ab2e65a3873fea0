import { type ColumnMap, importStatement, maxStatementBytes } from '@hiram/contract/console/bank-statement';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useState } from 'react';
import { useStaffAction } from '../../net/useStaffCall.ts';

export type ReadStatement = StaffOutput<typeof importStatement>;

/** A file in the browser: its content in base64, and its text as it is. */
interface ChosenFile {
  readonly name: string;
  readonly bytes: number;
  readonly content: string;
  readonly text: string;
}

/** The person's choices. Without an account or a map the server finds them. */
interface Choices {
  readonly file: ChosenFile;
  readonly account?: string | undefined;
  readonly map?: ColumnMap | undefined;
  /** Lines that are read as proposed. */
  readonly corrected: readonly number[];
}

/** Letters of the raw text that are shown. */
const maxText = 20_000;

function contentOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

async function read(file: File): Promise<ChosenFile> {
  const [content, text] = await Promise.all([contentOf(file), file.slice(0, maxText).text()]);
  return { name: file.name, bytes: file.size, content, text };
}

/** An import: the person's choices and how the server reads the file with them. Each choice reads it again. */
export function useImport(brand: string, onImported: (lines: number) => void) {
  const [choices, setChoices] = useState<Choices>();
  const [result, setResult] = useState<ReadStatement>();
  const [isTooLarge, setTooLarge] = useState(false);
  const call = useStaffAction(importStatement, brand);
  const inputOf = ({ file, account, map, corrected }: Choices, isTrial: boolean) => ({
    fileName: file.name,
    content: file.content,
    isTrial,
    corrected: [...corrected],
    ...(account === undefined ? {} : { account }),
    ...(map === undefined ? {} : { map }),
  });
  const tryWith = (next: Choices) => {
    setChoices(next);
    call.mutate(inputOf(next, true), { onSuccess: setResult });
  };
  const clear = () => {
    setChoices(undefined);
    setResult(undefined);
    call.reset();
  };
  return {
    choices,
    result,
    isTooLarge,
    error: call.error,
    isReading: call.isPending,
    account: choices?.account ?? result?.understood.account,
    map: choices?.map ?? result?.understood.map,
    clear,
    async open(file: File) {
      clear();
      setTooLarge(file.size > maxStatementBytes);
      if (file.size <= maxStatementBytes) tryWith({ file: await read(file), corrected: [] });
    },
    change(changed: Partial<Omit<Choices, 'file'>>) {
      if (choices) tryWith({ ...choices, ...changed });
    },
    send() {
      if (!choices || !result) return;
      // Exactly what was shown is imported: what the server found is sent back as if it was chosen.
      const { account, map } = result.understood;
      call.mutate(inputOf({ account, map, ...choices }, false), {
        onSuccess: ({ added }) => {
          clear();
          onImported(added);
        },
      });
    },
  };
}
export type Import = ReturnType<typeof useImport>;
