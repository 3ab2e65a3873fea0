/** The scripts that the server sends in a browser's first document. The build writes it, and the server reads it. */
export interface PackedPages {
  /** The inline script of the texts that the specification gives: it stands before a page's scripts. */
  readonly specified: string;
  /** By page. */
  readonly pages: Readonly<Record<string, PackedPage>>;
}

export interface PackedPage {
  /** The inline scripts, in their order. The last one starts the page. */
  readonly scripts: readonly string[];
  /** The texts of its screen, by language. */
  readonly texts: Readonly<Record<string, PackedTexts>>;
}

export interface PackedTexts {
  /** The name of the file in which other documents find them. */
  readonly file: string;
  readonly messages: object;
}
