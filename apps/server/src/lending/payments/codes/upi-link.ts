const upiLink = /^upi:\/\/pay\?([!-~]{1,1000})$/;

/**
 * Reports whether a QR code's text is the address with which any UPI app opens and pays these cents: a payee,
 * rupees and this amount (NPCI, UPI Linking Specifications). The text comes from a provider, and the
 * borrower's phone opens it.
 */
export function isUpiLink(text: string | null, amount: number): text is string {
  const query = upiLink.exec(text ?? '')?.[1];
  if (query === undefined) return false;
  const parameters = new URLSearchParams(query);
  return (
    /^[\w.-]{2,256}@[A-Za-z][A-Za-z\d.]{1,64}$/.test(parameters.get('pa') ?? '') &&
    (parameters.get('cu') ?? 'INR') === 'INR' &&
    /^\d{1,10}(\.\d{1,2})?$/.test(parameters.get('am') ?? '') &&
    Math.round(Number(parameters.get('am')) * 100) === amount
  );
}
