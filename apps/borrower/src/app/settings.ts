/** What the page is told by its own document: the brand's public side and how this server runs. */
export interface Settings {
  readonly brand: string;
  readonly market: 'spec' | 'ph' | 'in' | 'id';
  readonly name: string;
  /** The languages of the brand, its first where nobody asks for another. */
  readonly languages: readonly string[];
  /** The rupee flag of the brand's file (CFG-03). */
  readonly real: 0 | 1;
  readonly servicePhone: string;
  readonly deepLinkScheme: string;
  /** Base of every call, e.g. `/api` (NET-02). */
  readonly apiBase: string;
  readonly sandbox: boolean;
  /** The brand's name for every call, where the pages are one brand's alone. */
  readonly appName?: string;
  /** The simulated host's origin, where there is one. */
  readonly hostOrigin: string;
  /** Hosts to which the borrower may be sent, and whether they are trusted with the session. */
  readonly partners: readonly { readonly host: string; readonly trusted: boolean }[];
  readonly storeUrl: string;
}

function read(): Settings {
  const element = document.getElementById('hiram');
  if (!element?.textContent) throw new Error('the document carries no settings');
  return JSON.parse(element.textContent);
}

export const settings: Settings = read();
