/** The settings that the document gives the page: the brand's public data and how this server runs. */
export interface Settings {
  readonly brand: string;
  readonly market: 'spec' | 'ph' | 'in' | 'id';
  readonly name: string;
  /** The languages of the brand, the default first. */
  readonly languages: readonly string[];
  /** The `real` flag of the brand's file: 1 writes money with the rupee sign (CFG-03). */
  readonly real: 0 | 1;
  /** Moments are written in it, wherever the phone is. Undefined: in the phone's zone, since the country has several. */
  readonly timeZone?: string;
  readonly servicePhone: string;
  readonly deepLinkScheme: string;
  /** Base path of every call, for example `/api` (NET-02). */
  readonly apiBase: string;
  readonly sandbox: boolean;
  /** True if the phone keeps pages and last answers. A server that says no removes them; a static host says nothing. */
  readonly cachesPages?: boolean;
  /** The brand's name that every call sends, if the pages belong to a single brand. */
  readonly appName?: string;
  /** The origin of the simulated host, if there is one. */
  readonly hostOrigin: string;
  /** Hosts to which the app may navigate, and whether each may receive the session. */
  readonly partners: readonly { readonly host: string; readonly trusted: boolean }[];
  readonly storeUrl: string;
  /** Days within which the lender decides, and within which the money arrives after acceptance. */
  readonly decisionDays: number;
  readonly creditingDays: number;
  /** The number of the lender's licence. */
  readonly authority: string;
  /** The guides of the brand's payment channels, with the kind of their codes (CODE-02). */
  readonly guides?: Readonly<Record<string, number>>;
  /** The drawing by which the brand shows a loan, and the lower edge of its coloured ground. */
  readonly look: {
    readonly story: 'stairs' | 'path' | 'terraces' | 'rings';
    readonly edge: 'steps' | 'arch' | 'straight' | 'none';
  };
  /** The brand's drawings as SVG, checked by the server: its mark, and the scenes that this page needs at once. */
  readonly art: { readonly mark: string; readonly home?: string; readonly settled?: string };
}

function read(): Settings {
  const element = document.getElementById('hiram');
  if (!element?.textContent) throw new Error('the document carries no settings');
  return JSON.parse(element.textContent);
}

export const settings: Settings = read();
