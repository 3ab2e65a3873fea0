/** A page's first call as the server begins it with the document. The build writes it, and the server reads it. */
export interface ServerCall {
  readonly name: string;
  readonly path: string;
  readonly encoding: 'json' | 'form';
  /** The page's parameter, the field's wire name, its name as sent (masked), 1 for a number, and a value that is always the same. */
  readonly fields: readonly (readonly [
    parameter: string,
    wire: string,
    sent: string,
    number: 0 | 1,
    value?: number,
  ])[];
  /** Whether the server renders the first view from the answer. */
  readonly isRendered: boolean;
  /** A second call whose answer the first view shows too. */
  readonly next?: ServerCall;
}

/** What a page's first view is rendered from. */
export interface ViewRequest {
  /** The address of the document. */
  readonly url: string;
  /** The text of the document's settings. */
  readonly settings: string;
  /** The cookies that scripts can read. */
  readonly cookie: string;
  /** The first call as the page's inline script describes it, with its answer. */
  readonly first: AnsweredCall;
}

interface AnsweredCall {
  readonly name: string;
  readonly input: string;
  readonly sessionId: string;
  readonly answer: unknown;
  readonly next?: AnsweredCall;
}

/** The build's renderer of first views. Each call has its own instance of the screens' modules: nothing is shared. */
export interface ViewRenderer {
  /** The HTML of the first view. Throws if the screen cannot be rendered. */
  render(request: ViewRequest): string;
}
