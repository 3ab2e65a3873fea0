import { formatCents, type MoneyFormat } from '@hiram/loan';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** The formats of a brand's amounts and times. */
export interface BrandFormat {
  readonly money: MoneyFormat;
  /** ISO 4217; undefined: of no brand. */
  readonly currency?: string | undefined;
  /** The zone of the brand's days. Undefined: of no brand, so that of the person's device. */
  readonly timeZone: string | undefined;
  /**
   * The zone of every time on the page: that of the chosen brand, or of all; undefined: of the person's
   * device, as brands differ.
   */
  readonly clockZone: string | undefined;
  /** True if all brands are looked at: a row then names its brand. */
  readonly isAmongBrands: boolean;
}

interface Brand {
  readonly id: string;
  readonly name: string;
  readonly money: MoneyFormat;
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
}

interface Formats {
  readonly brands: readonly Brand[];
  readonly current: BrandFormat;
}

const withoutSymbol: MoneyFormat = { symbol: '', group: ',', decimal: '.', grouping: 'thousands' };

/** For no brand: an amount has no symbol, so that it never shows a wrong one. */
const ofNoBrand: BrandFormat = {
  money: withoutSymbol,
  timeZone: undefined,
  clockZone: undefined,
  isAmongBrands: true,
};

const FormatContext = createContext<Formats>({ brands: [], current: ofNoBrand });

interface BrandFormatsProps {
  /** The brands of the server. */
  readonly brands: readonly Brand[];
  /** The id of the chosen one; `*`: all. */
  readonly chosen: string;
  readonly children: ReactNode;
}

/** Gives everything below the formats of the brands. */
export function BrandFormats({ brands, chosen, children }: BrandFormatsProps): ReactNode {
  const formats = useMemo((): Formats => {
    const brand = brands.length === 1 ? brands[0] : brands.find(({ id }) => id === chosen);
    if (brand) return { brands, current: { ...brand, clockZone: brand.timeZone, isAmongBrands: false } };
    const zone = brands[0]?.timeZone;
    const clockZone = brands.every(({ timeZone }) => timeZone === zone) ? zone : undefined;
    return { brands, current: { ...ofNoBrand, timeZone: clockZone, clockZone } };
  }, [brands, chosen]);
  return <FormatContext value={formats}>{children}</FormatContext>;
}

interface InBrandProps {
  /** Undefined or unknown: what is below belongs to no brand, and keeps the format around it. */
  readonly brand: string | undefined;
  /** The currency (ISO 4217) of amounts of no brand; empty: it is not known. Undefined: that of the format around them. */
  readonly currency?: string | undefined;
  readonly children: ReactNode;
}

/** Shows what is below in the currency and by the days of its own brand, also where all brands are listed. */
export function InBrand({ brand, currency, children }: InBrandProps): ReactNode {
  const around = useContext(FormatContext);
  const formats = useMemo((): Formats => {
    const own = around.brands.find(({ id }) => id === brand);
    const { clockZone, isAmongBrands } = around.current;
    if (own) return { ...around, current: { ...own, clockZone, isAmongBrands } };
    if (currency === undefined || currency === around.current.currency) return around;
    return { ...around, current: { ...around.current, currency, money: moneyOf(currency, around.brands) } };
  }, [around, brand, currency]);
  return <FormatContext value={formats}>{children}</FormatContext>;
}

/** The format of a currency: that of the first brand that has it, else with its code for a symbol. */
function moneyOf(currency: string, brands: readonly Brand[]): MoneyFormat {
  const known = brands.find((brand) => brand.currency === currency);
  return known?.money ?? { ...withoutSymbol, symbol: currency && `${currency} ` };
}

export function useBrandFormat(): BrandFormat {
  return useContext(FormatContext).current;
}

/** The name of a brand, as the lender calls it; of an unknown one its id. */
export function useBrandName(): (id: string) => string {
  const { brands } = useContext(FormatContext);
  return (id) => brands.find((brand) => brand.id === id)?.name ?? id;
}

/** An amount of cents as text in the currency of a brand or by its code; of an unknown brand in that of the page. */
export function useMoneyText(): (cents: number, place: string | undefined) => string {
  const { brands, current } = useContext(FormatContext);
  return (cents, place) => {
    const own = brands.find(({ id, currency }) => id === place || currency === place);
    return formatCents(cents, (own ?? current).money);
  };
}
