/** A page's first call as the server begins it with the document. The build writes it, and the server reads it. */
export interface ServerCall {
  readonly name: string;
  readonly path: string;
  readonly encoding: 'json' | 'form';
  /**
   * The page's parameter, the field's wire name, its name as sent (masked), 1 for a number, and a value that
   * is always the same.
   */
  readonly fields: readonly (readonly [
    parameter: string,
    wire: string,
    sent: string,
    number: 0 | 1,
    value?: number,
  ])[];
  /** True if the server renders the first view from the answer. */
  readonly isRendered: boolean;
  /** A second call whose answer the first view shows too. */
  readonly next?: ServerCall;
}

/** The input from which a page's first view is rendered. */
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

/** A page's call with the envelope of its answer. */
export interface AnsweredCall {
  readonly name: string;
  readonly input: string;
  readonly sessionId: string;
  readonly answer: unknown;
  readonly next?: AnsweredCall;
}

/** The same with the answer as the app reads it: checked, and under the app's own names. */
export interface ReadCall extends Pick<AnsweredCall, 'name' | 'input' | 'sessionId'> {
  readonly result: object;
  readonly next?: ReadCall;
}

/** A first view with the answers that it shows. */
export interface View {
  readonly html: string;
  readonly first: ReadCall;
  /** True if it shows parts that the page loads only after its first view: the page then loads them before. */
  readonly needsLater: boolean;
}

/** The build's renderer of first views. Each call has its own instance of the screens' modules: nothing is shared. */
export interface ViewRenderer {
  /** Rejects if the screen cannot be rendered. */
  render(request: ViewRequest): Promise<View>;
}
