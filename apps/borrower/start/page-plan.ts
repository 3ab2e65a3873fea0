import type { ServerCall } from '@hiram/visitor-pages/server-call';

/** The build's data about a page: JSON in the document's element `#hiram-page`. Files are addresses: `/assets/…`. */
export interface PagePlan {
  /** By language, the files of the screen's texts: of its first view, then of its later parts. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** The script of the texts that the specification gives in another language. */
  readonly specified: string;
  /** The stylesheets whose content the document has. */
  readonly styles: readonly string[];
  /** The scripts that the page needs after its first view, or before it renders anything itself. */
  readonly later: readonly string[];
  /** The script that starts the page. */
  readonly start: string;
  /** The screen's first call, if page parameters alone are its input. */
  readonly call?: EarlyCall;
}

/** A call that the page sends before its scripts have arrived. */
export interface EarlyCall extends Pick<ServerCall, 'name' | 'path' | 'encoding' | 'fields'> {
  /** True if the server begins it with the document. */
  readonly onServer: boolean;
}

/** The settings that the server fills in for a brand (`#hiram`), as far as the start needs them. */
export interface StartSettings {
  readonly brand: string;
  readonly market: string;
  readonly languages: readonly string[];
  readonly apiBase: string;
  readonly sandbox: boolean;
  readonly appName?: string;
}

/** The parameters of the page's address. */
export type Query = Record<string, string | undefined>;
