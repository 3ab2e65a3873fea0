import type { Call } from '@hiram/contract/call';
import * as confirm from '@hiram/contract/confirm';
import * as home from '@hiram/contract/home';
import * as order from '@hiram/contract/order';
import * as repay from '@hiram/contract/repay';
import type { AnsweredCall, ReadCall, View } from '@hiram/visitor-pages/server-call';
import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'preact-render-to-string';
import type { ComponentType } from 'react';
import Confirm from './confirm/Confirm.tsx';
import Main from './home/Main.tsx';
import ProductDetail from './home/ProductDetail.tsx';
import Products from './home/Products.tsx';
import { activateTexts, chosenLanguage } from './i18n/i18n.ts';
import * as specified from './i18n/specified-copy.ts';
import { laterParts, loadLater } from './kit/runtime/later.ts';
import type { FirstCall } from './net/transport/first-call.ts';
import { readAnswer } from './net/transport/transport.ts';
import OrderList from './order/list/OrderList.tsx';
import Order from './order/Order.tsx';
import Repay from './repay/Repay.tsx';
import RepayOrNot from './repay/RepayOrNot.tsx';
import { screenAt } from './screens.ts';

/** The screens whose first view the server renders, by their file. */
const screens: Readonly<Record<string, ComponentType>> = {
  'confirm/Confirm.tsx': Confirm,
  'home/Main.tsx': Main,
  'home/ProductDetail.tsx': ProductDetail,
  'home/Products.tsx': Products,
  'order/Order.tsx': Order,
  'order/list/OrderList.tsx': OrderList,
  'repay/Repay.tsx': Repay,
  'repay/RepayOrNot.tsx': RepayOrNot,
};

const calls: readonly object[] = Object.values<object>({ ...confirm, ...home, ...order, ...repay });

function isNamed(call: object, name: string): call is Call {
  return 'output' in call && 'name' in call && call.name === name;
}

/** An answered call as the page takes it: with the answer that the app reads from the envelope. */
function readFirst({ name, input, sessionId, answer, next }: AnsweredCall): ReadCall {
  const call = calls.find((each) => isNamed(each, name));
  if (!call) throw new Error(`${name} is no call of a first view`);
  const read = { name, input, sessionId, result: readAnswer(call as Call, answer) };
  return next ? { ...read, next: readFirst(next) } : read;
}

/**
 * The first view, as the app renders it in the browser from the same answer, and that answer as the app reads it. The
 * build makes one function of this module and of everything that it imports. The server calls that function for each
 * document with the window, location and storage of that document alone, so that no two borrowers share a module. Throws
 * if the screen shows no first view on the server.
 */
export async function renderView(
  first: AnsweredCall,
  catalogues: Readonly<Record<string, Messages>>,
): Promise<View> {
  const { module } = screenAt(location.pathname);
  const Screen = screens[module];
  if (!Screen) throw new Error(`${module} is not rendered on the server`);
  const language = chosenLanguage();
  const names = ['ground', module.split('/')[0] ?? ''];
  activateTexts(
    language,
    names.map((name) => catalogues[`${language}/${name}`]),
    specified,
  );
  await loadLater();
  const read = readFirst(first);
  window.hiramFirst = { ...read, body: Promise.resolve() } as FirstCall;
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <Screen />
    </I18nProvider>,
  );
  if (window.hiramFirst) throw new Error(`${module} did not use the answer`);
  return {
    // The document's policy allows no style attributes. Quotes in texts and values are escaped, so this is an attribute.
    html: html.replace(/ style="/g, ' data-style="'),
    first: read,
    needsLater: laterParts.areShown,
  };
}
