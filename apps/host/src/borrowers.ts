import { button, element, panel } from './element.ts';
import { type BrandChoice, type Demo, sandbox } from './sandbox.ts';

const states = [
  ['ready', 'May confirm a loan', '/main'],
  ['21', 'Being decided', '/order', { referred: 1 }],
  ['110', 'Rejected', '/order'],
  ['151', 'Approved, money waiting', '/order'],
  ['170', 'Running', '/order'],
  ['174', 'Due soon', '/order'],
  ['180', 'Late', '/order'],
  ['200', 'Settled', '/order'],
  ['new', 'Just registered', '/main'],
  ['110', 'Partner could not sign in', '/jointLoginFailure', { jointFailure: 1 }],
] as const;

/** The brand of the guided story, unless the address names another one (`?brand=in`). */
const firstBrand = 'ph';

/** The selected brand and language, and the demo borrowers of the brand. */
export interface Borrowers {
  readonly choices: HTMLElement;
  readonly panel: HTMLElement;
  /** Creates a borrower of the selected brand. */
  create(state: string, options?: Readonly<Record<string, unknown>>): Promise<Demo>;
  /** The id of the selected brand. */
  brand(): string;
  /** Lists the brands. Returns the selected one. */
  load(): Promise<string>;
}

export interface BorrowersOptions {
  /** Creates a borrower in a state and opens a screen for them. */
  readonly choose: (state: string, path: string, options: Readonly<Record<string, unknown>>) => void;
  readonly changeLanguage: (lang: string) => void;
}

export function createBorrowers({ choose, changeLanguage }: BorrowersOptions): Borrowers {
  const brand = element('select', { label: 'Brand' });
  const lang = element('select', { label: 'Language' });
  const kind = element(
    'select',
    { label: 'Kind of loan' },
    new Option('Several repayments', 'perPeriod'),
    new Option('One repayment', 'single'),
  );
  let brands: readonly BrandChoice[] = [];
  const selected = () => brands.find(({ id }) => id === brand.value);

  /** Lists the languages of the selected brand. Keeps the selected language if the brand has it. */
  function offerLanguages(): void {
    const former = lang.value;
    const { languages = [] } = selected() ?? {};
    lang.replaceChildren(...languages.map((code) => new Option(code, code, false, code === former)));
  }

  // Each brand has its own app and borrowers, so a new brand starts with a new borrower.
  brand.addEventListener('change', () => {
    offerLanguages();
    choose('ready', '/main', {});
  });
  lang.addEventListener('change', () => changeLanguage(lang.value));

  return {
    choices: element('div', { class: 'row' }, brand, lang),
    panel: panel(
      'Demo borrowers',
      element('p', {}, 'Or start in the middle. Each state comes about as it does for a real borrower.'),
      element(
        'div',
        { class: 'grid' },
        ...states.map(([state, text, path, options]) =>
          button(/\d/.test(state) ? `${state} ${text}` : text, () => choose(state, path, options ?? {})),
        ),
      ),
      element('div', { class: 'row' }, kind),
    ),
    async create(state, options = {}) {
      const demo = await sandbox.borrower(
        { state, kind: kind.value, with: { hasMessages: 1, ...options } },
        brand.value,
      );
      return { ...demo, appName: brand.value, lang: lang.value, market: selected()?.market ?? 'spec' };
    },
    brand: () => brand.value,
    async load() {
      brands = (await sandbox.brands()).brands;
      const wanted = new URLSearchParams(location.search).get('brand') ?? firstBrand;
      brand.replaceChildren(
        ...brands.map(({ id, name }) => new Option(`${name} (${id})`, id, false, id === wanted)),
      );
      offerLanguages();
      return brand.value;
    },
  };
}
