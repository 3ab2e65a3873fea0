import { randomUUID } from 'node:crypto';
import { problemSave } from '@hiram/contract/complaint';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

/** A complaint of a borrower: its id. */
export async function complain(
  hiram: Hiram,
  borrower: DemoBorrower,
  input: Record<string, unknown> = {},
): Promise<string> {
  const { data, code } = await hiram.send(
    problemSave,
    {
      problemType: 4,
      problemDetail: `My payment does not show ${randomUUID()}`,
      orderNo: borrower.orderId,
      ...input,
    },
    borrower.context,
    { key: randomUUID() },
  );
  if (!data.problemId) throw new Error(`no complaint was made: ${code}`);
  return data.problemId;
}
