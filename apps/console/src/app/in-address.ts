import { useLocation, useSearch } from 'wouter';

/** A part of the address and what changes it. */
type InAddress<Value> = readonly [Value, (value: Value) => void];

/** The text of a part of the address, such as `chosen` of `?tab=held&chosen=…`; empty: it is not there. */
export function useTextInAddress(name: string): InAddress<string> {
  const value = new URLSearchParams(useSearch()).get(name) ?? '';
  const [, navigate] = useLocation();
  const change = (text: string) => {
    // As it is now: two parts may change in one go.
    const search = new URLSearchParams(location.search);
    if (text === '') search.delete(name);
    else search.set(name, text);
    const query = search.toString();
    navigate(`${location.pathname}${query === '' ? '' : `?${query}`}`, { replace: true });
  };
  return [value, change];
}

/**
 * A choice that stands in the address, so that it stays over a reload and can be handed on. The first of the values is the
 * usual one, which the address leaves out; a value that is none of them counts as it.
 */
export function useChoiceInAddress<Value extends string>(
  name: string,
  values: readonly [Value, ...(readonly Value[])],
): InAddress<Value> {
  const [text, change] = useTextInAddress(name);
  const [usual] = values;
  return [values.find((value) => value === text) ?? usual, (value) => change(value === usual ? '' : value)];
}
