/** A page whose items are made while they are read, once, and what is known of it when they have been. */
export interface PageParts<Item, Rest> {
  readonly items: Iterable<Item>;
  readonly rest: () => Rest;
}
