import { bindCard, bindCardFromOrder, type CardInit } from '@hiram/contract/bank';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { endBankFlow } from '../app/host/bank-flow.ts';
import { confirmEvent } from '../app/host/confirm-event.ts';
import { bridge } from '../app/host/host.ts';
import { replaceWith } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { useIsCurrentPage } from '../app/navigation/useIsCurrentPage.ts';
import { usePage } from '../app/navigation/usePage.ts';
import { formProblems } from '../form/check-form.ts';
import { useFieldValues } from '../form/useFieldValues.ts';
import { toast } from '../kit/feedback/toaster.ts';
import { anyBank } from '../lending/any-bank.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';

/** BANK-07: the card type selected at first, unless the market lists another type first. */
const defaultCardType = 1;

/** The form of an account: its values and problems, and its submission, which may ask for a code. */
export function useAccountForm(init: CardInit) {
  const { productId, orderId, source, institution } = usePage();
  // The institution that the borrower chose on the page before.
  const chosenItem = init.items.find((item) => item.options.some(({ value }) => value === institution));
  const [type, setType] = useState(
    institution === anyBank
      ? defaultCardType
      : (chosenItem?.accountType ?? init.accountTypes[0]?.type ?? defaultCardType),
  );
  const items = init.items.filter((item) => item.accountType === 0 || item.accountType === type);
  const fields = useFieldValues(
    chosenItem ? init.items.concat({ ...chosenItem, value: institution ?? '' }) : init.items,
  );
  const [asksCode, setAsksCode] = useState(false);
  const [codeProblem, setCodeProblem] = useState('');
  const { t } = useLingui();
  const { submit, busy: sending } = useSubmit(source === 'loanDetail' ? bindCardFromOrder : bindCard);
  const { end, ending, isSaved } = useEndOfBinding();

  const save = async (smsCode?: string) => {
    const problems = formProblems(items, fields.values);
    fields.showProblems(problems);
    if (problems.length > 0) return;
    const filled: Record<string, string> = {};
    for (const item of items) filled[item.code] = fields.values[item.code] ?? '';
    const answer = await submit(
      {
        ...filled,
        accountType: type,
        ...(productId ? { productId } : {}),
        ...(orderId ? { orderId } : {}),
        ...(smsCode ? { smsCode } : {}),
      },
      { loading: t`Saving…`, quiet: true },
    );
    if (!answer) return;
    if (answer.ok) return end();
    if (answer.field === 'smsCode') {
      setCodeProblem(smsCode === undefined ? '' : answer.message);
      return setAsksCode(true);
    }
    setAsksCode(false);
    toast(answer.message, { kind: 'error' });
    if (answer.field) fields.showProblem(answer.field, answer.message);
  };
  return {
    type,
    setType,
    items,
    fields,
    save,
    sending,
    busy: sending || ending,
    isSaved,
    asksCode,
    closeCode: () => setAsksCode(false),
    codeProblem,
  };
}

/** Leaves the page after the account was saved: the host ends the flow, or the page continues by itself. */
function useEndOfBinding() {
  const { productId, orderId, source } = usePage();
  const [ending, setEnding] = useState(false);
  const saved = useRef(false);
  const isMounted = useIsCurrentPage();
  const end = async () => {
    saved.current = true;
    setEnding(true);
    await confirmEvent('accountBound', productId);
    // Report the end to a host that started the flow. Otherwise this page continues below.
    await endBankFlow('saved');
    setEnding(false);
    if (!isMounted()) return;
    if (source === 'loanDetail')
      return replaceWith(
        href(paths.order, { ...(productId ? { productId } : {}), ...(orderId ? { orderId } : {}) }),
      );
    void bridge.request('closeWebView', {});
  };
  return { end, ending, isSaved: () => saved.current };
}
