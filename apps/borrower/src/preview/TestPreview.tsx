import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { withContext } from '../app/navigation/href.ts';
import { type Path, paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { callContext } from '../app/settings/context.ts';
import { Button } from '../kit/controls/Button.tsx';
import { TextField } from '../kit/controls/Field.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { DeviceTools } from './DeviceTools.tsx';
import css from './TestPreview.module.css';

const fieldNames = [
  'appVersion',
  'deviceName',
  'deviceId',
  'osVersion',
  'sessionId',
  'adId',
  'productId',
  'orderId',
] as const;
type Values = Readonly<Record<(typeof fieldNames)[number], string>>;

/** For engineers who integrate the app: opens any screen with a typed identity and ids (TEST-01, TEST-02). */
export default function TestPreview(): ReactNode {
  const { t } = useLingui();
  const page = usePage();
  const [values, setValues] = useState<Values>(() => startingValues(page));
  const title = t`Test preview`;
  useTitle(title);

  const labels: Readonly<Record<keyof Values, string>> = {
    appVersion: t`App version`,
    deviceName: t`Device name`,
    deviceId: t`Device id`,
    osVersion: t`OS version`,
    sessionId: t`Session id`,
    adId: t`Ad id`,
    productId: t`Product id`,
    orderId: t`Order id`,
  };
  const targets: readonly (readonly [Path, string])[] = [
    [paths.loanConfirm, t`Confirm loan`],
    [paths.loanDetail, t`Loan detail`],
    [paths.repay, t`Repay`],
    [paths.repayDelay, t`Extension`],
    [paths.bindBank, t`Bind bank`],
    [paths.aboutUs, t`About us`],
    [paths.complaint, t`Complaint`],
    [paths.customerService, t`Customer service`],
    [paths.privacyPolicy, t`Privacy policy`],
    [paths.paymentInstructions, t`Repayment instructions`],
  ];

  return (
    <Screen title={title}>
      <Card heading={t`Open with these values`}>
        {fieldNames.map((name) => (
          <TextField
            key={name}
            name={name}
            label={labels[name]}
            value={values[name]}
            onChange={(value) => setValues((previous) => ({ ...previous, [name]: value }))}
          />
        ))}
      </Card>
      <div className={css.targets}>
        {targets.map(([path, text]) => (
          <div key={path} className={css.target}>
            <Button look="secondary" onTap={() => openWith(path, values)}>
              {text}
            </Button>
          </div>
        ))}
      </div>
      <DeviceTools />
    </Screen>
  );
}

function startingValues(page: ReturnType<typeof usePage>): Values {
  const initialValues: Readonly<Record<string, string | undefined>> = { ...callContext(), ...page };
  const value = (name: string) => initialValues[name] ?? '';
  return {
    appVersion: value('appVersion'),
    deviceName: value('deviceName'),
    deviceId: value('deviceId'),
    osVersion: value('osVersion'),
    sessionId: value('sessionId'),
    adId: value('adId'),
    productId: value('productId'),
    orderId: value('orderId'),
  };
}

/** Reloads the page, because the identity is read from the address on load. Empty fields are left out. */
function openWith(path: Path, values: Values): void {
  const url = new URL(withContext(path), location.origin);
  for (const name of fieldNames) {
    const value = values[name].trim();
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  location.assign(url.pathname + url.search);
}
