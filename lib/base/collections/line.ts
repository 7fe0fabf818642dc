interface Place<Item> {
  readonly item: Item;
  next: Place<Item> | undefined;
}

/** Those that wait, in the order they came. */
export class Line<Item> {
  #first: Place<Item> | undefined;
  #last: Place<Item> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  put(item: Item): void {
    const place: Place<Item> = { item, next: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.next = place;
    this.#last = place;
  }

  take(): Item | undefined {
    const first = this.#first;
    this.#first = first?.next;
    if (this.#first === undefined) this.#last = undefined;
    return first?.item;
  }
}
