import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'preact-render-to-string';
import type { ComponentType } from 'react';
import { OfflineNotice } from './app/OfflineNotice.tsx';
import Confirm from './confirm/Confirm.tsx';
import Main from './home/Main.tsx';
import ProductDetail from './home/ProductDetail.tsx';
import Products from './home/Products.tsx';
import { activateTexts, chosenLanguage } from './i18n/i18n.ts';
import { Toaster } from './kit/Toaster.tsx';
import Order from './order/Order.tsx';
import OrderList from './order/OrderList.tsx';
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
  'order/OrderList.tsx': OrderList,
  'repay/Repay.tsx': Repay,
  'repay/RepayOrNot.tsx': RepayOrNot,
};

/**
 * The HTML of the first view, as the app renders it in the browser from the same answer. The build makes one function of
 * this module and of everything that it imports. The server calls that function for each document with the window,
 * location and storage of that document alone, so that no two borrowers share a module. Throws if the screen shows no
 * first view on the server.
 */
export function renderView(catalogues: Readonly<Record<string, Messages>>): string {
  const { module } = screenAt(location.pathname);
  const Screen = screens[module];
  if (!Screen) throw new Error(`${module} is not rendered on the server`);
  const language = chosenLanguage();
  const names = ['ground', module.split('/')[0] ?? ''];
  activateTexts(
    language,
    names.map((name) => catalogues[`${language}/${name}`]),
  );
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <OfflineNotice />
      <Screen />
      <Toaster />
    </I18nProvider>,
  );
  if (window.hiramFirst) throw new Error(`${module} did not use the answer`);
  // The document's policy allows no style attributes. Quotes in texts and values are escaped, so this is an attribute.
  return html.replace(/ style="/g, ' data-style="');
}
