/**
 * A page whose items are created while they are read, which is possible only once. After the last
 * item, `rest` returns the other fields of the page.
 */
export interface LazyResultPage<Item, Rest> {
  readonly items: Iterable<Item>;
  readonly rest: () => Rest;
}
