import type { ComponentType } from 'react';
import { type Path, paths } from './app/navigation/paths.ts';
import { cataloguesOf } from './i18n/catalogues.ts';
import type { ShellName } from './shell/shells.tsx';

export interface ScreenModule {
  readonly default: ComponentType;
}

export interface Screen {
  /**
   * The screen's file under src/. The build makes the start script of its documents from it, and fails if the
   * file does not exist.
   */
  readonly module: string;
  readonly load: () => Promise<ScreenModule>;
  readonly loadTexts: (language: string) => ReturnType<typeof cataloguesOf>;
  /** The skeleton in the page's document, shown until the data arrive. */
  readonly shell: ShellName;
}

function screen(module: string, load: () => Promise<ScreenModule>, shell: ShellName): Screen {
  return { module, load, loadTexts: (language) => cataloguesOf(module, language), shell };
}

const order = screen('order/Order.tsx', () => import('./order/Order.tsx'), 'order');
const confirm = screen('confirm/Confirm.tsx', () => import('./confirm/Confirm.tsx'), 'confirm');
const failed = screen('error/ErrorPage.tsx', () => import('./error/ErrorPage.tsx'), 'blank');

/**
 * The screen of each route, loaded when it is opened. A page's first screen is imported by its start script;
 * this list is loaded when the page is quiet, or when a second screen is opened. Routes without a screen yet
 * show the error page with a link home.
 */
export const screens: Readonly<Record<Path, Screen>> = {
  [paths.order]: order,
  [paths.loanDetail]: order,
  [paths.loanConfirm]: confirm,
  [paths.loanConfirmPeriod]: confirm,
  [paths.loanConfirmMasked]: confirm,
  [paths.bindBank]: screen('bank/BindBank.tsx', () => import('./bank/BindBank.tsx'), 'form'),
  [paths.accountChange]: screen('bank/AccountChange.tsx', () => import('./bank/AccountChange.tsx'), 'form'),
  [paths.repay]: screen('repay/Repay.tsx', () => import('./repay/Repay.tsx'), 'repay'),
  [paths.repayDelay]: screen('repay/RepayDelay.tsx', () => import('./repay/RepayDelay.tsx'), 'repay'),
  [paths.repaymentOfCode]: screen(
    'repay/code/RepaymentOfCode.tsx',
    () => import('./repay/code/RepaymentOfCode.tsx'),
    'code',
  ),
  [paths.repaymentOfCode2]: screen(
    'repay/code/RepaymentOfCode2.tsx',
    () => import('./repay/code/RepaymentOfCode2.tsx'),
    'code',
  ),
  [paths.paymentInstructions]: screen(
    'repay/code/PaymentInstructions.tsx',
    () => import('./repay/code/PaymentInstructions.tsx'),
    'list',
  ),
  [paths.main]: screen('home/Main.tsx', () => import('./home/Main.tsx'), 'home'),
  [paths.productDetail]: screen('home/ProductDetail.tsx', () => import('./home/ProductDetail.tsx'), 'repay'),
  [paths.login]: screen('account/Login.tsx', () => import('./account/Login.tsx'), 'welcome'),
  [paths.repayOrNot]: screen('repay/RepayOrNot.tsx', () => import('./repay/RepayOrNot.tsx'), 'repay'),
  [paths.utrSubmit]: screen(
    'repay/received/UtrSubmit.tsx',
    () => import('./repay/received/UtrSubmit.tsx'),
    'form',
  ),
  [paths.legacyRepay]: screen('legacy/LegacyRepay.tsx', () => import('./legacy/LegacyRepay.tsx'), 'repay'),
  [paths.bindCard]: screen('legacy/BindCard.tsx', () => import('./legacy/BindCard.tsx'), 'form'),
  [paths.product]: screen('home/Products.tsx', () => import('./home/Products.tsx'), 'list'),
  [paths.apply]: screen('certify/Apply.tsx', () => import('./certify/Apply.tsx'), 'list'),
  [paths.orderList]: screen('order/list/OrderList.tsx', () => import('./order/list/OrderList.tsx'), 'list'),
  [paths.recommendList]: screen('home/RecommendList.tsx', () => import('./home/RecommendList.tsx'), 'list'),
  [paths.jointLoginFailure]: screen(
    'joint-login/JointLoginFailure.tsx',
    () => import('./joint-login/JointLoginFailure.tsx'),
    'order',
  ),
  [paths.messages]: screen('messages/Messages.tsx', () => import('./messages/Messages.tsx'), 'list'),
  [paths.calculator]: screen(
    'calculator/Calculator.tsx',
    () => import('./calculator/Calculator.tsx'),
    'form',
  ),
  [paths.complaint]: screen('complaint/Complaint.tsx', () => import('./complaint/Complaint.tsx'), 'list'),
  [paths.complainPageNext]: screen(
    'complaint/ComplainPageNext.tsx',
    () => import('./complaint/ComplainPageNext.tsx'),
    'form',
  ),
  [paths.complaintList]: screen(
    'complaint/ComplaintList.tsx',
    () => import('./complaint/ComplaintList.tsx'),
    'list',
  ),
  [paths.complainDetails]: screen(
    'complaint/ComplainDetails.tsx',
    () => import('./complaint/ComplainDetails.tsx'),
    'form',
  ),
  [paths.waysOut]: screen('arrangement/WaysOut.tsx', () => import('./arrangement/WaysOut.tsx'), 'repay'),
  [paths.contactsOfLender]: screen(
    'complaint/Contacts.tsx',
    () => import('./complaint/Contacts.tsx'),
    'list',
  ),
  [paths.contracts]: screen('info/Contracts.tsx', () => import('./info/Contracts.tsx'), 'list'),
  [paths.customerService]: screen(
    'info/CustomerService.tsx',
    () => import('./info/CustomerService.tsx'),
    'list',
  ),
  [paths.privacyPolicy]: screen('info/PrivacyPolicy.tsx', () => import('./info/PrivacyPolicy.tsx'), 'form'),
  [paths.aboutUs]: screen('info/AboutUs.tsx', () => import('./info/AboutUs.tsx'), 'form'),
  [paths.loanAgreement]: screen('info/LoanAgreement.tsx', () => import('./info/LoanAgreement.tsx'), 'form'),
  [paths.setting]: screen('account/Setting.tsx', () => import('./account/Setting.tsx'), 'form'),
  [paths.testPreview]: screen('preview/TestPreview.tsx', () => import('./preview/TestPreview.tsx'), 'form'),
  [paths.error]: failed,
};

function isPath(text: string): text is Path {
  return Object.prototype.hasOwnProperty.call(screens, text);
}

/** The screen of an address; the error page for an unknown route (RTE-07). */
export function screenAt(pathname: string): Screen {
  const path = pathname.replace(/(.)\/+$/, '$1');
  return isPath(path) ? screens[path] : failed;
}
