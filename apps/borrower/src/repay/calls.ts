import { later } from '../kit/runtime/later.ts';
import { laterCall } from '../net/transport/client.ts';

const contract = later(() => import('@hiram/contract/repay'));

export const instalmentDetail = laterCall(contract, 'instalmentDetail', (calls) => calls.instalmentDetail);
export const laterCost = laterCall(contract, 'laterCost', (calls) => calls.laterCost);
export const payCode = laterCall(contract, 'payCode', (calls) => calls.payCode);

const ofOrder = later(() => import('@hiram/contract/order'));

export const remindToPay = laterCall(ofOrder, 'remindToPay', (calls) => calls.remindToPay);
