/** The number of items that are worked on at the same time. */
const parallel = 6;

/** Runs `work` for every item, several at a time. Rejects with the first failure. */
export async function forEachParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = [...items];
  const next = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, next));
}
