import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { MoneyFormat } from '@hiram/loan/format';

/** The brand's data on the visitors' pages, filled in by the server or by a static build. */
export interface PromotionFacts {
  /** The brand's id, as links and calls use it. */
  readonly brand: string;
  readonly name: string;
  /** The brand's mark, the scene of its home page and a hand with the app, SVGs that name their colours by role. */
  readonly mark: string;
  readonly scene: string;
  readonly hand: string;
  /** The lender and its licence, required on every advertisement. */
  readonly licence: string;
  readonly servicePhone: string;
  /** The brand's languages besides the page's own: codes with their own names. */
  readonly otherLanguages: readonly { readonly code: string; readonly name: string }[];
  /** Use the texts that the specification gives in Chinese, whatever the language. */
  readonly usesSpecifiedCopy: boolean;
  readonly mobile: {
    /** A regular expression that a mobile number must match; the server checks more. */
    readonly pattern: string;
    readonly max: number;
    readonly start: string;
  };
  readonly money: MoneyFormat;
  readonly template: ChannelTemplate;
  /** The address names a landing page that does not exist; the brand's first one is shown. */
  readonly unknownTemplate: boolean;
  /** The address that the form is posted to without scripts. */
  readonly plainUrl: string;
  readonly download: {
    readonly play: string;
    readonly apk: string;
    readonly appStore: string;
    /** Opens the installed app. */
    readonly app: string;
    /** The address of the download page as a QR code (SVG); empty on other pages. */
    readonly code: string;
  };
  readonly agreement: { readonly title: string; readonly html: string };
}

/** A field and a message about its problem. */
export interface FieldProblem {
  readonly field: PromotionField;
  readonly text: string;
}

/** The form's fields, by the names that browsers use for autofill (PROM-04, PROM-18). */
export type PromotionField = 'mobile' | 'imgValidate' | 'smsCode' | 'invite_code';

export type PromotionValues = Readonly<Record<PromotionField, string>>;

/** The page without scripts: the server fills it for each request. */
export interface PlainForm {
  readonly sid: string;
  readonly captchaUrl: string;
  readonly values: PromotionValues;
  readonly problem: { readonly field: string; readonly text: string } | undefined;
  readonly notice: string | undefined;
  /** The address that the form is posted to, with tracking parameters. */
  readonly action: string;
}
