/**
 * The fields of an EMVCo merchant-presented code, by tag. Each is encoded as two digits of tag, two of length, and the
 * value.
 */
export type QrFields = ReadonlyMap<string, string>;

/** Parses a code's text, or a template inside it; undefined if a length does not fit. */
export function qrFields(text: string): QrFields | undefined {
  const fields = new Map<string, string>();
  for (let index = 0; index < text.length; ) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(index, index + 4));
    const [, tag, length] = head ?? [];
    if (tag === undefined || length === undefined) return undefined;
    const end = index + 4 + Number(length);
    if (end > text.length || fields.has(tag)) return undefined;
    fields.set(tag, text.slice(index + 4, end));
    index = end;
  }
  return fields;
}

/**
 * CRC-16 with polynomial 0x1021 and start value 0xFFFF, over everything up to and including `6304`, as four capital
 * hexadecimal digits.
 */
export function qrChecksum(text: string): string {
  let sum = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Reports whether a payer's app would accept this QR Ph code for the amount in cents: Philippine pesos and
 * country, a merchant (tag 28) or a person (tag 27) as payee, a valid checksum, and, if the code contains an
 * amount, the right one.
 */
export function isPayableQr(text: string, amount: number): boolean {
  const fields = qrFields(text);
  if (fields?.get('00') !== '01') return false;
  if (!text.slice(-8).startsWith('6304') || fields.get('63') !== qrChecksum(text.slice(0, -4))) return false;
  if (fields.get('53') !== '608' || fields.get('58') !== 'PH') return false;
  const payee = fields.get('28') ?? fields.get('27');
  if (payee === undefined || qrFields(payee)?.get('00') === undefined) return false;
  const codeAmount = fields.get('54');
  return (
    codeAmount === undefined ||
    (/^\d{1,10}(\.\d{1,2})?$/.test(codeAmount) && Math.round(Number(codeAmount) * 100) === amount)
  );
}
