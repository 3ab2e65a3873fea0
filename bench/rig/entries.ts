import { confirmDetail } from '@hiram/contract/confirm';
import { homeIndex, productDetail } from '@hiram/contract/home';
import { loanDetails, orderList } from '@hiram/contract/order';
import { instalmentDetail, laterCost } from '@hiram/contract/repay';
import { ask, type Borrower, makeBorrower } from './product.ts';
import type { Entry } from './slow-phone.ts';

/** The routes at which a host or a text message opens the app, each with a text of its first call's answer. */
export async function entriesOf(origin: string): Promise<readonly Entry[]> {
  const newReady = () => makeBorrower(origin, 'ready');
  const newRunning = () => makeBorrower(origin, '170');
  const [ready, running] = [await newReady(), await newRunning()];
  const context = ({ sessionId, deviceId }: Borrower) => ({ context: { sessionId, deviceId, lang: 'en' } });
  const order = { productId: running.productId, orderId: running.orderId };
  const product = { productId: ready.productId };
  const details = await ask(origin, loanDetails, order, context(running));
  const offer = await ask(origin, confirmDetail, product, context(ready));
  const bill = await ask(origin, instalmentDetail, order, context(running));
  const home = await ask(origin, homeIndex, {}, context(running));
  const described = await ask(origin, productDetail, product, context(ready));
  const list = await ask(origin, orderList, {}, context(running));
  const later = await ask(origin, laterCost, order, context(running));
  const listed = home.products[0]?.amountRange ?? '';
  return [
    { path: '/order', newBorrower: newRunning, awaits: details.noticeStatusText },
    { path: '/loanConfirmPeriod', newBorrower: newReady, awaits: offer.comProductName },
    { path: '/repay', newBorrower: newRunning, awaits: bill.productName },
    { path: '/main', newBorrower: newRunning, awaits: listed },
    { path: '/product', newBorrower: newReady, awaits: listed },
    { path: '/productDetail', newBorrower: newReady, awaits: described.product.amountRange },
    { path: '/orderList', newBorrower: newRunning, awaits: list.list[0]?.productName ?? '' },
    { path: '/repayOrNot', newBorrower: newRunning, awaits: later.productName },
  ];
}
