import type { MoneyFormat } from '@hiram/loan';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** The formats of a brand's amounts and times. */
export interface BrandFormat {
  readonly money: MoneyFormat;
  /** Undefined: of no brand, so in the zone of the person's device. */
  readonly timeZone: string | undefined;
  /** Whether all brands are looked at: a time then names its zone, and a row its brand. */
  readonly isAmongBrands: boolean;
}

interface Brand {
  readonly id: string;
  readonly name: string;
  readonly money: MoneyFormat;
  readonly timeZone: string;
}

interface Formats {
  readonly brands: readonly Brand[];
  readonly current: BrandFormat;
}

/** Of no brand: an amount has no currency, so that it never shows a wrong one. */
const ofNoBrand: BrandFormat = {
  money: { symbol: '', group: ',', decimal: '.', grouping: 'thousands' },
  timeZone: undefined,
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
    return { brands, current: brand ? { ...brand, isAmongBrands: false } : ofNoBrand };
  }, [brands, chosen]);
  return <FormatContext value={formats}>{children}</FormatContext>;
}

interface InBrandProps {
  /** Undefined or unknown: what is below belongs to no brand, and keeps the format around it. */
  readonly brand: string | undefined;
  readonly children: ReactNode;
}

/** Shows what is below in the currency and time zone of its own brand, also where all brands are listed. */
export function InBrand({ brand, children }: InBrandProps): ReactNode {
  const around = useContext(FormatContext);
  const formats = useMemo((): Formats => {
    const own = around.brands.find(({ id }) => id === brand);
    return own ? { ...around, current: { ...own, isAmongBrands: around.current.isAmongBrands } } : around;
  }, [around, brand]);
  return <FormatContext value={formats}>{children}</FormatContext>;
}

export function useBrandFormat(): BrandFormat {
  return useContext(FormatContext).current;
}

/** The name of a brand, as the lender calls it; of an unknown one its id. */
export function useBrandName(): (id: string) => string {
  const { brands } = useContext(FormatContext);
  return (id) => brands.find((brand) => brand.id === id)?.name ?? id;
}
