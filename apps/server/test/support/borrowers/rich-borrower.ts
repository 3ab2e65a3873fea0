import { randomUUID } from 'node:crypto';
import { devices } from '@hiram/contract/account';
import { addLoan } from '@hiram/contract/calculator';
import { problemSave, uploadProblemImg } from '@hiram/contract/complaint';
import { asId, type BorrowerId, type CardId, type SavedLoanId } from '@hiram/contract/ids';
import { storedContracts } from '@hiram/contract/info';
import { repaymentCommit, repaymentWay } from '@hiram/contract/legacy';
import { payCode, uploadReceipt } from '@hiram/contract/repay';
import { sandboxComplaintAnswer } from '@hiram/contract/sandbox';
import sharp from 'sharp';
import { expect } from 'vitest';
import { borrowerIdOfPhone } from '../database/rows.ts';
import { sendAny } from '../inputs/any-call.ts';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';
import { cardOptions } from './card-options.ts';
import { contactOf } from './contact-of.ts';

/** A borrower who has one of everything that an id can identify. */
export interface RichBorrower extends DemoBorrower {
  readonly borrowerId: BorrowerId;
  readonly brand: string;
  /** The amount due today, in cents. */
  readonly due: number;
  readonly problemId: string;
  readonly loanId: SavedLoanId;
  readonly cardId: CardId;
  readonly repaymentRecordId: string;
  readonly repayToken: string;
  readonly payCode: string;
  readonly codeImage: string;
  readonly sessionRow: string;
  readonly contactId: string;
  /** URLs of pictures that were uploaded and not sent yet, and of the contracts. */
  readonly picture: string;
  readonly receipt: string;
  readonly contracts: readonly string[];
}

const photo = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#8a4b00' } })
    .jpeg()
    .toBuffer();

/**
 * A late borrower with an answered complaint, a saved loan, a card, a payment by it in progress, an open
 * code, pictures and contracts.
 */
export async function richBorrower(hiram: Hiram, brand: string): Promise<RichBorrower> {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1, jointFailure: 1 } }, brand);
  const { context, orderId } = borrower;
  const loan = { name: 'Fridge', principal: 900_000, rate: 0, tenure: 6, startDate: '2026-01-31' };
  const { loanId } = (await hiram.send(addLoan, loan, context)).data;
  const complaint = { problemType: 2, problemDetail: 'Nobody answers.', orderNo: orderId };
  const { problemId } = (await hiram.send(problemSave, complaint, context)).data;
  await hiram.send(sandboxComplaintAnswer, { problemId, disposeDetail: 'We do.', isNeedScore: 1 }, context);
  const way = (await hiram.send(repaymentWay, { orderId }, context)).data;
  const [card] = way.bankCards;
  const committed = await hiram.send(repaymentCommit, cardOptions(way, orderId), context);
  const channel = hiram.server.appContext.brands.get(brand)?.channels[0]?.number ?? '';
  const code = await hiram.send(payCode, { orderId, amount: way.amount, channelNumber: channel }, context);
  const shown = new URL(code.data.payUrl, hiram.origin).searchParams;
  const address = async (call: typeof uploadProblemImg | typeof uploadReceipt, field: string) =>
    String((await sendAny(hiram, call, { [field]: await photo() }, { context, key: randomUUID() })).data.url);
  const { list } = (await hiram.send(storedContracts, { orderId }, context)).data;
  const rich: RichBorrower = {
    ...borrower,
    brand,
    borrowerId: await borrowerIdOfPhone(hiram.server.appContext.db, borrower.phone),
    due: way.amount,
    problemId,
    loanId,
    cardId: asId(card?.id ?? ''),
    repaymentRecordId: committed.data.repayRecordId,
    repayToken: (await hiram.send(repaymentWay, { orderId }, context)).data.repayToken,
    payCode: shown.get('payCode') ?? '',
    codeImage: shown.get('payCodeImg') ?? '',
    sessionRow: (await hiram.send(devices, {}, context)).data.list[0]?.id ?? '',
    picture: await address(uploadProblemImg, 'problemImage'),
    receipt: await address(uploadReceipt, 'image'),
    contactId: await contactOf(hiram, borrower),
    contracts: list.flatMap((item) => [item.viewUrl, item.pdfUrl]),
  };
  for (const [name, value] of Object.entries(rich)) expect([name, Boolean(value)]).toEqual([name, true]);
  return rich;
}
