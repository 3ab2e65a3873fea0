/** A value of JSON, as a draft has it: it may be no policy yet. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Path = readonly (string | number)[];

/** The value at a path; undefined: there is none. */
export function valueAt(json: Json | undefined, path: Path): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, name) =>
      value === null || typeof value !== 'object'
        ? undefined
        : Array.isArray(value)
          ? (value as readonly Json[])[Number(name)]
          : (value as Record<string, Json>)[name],
    json,
  );
}

/** The JSON with another value at a path. Undefined: the name, or the item of a list, goes. */
export function withValue(json: Json, path: Path, value: Json | undefined): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value ?? null;
  if (Array.isArray(json)) {
    const items: readonly Json[] = json;
    const index = Number(name);
    if (rest.length === 0 && value === undefined) return items.filter((_item, at) => at !== index);
    const next = withValue(items[index] ?? null, rest, value);
    return index >= items.length ? [...items, next] : items.map((item, at) => (at === index ? next : item));
  }
  const object = (json ?? {}) as Record<string, Json>;
  if (rest.length === 0 && value === undefined) {
    const { [name]: _gone, ...others } = object;
    return others;
  }
  return { ...object, [name]: withValue(object[name] ?? null, rest, value) };
}

/** A whole number as it was typed; what is none stays a text, so that the check names its line. */
export function typedNumber(text: string): Json {
  const plain = text.trim().replace('−', '-');
  return /^-?\d{1,15}$/.test(plain) ? Number(plain) : text;
}
