import { useLocation, useSearch } from 'wouter';

/** A part of the address and what changes it. */
type InAddress<Value> = readonly [Value, (value: Value) => void];

interface ChangeOptions {
  /** True if the page before the change stays the one that Back leads to. */
  readonly replace?: boolean;
}

/** Changes parts of the address; an empty text removes one. Several may change in one go. */
export function useChangeAddress(): (
  changes: Readonly<Record<string, string>>,
  options?: ChangeOptions,
) => void {
  const [, navigate] = useLocation();
  return (changes, options = {}) => {
    const search = new URLSearchParams(location.search);
    for (const [name, text] of Object.entries(changes))
      if (text === '') search.delete(name);
      else search.set(name, text);
    const query = search.toString();
    navigate(`${location.pathname}${query === '' ? '' : `?${query}`}`, options);
  };
}

/** The text of a part of the address, such as `chosen` of `?tab=held&chosen=…`; empty: it is not there. */
export function useTextInAddress(name: string): InAddress<string> {
  const value = new URLSearchParams(useSearch()).get(name) ?? '';
  const change = useChangeAddress();
  return [value, (text) => change({ [name]: text }, { replace: true })];
}

/**
 * A choice that stands in the address, so that it stays over a reload, can be handed on, and is what Back leads to. The first
 * of the values is the usual one, which the address leaves out; a value that is none of them counts as it.
 */
export function useChoiceInAddress<Value extends string>(
  name: string,
  values: readonly [Value, ...(readonly Value[])],
): InAddress<Value> {
  const text = new URLSearchParams(useSearch()).get(name) ?? '';
  const change = useChangeAddress();
  const [usual] = values;
  return [
    values.find((value) => value === text) ?? usual,
    (value) => change({ [name]: value === usual ? '' : value }),
  ];
}
