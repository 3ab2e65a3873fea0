import brand from '../../../brands/ph/brand.json' with { type: 'json' };

/** The settings that a document of `ph` gives its page. The app reads them when its modules load. */
const settings = {
  brand: 'ph',
  market: 'ph',
  name: 'Hagdan',
  languages: ['en', 'fil'],
  real: 0,
  timeZone: brand.timeZone,
  servicePhone: brand.servicePhone,
  deepLinkScheme: 'hagdan',
  apiBase: '/api',
  sandbox: false,
  hostOrigin: '',
  partners: [],
  storeUrl: '',
  decisionDays: 1,
  creditingDays: 3,
  authority: '',
  look: brand.look,
  art: { mark: '' },
};
const element = document.createElement('script');
element.id = 'hiram';
element.type = 'application/json';
document.head.append(element);
changeSettings({});

/** Changes the settings before a module of the app reads them. */
export function changeSettings(changes: Readonly<Record<string, unknown>>): void {
  element.textContent = JSON.stringify({ ...settings, ...changes });
}
