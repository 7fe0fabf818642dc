/** Collects all items in order. */
export const collectAll = async <Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};
