/**
 * A page whose items are created while they are read, which is possible only once. `rest` is known
 * after that.
 */
export interface PageParts<Item, Rest> {
  readonly items: Iterable<Item>;
  readonly rest: () => Rest;
}
