/**
 * The list with one more item, in place or anew. One that is begun with its only item takes no room for
 * more, and most lists in a package are of one item.
 */
export const appended = <T>(list: T[] | undefined, item: T): T[] => {
  if (list === undefined) return [item];
  list.push(item);
  return list;
};
