type BackHandler = () => boolean;
type BackSource = (handler: BackHandler) => () => void;

let source: BackSource = () => () => undefined;

/** Sets the source of the host's back event. A plain browser never sends one. */
export function connectBack(announced: BackSource): void {
  source = announced;
}

/** Registers a handler for going back; the last registered runs first. It returns true if it handled the step. */
export function onBack(handler: BackHandler): () => void {
  return source(handler);
}
