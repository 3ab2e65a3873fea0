/** True in a sandbox, where people sign in by a click. */
export const isSandbox = (): boolean => document.documentElement.dataset.sandbox === 'true';
