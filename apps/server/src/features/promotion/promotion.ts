import type { BorrowerId } from '@hiram/contract/ids';
import type { ChannelTemplate } from '@hiram/contract/promotion';
import type { RequestContext } from '../../api/serve.ts';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { createAttribution, type PromotionStep, type Source } from './attribution.ts';
import { shownTemplate } from './example.ts';
import { type LandingTemplate, loadTemplates } from './templates.ts';

/** The state that the calls and the visitors' pages share: landing pages, and the record of visitors' steps. */
export interface Promotion {
  /** The landing page of an id; the brand's first one for an unknown id. */
  template(brand: Brand, id: string | undefined): ChannelTemplate;
  /** True if the id is empty or of a landing page of the brand. */
  knows(brand: Brand, id: string | undefined): boolean;
  /** Records a visitor's step, once a day and source. */
  recordStep(
    kind: PromotionStep,
    source: Source,
    requestContext: RequestContext,
    borrowerId?: BorrowerId,
  ): Promise<void>;
}

/** Loads every brand's landing pages. Throws BrandError for a faulty one. */
export function createPromotion(appContext: AppContext): Promotion {
  /** Each cell's own: events are saved in batches. */
  const attributions = new Map<number, ReturnType<typeof createAttribution>>();
  const templates = new Map<Brand, ReadonlyMap<string, LandingTemplate>>();
  for (const { localized } of appContext.brands.values())
    for (const brand of localized.values())
      templates.set(brand, loadTemplates(appContext.config.brandsDir, brand));
  // The costs of all amounts of an example take longer to compute than the rest of a page. They change only with the brand.
  const shownTemplates = new Map<LandingTemplate, ChannelTemplate>();

  return {
    template(brand, id) {
      const brandTemplates = templates.get(brand);
      const found = brandTemplates?.get(id ?? '') ?? [...(brandTemplates?.values() ?? [])][0];
      if (!found) throw new Error(`${brand.id} has no landing page`);
      const shown = shownTemplates.get(found) ?? shownTemplate(found, brand);
      shownTemplates.set(found, shown);
      return shown;
    },
    knows: (brand, id) => !id || templates.get(brand)?.has(id) === true,
    async recordStep(kind, source, requestContext, borrowerId) {
      const { brand, context, address, now } = requestContext;
      const { cell, db } = requestContext.appContext;
      const attribution = attributions.get(cell.id) ?? createAttribution(db);
      attributions.set(cell.id, attribution);
      await attribution.saveEvent({
        brand: brand.id,
        day: await requestContext.today(),
        kind,
        visitor: context.deviceId ?? address,
        source,
        borrowerId,
        at: now,
      });
    },
  };
}
