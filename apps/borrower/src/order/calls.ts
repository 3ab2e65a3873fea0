import { later } from '../kit/runtime/later.ts';
import { laterCall } from '../net/transport/client.ts';

const contract = later(() => import('@hiram/contract/order'));

export const loanDetails = laterCall(contract, 'loanDetails', (calls) => calls.loanDetails);
export const orderList = laterCall(contract, 'orderList', (calls) => calls.orderList);
export const askPerson = laterCall(contract, 'askPerson', (calls) => calls.askPerson);
export const quoteSteps = laterCall(contract, 'quoteSteps', (calls) => calls.quoteSteps);
export const remindToPay = laterCall(contract, 'remindToPay', (calls) => calls.remindToPay);
export const declineOffer = laterCall(contract, 'declineOffer', (calls) => calls.declineOffer);
export const withdraw = laterCall(contract, 'withdraw', (calls) => calls.withdraw);
