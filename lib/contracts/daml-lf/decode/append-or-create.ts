/**
 * Appends an item to a list, or creates the list. A new list has no spare capacity, because most lists in a
 * package have one item.
 */
export const appendOrCreateList = <T>(list: T[] | undefined, item: T): T[] => {
  if (list === undefined) return [item];
  list.push(item);
  return list;
};
