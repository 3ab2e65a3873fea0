import { later } from '../kit/runtime/later.ts';
import { laterCall } from '../net/transport/client.ts';

const contract = later(() => import('@hiram/contract/home'));

export const homeIndex = laterCall(contract, 'homeIndex', (calls) => calls.homeIndex);
export const productDetail = laterCall(contract, 'productDetail', (calls) => calls.productDetail);
export const productApply = laterCall(contract, 'productApply', (calls) => calls.productApply);
