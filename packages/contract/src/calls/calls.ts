import type { Call } from '../wire/call.ts';
import * as account from './account.ts';
import * as arrangement from './arrangement.ts';
import * as bank from './bank.ts';
import * as calculator from './calculator.ts';
import * as certify from './certify.ts';
import * as complaint from './complaint.ts';
import * as confirm from './confirm.ts';
import * as device from './device.ts';
import * as home from './home.ts';
import * as identity from './identity.ts';
import * as info from './info.ts';
import * as jointLogin from './joint-login.ts';
import * as legacy from './legacy.ts';
import * as messages from './messages.ts';
import * as order from './order.ts';
import * as promotion from './promotion.ts';
import * as repay from './repay.ts';
import * as sandbox from './sandbox.ts';
import * as tracking from './tracking.ts';

/** Every call of the product. Each is declared once, in the file of its feature. */
export const calls: readonly Call[] = [
  account,
  arrangement,
  bank,
  calculator,
  certify,
  complaint,
  confirm,
  device,
  home,
  identity,
  jointLogin,
  info,
  legacy,
  messages,
  order,
  promotion,
  repay,
  sandbox,
  tracking,
]
  .flatMap((feature) => Object.values<unknown>(feature))
  .flatMap((value) =>
    isCall(value) ? [value] : isGroup(value) ? Object.values<unknown>(value).filter(isCall) : [],
  );

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' &&
    value !== null &&
    'rejections' in value &&
    'path' in value &&
    'input' in value
  );
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.values<unknown>({ ...value }).some(isCall);
}
