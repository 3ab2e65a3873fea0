import brand from '../../../brands/spec/brand.json' with { type: 'json' };
import { changeSettings } from './document.ts';

/** Import it first: the document is of the market `spec`, which follows the specification's texts and ways. */
changeSettings({
  brand: 'spec',
  market: 'spec',
  name: 'Hiram',
  languages: ['en', 'id'],
  servicePhone: brand.servicePhone,
  deepLinkScheme: 'hiram',
  storeUrl: brand.storeUrl,
  partners: brand.partners,
  look: brand.look,
});
