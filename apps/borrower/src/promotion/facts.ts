import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { MoneyFormat } from '@hiram/loan/format';

/** What the pages for visitors say of the brand, filled in by the server or by a static build. */
export interface PromotionFacts {
  /** The brand's id, by which every link and call names it. */
  readonly brand: string;
  readonly name: string;
  /** Who lends, and by which licence: on every advertisement. */
  readonly licence: string;
  readonly servicePhone: string;
  /** Texts that the specification gives in Chinese are said so whatever the language. */
  readonly letter: boolean;
  readonly mobile: {
    /** What a number looks like at least, as a regular expression; the server looks closer. */
    readonly pattern: string;
    readonly most: number;
    readonly start: string;
  };
  readonly money: MoneyFormat;
  readonly template: ChannelTemplate;
  /** The address names a landing page that is not here; the brand's first is shown in its place. */
  readonly unknownTemplate: boolean;
  /** Where the form goes without scripts. */
  readonly plainUrl: string;
  readonly download: {
    readonly play: string;
    readonly apk: string;
    readonly appStore: string;
    /** Opens the app where it is installed. */
    readonly app: string;
  };
  readonly agreement: { readonly title: string; readonly html: string };
}

/** A field's problem, in words. */
export interface FieldProblem {
  readonly field: PromotionField;
  readonly text: string;
}

/** The form's fields by the names under which people's browsers know them (PROM-04, PROM-18). */
export type PromotionField = 'mobile' | 'imgValidate' | 'smsCode' | 'invite_code';

export type PromotionValues = Readonly<Record<PromotionField, string>>;

/** The page without scripts: the server fills it for every request. */
export interface PlainForm {
  readonly sid: string;
  readonly captchaUrl: string;
  readonly values: PromotionValues;
  readonly problem: { readonly field: string; readonly text: string } | undefined;
  readonly said: string | undefined;
  /** The address that the form is sent to, tracking included. */
  readonly action: string;
}
