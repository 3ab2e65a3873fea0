/** The sections of the marketing site (SITE-01), each a page with its own address. */
export const siteSections = ['home', 'about', 'contact', 'policy', 'terms'] as const;
export type SiteSection = (typeof siteSections)[number];

export const sitePaths: Readonly<Record<SiteSection, string>> = {
  home: '/',
  about: '/about',
  contact: '/contact',
  policy: '/policy',
  terms: '/terms',
};

/** The brand's data on the site; amounts and rates are formatted for display. */
export interface SiteFacts {
  readonly brand: string;
  readonly name: string;
  readonly legalName: string;
  readonly address: string;
  readonly email: string;
  readonly phone: string;
  readonly registration: string;
  readonly authority: string;
  readonly country: 'PH' | 'IN' | 'ID';
  /** The brand's drawings, SVGs that name their colours by role, and the light theme's colours by role. */
  readonly mark: string;
  readonly person: string;
  readonly hand: string;
  readonly colours: Readonly<Record<string, string>>;
  /** The site's origin, and the query of its own links: brand and language if they are not the defaults. */
  readonly origin: string;
  readonly query: string;
  readonly languages: readonly { readonly code: string; readonly name: string; readonly query: string }[];
  readonly products: readonly {
    readonly name: string;
    readonly range: string;
    /** The most that a first loan can be, if that is less. */
    readonly first?: string;
    readonly days: number;
    readonly repayments: number;
    readonly rate: string;
    readonly fee: string;
  }[];
  /** One loan, as the engine calculates it. */
  readonly example: {
    readonly product: string;
    readonly amount: string;
    readonly days: number;
    readonly fee: string;
    readonly netProceeds: string;
    readonly interest: string;
    readonly totalToRepay: string;
    readonly cost: string;
    readonly effective: string;
    readonly repayments: readonly { readonly day: number; readonly amount: string }[];
  };
  readonly late: string;
  readonly channels: readonly string[];
  readonly replyDays: number;
  /** Who else decides about a complaint. */
  readonly authorityAbove: { readonly name: string; readonly url: string } | undefined;
  readonly decisionDays: number;
  /** True if the contact page has the specification's form, which sends nothing (SITE-06). */
  readonly contactForm: boolean;
  readonly terms: { readonly title: string; readonly html: string };
  readonly about: { readonly html: string };
}
