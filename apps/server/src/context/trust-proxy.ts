/** Hops or networks whose `X-Forwarded-For` is trusted; never all. */
export type TrustProxy = string[] | ((address: string, hop: number) => boolean) | false;

/** Reads `TRUST_PROXY`: a number of hops, or networks joined by commas. */
export function trustProxy(value: string | undefined): TrustProxy {
  if (value === undefined) return false;
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value);
  return value.split(',').map((network) => network.trim());
}
