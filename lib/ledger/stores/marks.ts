import type { JournalMark } from "./journal-store.ts";
import { foreignMark } from "./store-errors.ts";

/** The marks of one store, with the point of the journal that each one stands for. */
export class Marks<Point> {
  readonly #points = new WeakMap<JournalMark, Point>();

  create(position: number, point: Point): JournalMark {
    const mark = { position };
    this.#points.set(mark, point);
    return mark;
  }

  /** Returns the point of a mark. Raises INVALID_ARGUMENT for a mark of another store. */
  pointOf(mark: JournalMark): Point {
    const point = this.#points.get(mark);
    if (point === undefined) throw foreignMark();
    return point;
  }
}
