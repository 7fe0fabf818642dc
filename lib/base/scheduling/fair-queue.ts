/** The user id for work that no user requested. */
export const systemUser = "";

/** An element of a linked list. */
interface LinkedListElement<Item> {
  readonly item: Item;
  next: LinkedListElement<Item> | undefined;
}

/** A first-in first-out queue; every operation is O(1). */
export class Queue<Item> {
  #first: LinkedListElement<Item> | undefined;
  #last: LinkedListElement<Item> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  enqueue(item: Item): void {
    const link: LinkedListElement<Item> = { item, next: undefined };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
  }

  dequeue(): Item | undefined {
    const first = this.#first;
    this.#first = first?.next;
    if (this.#first === undefined) this.#last = undefined;
    return first?.item;
  }
}

/** The queue of each waiting user. The first user in the map is the next one to be served. */
type UserQueues<Item> = Map<string, Queue<Item>>;

/**
 * A queue that serves users in turn (round robin), and the items of one user in order. An item
 * without a user is a barrier: it is taken after all items before it, and before all items after
 * it. Every operation is O(1).
 */
export class FairQueue<Item> {
  /**
   * The queues and barriers after `#current`. New items of users go into the newest map, which may
   * be `#current`.
   */
  readonly #segments = new Queue<UserQueues<Item> | { readonly barrier: Item }>();
  #current: UserQueues<Item> = new Map();
  #newest = this.#current;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  enqueue(item: Item, userId: string | undefined): void {
    this.#size += 1;
    if (userId === undefined) {
      this.#segments.enqueue({ barrier: item });
      this.#newest = new Map();
      this.#segments.enqueue(this.#newest);
      return;
    }
    let queue = this.#newest.get(userId);
    if (queue === undefined) this.#newest.set(userId, (queue = new Queue()));
    queue.enqueue(item);
  }

  dequeue(): Item | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    for (;;) {
      for (const [userId, queue] of this.#current) return this.#dequeueForUser(userId, queue);
      const next = this.#segments.dequeue();
      if (next === undefined) return undefined;
      if ("barrier" in next) return next.barrier;
      this.#current = next;
    }
  }

  #dequeueForUser(userId: string, queue: Queue<Item>): Item | undefined {
    const item = queue.dequeue();
    const isOnly = this.#current.size === 1;
    if (isOnly && !queue.isEmpty) return item;
    this.#current.delete(userId);
    if (!queue.isEmpty) this.#current.set(userId, queue);
    return item;
  }
}
