import { behind, branchAt, branchedOff, firstOf, type JournalPath } from "../kept/journal-path.ts";

/** What is known of a journal that several processes write. */
export interface KnownJournal {
  /** Who goes back is a generation further. */
  readonly generation: number;
  readonly path: JournalPath;
}

/**
 * The path of a journal, but it begins where it began when this was made, whoever compacts it meanwhile: what has left the memory is
 * read along it. Where others took the journal back, it is that of the journal.
 */
export class WholePath {
  #known: KnownJournal;
  #path: JournalPath;
  /** Of marks, as it was when they were made. */
  readonly #marked = new WeakMap<object, JournalPath>();

  constructor(known: KnownJournal) {
    this.#known = known;
    this.#path = known.path;
  }

  /** The same as before where nothing changed. */
  get path(): JournalPath {
    return this.#path;
  }

  get known(): KnownJournal {
    return this.#known;
  }

  follow(known: KnownJournal): void {
    const { generation, path } = known;
    const isSame = generation === this.#known.generation;
    if (isSame && areEqual(path, this.#known.path)) return;
    this.#known = known;
    this.#path = isSame ? continued(this.#path, path) : path;
  }

  mark(mark: object): void {
    this.#marked.set(mark, this.#path);
  }

  /** This process took the journal back to a mark at a position. */
  wentBack(mark: object, position: number, known: KnownJournal): void {
    const { path } = known;
    const branch = branchAt(path, position + 1) ?? 0;
    this.#known = known;
    this.#path = branchedOff(this.#marked.get(mark) ?? path, position, branch);
  }
}

/** With what was compacted into the first entry of the path by now, and that entry as it was. */
const continued = (whole: JournalPath, path: JournalPath): JournalPath => {
  const first = firstOf(path);
  if (first <= firstOf(whole)) return path;
  const kept = whole.filter(({ from }) => from <= first);
  const rest = behind(path, first);
  return [...kept, ...(rest[0]?.branch === kept.at(-1)?.branch ? rest.slice(1) : rest)];
};

const areEqual = (left: JournalPath, right: JournalPath): boolean =>
  left.length === right.length &&
  left.every(
    ({ branch, from }, index) => right[index]?.branch === branch && right[index].from === from,
  );
