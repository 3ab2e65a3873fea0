/**
 * A question to an identity service: pictures of a document and a selfie, JPEG in base64. It is not told who
 * the borrower says to be.
 */
interface IdentityQuestion {
  /** Ours: the same in every repetition. */
  readonly reference: string;
  readonly brand: string;
  /** ISO 3166. */
  readonly country: string;
  /** The kind of document. */
  readonly document: string;
  readonly front: string;
  readonly back: string | undefined;
  readonly selfie: string | undefined;
}

/** A service's readings from a document; undefined where it could not. */
export interface ReadDocument {
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthDate?: string | undefined;
  /** The last day on which it is valid, `YYYY-MM-DD`. */
  readonly expiry?: string | undefined;
  /** The lines for machines of a passport. */
  readonly mrz?: readonly string[] | undefined;
}

export interface IdentityAnswer {
  readonly outcome: 'verified' | 'failed' | 'unclear';
  readonly read: ReadDocument;
  /** The face of the document beside the selfie; undefined without a selfie. */
  readonly face: 'match' | 'differs' | 'unclear' | undefined;
}

export interface IdentityPort {
  /** Throws Unavailable without a valid answer to exactly this question. */
  ask(question: IdentityQuestion): Promise<IdentityAnswer>;
}
