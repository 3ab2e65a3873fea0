type BackHandler = () => boolean;
type BackSource = (handler: BackHandler) => () => void;

let source: BackSource = () => () => undefined;

/** Says where the host's back event comes from; in a plain browser nothing is ever announced. */
export function connectBack(announced: BackSource): void {
  source = announced;
}

/** Asked when the borrower goes back, the last one first. Answers true where it has taken the step itself. */
export function onBack(handler: BackHandler): () => void {
  return source(handler);
}
