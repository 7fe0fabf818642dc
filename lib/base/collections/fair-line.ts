import { Line } from "./line.ts";

/** Who waits like a user, for one of each other's, where it is no user's doing. */
export const noUser = "";

class Round<Item> extends Line<Item> {
  readonly number: number;
  /** Whose newest it has, or had. */
  readonly users: string[] = [];
  next: Round<Item> | undefined;

  constructor(number: number) {
    super();
    this.number = number;
  }
}

/**
 * Those that wait, in rounds: of each user one in each, in the order they came. So who asks for much at once waits for
 * itself, and who asks for little waits for one of each of the others. What is put without a user comes after all that wait
 * already, and before all that come later.
 */
export class FairLine<Item> {
  /** In which round the newest of each user is, of those in the present round and later ones. */
  readonly #newest = new Map<string, Round<Item>>();
  /** Whose the only one is that waits: most find nobody else there, and cost no more than in any line. */
  #alone: string | undefined;
  #present = new Round<Item>(0);
  #last = this.#present;
  /** What comes now comes in no round before this. */
  #earliest = this.#present;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  put(item: Item, userId: string | undefined): void {
    this.#roundFor(userId).put(item);
    this.#size += 1;
  }

  take(): Item | undefined {
    while (this.#size > 0) {
      const item = this.#present.take();
      if (item !== undefined) {
        this.#size -= 1;
        return item;
      }
      this.#moveOn();
    }
    return undefined;
  }

  #roundFor(userId: string | undefined): Round<Item> {
    if (this.#size === 0) {
      this.#forget(this.#present);
      this.#alone = userId;
      return this.#present;
    }
    if (this.#alone !== undefined) this.#remember(this.#alone, this.#present);
    this.#alone = undefined;
    if (userId === undefined) return (this.#earliest = this.#last);
    const round = this.#nextOf(this.#newest.get(userId));
    this.#remember(userId, round);
    return round;
  }

  /** The first round that may be that of a user whose newest is in another. */
  #nextOf(newest: Round<Item> | undefined): Round<Item> {
    if (newest === undefined || newest.number < this.#earliest.number) return this.#earliest;
    if (newest.next !== undefined) return newest.next;
    newest.next = new Round(newest.number + 1);
    return (this.#last = newest.next);
  }

  #moveOn(): void {
    const passed = this.#present;
    this.#forget(passed);
    this.#present = passed.next ?? passed;
    if (this.#earliest === passed) this.#earliest = this.#present;
  }

  #remember(userId: string, round: Round<Item>): void {
    this.#newest.set(userId, round);
    round.users.push(userId);
  }

  /** Those who have nothing in a later one come next as those who never came. */
  #forget({ users }: Round<Item>): void {
    if (users.length === 0) return;
    for (const userId of users) {
      const newest = this.#newest.get(userId);
      if (newest !== undefined && newest.number <= this.#present.number) {
        this.#newest.delete(userId);
      }
    }
    users.length = 0;
  }
}
