import type { SourceRange } from "../../../base/errors/daml-failure.ts";
import type { LfChoice, LfExpr, LfTemplate, ValueDefinition } from "../syntax/ast.ts";
import type { ExecutionCounter } from "./execution-counter.ts";

/** An expression or definition: the key under which its source range is stored. */
export type RangeKey = LfExpr | ValueDefinition | LfTemplate | LfChoice;

/** A definition that code is compiled from. */
export interface CodeDefinition {
  /** `<package id>:<Module.Name>:<definition>`; empty for code that belongs to no package. */
  readonly name: string;
  /** The object under which the source range of the definition is stored. */
  readonly source?: RangeKey | undefined;
}

/** A source place that instructions were compiled from. */
export interface CodePlace {
  readonly definition: CodeDefinition;
  /** The range of the expression, or of the whole definition if the expression has none. */
  readonly range: SourceRange | undefined;
  /** True if `range` is that of the whole definition. */
  readonly isWholeDefinition: boolean;
  /** True for the instruction that performs the body of a choice. */
  readonly isExercise: boolean;
  /** True if the definition is in a package that comes with the language. */
  readonly isLanguageCode: boolean;
}

/** The call stack when an error was raised: the place of each waiting call, outermost first. */
export type CodeStack = readonly CodePlace[];

/** A MARK instruction that execution reaches. */
interface ReachedInstruction {
  /** Kind of the instruction after it. */
  readonly next: "call" | "tail call" | "other";
  /** Number of budget steps spent so far. */
  readonly spent: number;
  readonly address: number;
}

/** Maximum number of tail calls recorded per frame. */
const maxTailCalls = 6;

/**
 * Records which source place is being executed. A code store with a trace gets a MARK instruction before
 * every instruction that can fail. A MARK costs no budget step, so code behaves the same with and without a
 * trace.
 */
export class ExecutionTrace {
  readonly #ranges: WeakMap<RangeKey, SourceRange>;
  readonly #isLanguageCode: (definition: string) => boolean;
  /** Counts reached places, exercises and steps; undefined if they are not counted. */
  counter: ExecutionCounter | undefined;
  readonly #places: CodePlace[] = [];
  /** Addresses of MARK instructions in ascending order, and the number of the place of each. */
  readonly #addresses: number[] = [];
  readonly #placesAt: number[] = [];
  // State of the compilation.
  #definition: CodeDefinition = { name: "" };
  #range: SourceRange | undefined;
  #isExercise = false;
  // State of the execution.
  #current = 0;
  /** The last place that is not in a package of the language. */
  #lastOwn = -1;
  /** Places of the calls that replaced a frame, by depth of the call stack. */
  readonly #tailCalls: number[][] = [];
  /**
   * Evaluations that a ledger action started, with the depth of the call stack and the tail call places at
   * that time.
   */
  readonly #nested: { readonly depth: number; readonly places: readonly number[] }[] = [];
  /** Call stacks by thrown object: an error or an exception. */
  readonly #stacks = new WeakMap<object, CodeStack>();
  /** Call stacks of the first throw, by caught value and by exception that throws such a value again. */
  readonly #firstStacks = new WeakMap<object, CodeStack>();

  /**
   * `isLanguageCode` returns true if the definition with this name is in a package that comes with the
   * language.
   */
  constructor(
    ranges: WeakMap<RangeKey, SourceRange>,
    isLanguageCode: (definition: string) => boolean,
  ) {
    this.#ranges = ranges;
    this.#isLanguageCode = isLanguageCode;
  }

  /**
   * Compiles an expression of a definition. Parts without a source range get the smallest range that
   * covers all ranges in the expression.
   */
  inDefinition<T>(definition: CodeDefinition, expr: LfExpr, compile: (expr: LfExpr) => T): T {
    const [outer, range] = [this.#definition, this.#range];
    this.#definition = definition;
    this.#range = this.findSourceRange(expr);
    try {
      return compile(expr);
    } finally {
      this.#definition = outer;
      this.#range = range;
    }
  }

  /**
   * Returns the smallest range that covers all ranges in an expression; undefined if it contains none.
   */
  findSourceRange(expr: LfExpr): SourceRange | undefined {
    let covered: SourceRange | undefined;
    const seen = new Set<object>();
    const visit = (part: unknown): void => {
      if (typeof part !== "object" || part === null || seen.has(part)) return;
      seen.add(part);
      const range = this.#ranges.get(part as LfExpr);
      if (range === undefined) for (const each of Object.values(part)) visit(each);
      else covered = covered === undefined ? range : mergeRanges(covered, range);
    };
    visit(expr);
    return covered;
  }

  /** Calls `compile`. Instructions that it emits get the source range of the expression. */
  compileWithSourceRange<T>(expr: LfExpr, compile: () => T): T {
    const range = this.#ranges.get(expr);
    if (range === undefined) return compile();
    const outer = this.#range;
    this.#range = range;
    try {
      return compile();
    } finally {
      this.#range = outer;
    }
  }

  /** Compiles the instruction that performs the body of a choice. */
  compileExercise(compile: () => void): void {
    this.#isExercise = true;
    compile();
    this.#isExercise = false;
  }

  /** Returns the number of the source place that is being compiled. */
  currentPlace(): number {
    const [definition, isExercise] = [this.#definition, this.#isExercise];
    const known = definition.source && this.#ranges.get(definition.source);
    const range = this.#range ?? known;
    const isWholeDefinition = this.#range === undefined;
    const latest = this.#places.at(-1);
    const isSame =
      latest?.definition === definition &&
      latest.range === range &&
      latest.isExercise === isExercise;
    if (!isSame) {
      const isLanguageCode = definition.name === "" || this.#isLanguageCode(definition.name);
      const place = { definition, range, isWholeDefinition, isExercise, isLanguageCode };
      this.#places.push(place);
    }
    return this.#places.length - 1;
  }

  /** Records the addresses of the MARK instructions of a body that starts at `entry`. */
  recordMarks(entry: number, marks: readonly (readonly [offset: number, place: number])[]): void {
    for (const [offset, place] of marks) {
      this.#addresses.push(entry + offset);
      this.#placesAt.push(place);
    }
  }

  /** The places that code was compiled from, by number. */
  get codePlaces(): readonly CodePlace[] {
    return this.#places;
  }

  /**
   * Called when execution reaches a MARK; `depth` is the number of waiting calls.
   */
  recordReached(place: number, depth: number, { next, spent, address }: ReachedInstruction): void {
    this.#current = place;
    this.counter?.recordReached({
      address,
      place,
      definition: this.#places[place]?.definition.name ?? "",
      depth,
      isTailCall: next === "tail call",
      spent,
    });
    if (this.#places[place]?.isLanguageCode === false) this.#lastOwn = place;
    if (next === "other") return;
    if (next === "call") {
      this.#tailCalls.length = Math.min(this.#tailCalls.length, depth + 1);
      return;
    }
    const calls = (this.#tailCalls[depth] ??= []);
    if (calls.length === maxTailCalls) calls.shift();
    calls.push(place);
    this.#tailCalls.length = depth + 1;
  }

  /** Runs an evaluation that a ledger action starts while `depth` calls are waiting. */
  runNested<T>(depth: number, evaluate: () => T): T {
    const place = this.#current;
    const tailCalls = this.#tailCalls[depth] ?? [];
    this.#nested.push({ depth, places: [...tailCalls, place] });
    this.#tailCalls[depth] = [];
    try {
      return this.counter === undefined ? evaluate() : this.counter.runNested(depth, evaluate);
    } finally {
      this.#nested.pop();
      this.#current = place;
      this.#tailCalls[depth] = tailCalls;
    }
  }

  /** Runs an evaluation without recording it, such as computing the message of an exception. */
  withoutRecording<T>(evaluate: () => T): T {
    const [current, lastOwn] = [this.#current, this.#lastOwn];
    try {
      return evaluate();
    } finally {
      this.#current = current;
      this.#lastOwn = lastOwn;
    }
  }

  /** Counts an exercise of a choice. */
  recordExercise(choice: string): void {
    this.counter?.recordExercise(choice);
  }

  /** Clears the state of the execution. */
  reset(spent: number): void {
    this.counter?.beginEvaluation(spent);
    this.#tailCalls.length = 0;
    this.#nested.length = 0;
  }

  /**
   * Records the call stack when something is thrown. `returnAddresses` are the positions at which the
   * waiting calls continue. Later calls for the same object are ignored: they come from outer evaluations
   * that it passes through. `value` is the value of an exception.
   */
  recordStack(thrown: object, value: object | undefined, returnAddresses: readonly number[]): void {
    if (this.#stacks.has(thrown)) return;
    this.#stacks.set(thrown, this.getCurrentStack(returnAddresses));
    const first = value && this.#firstStacks.get(value);
    if (first !== undefined) this.#firstStacks.set(thrown, first);
  }

  /** Records that a handler caught an exception and received this value, which it may throw again. */
  recordCaught(exception: object, value: object): void {
    const first = this.#firstStacks.get(exception) ?? this.#stacks.get(exception);
    if (first !== undefined) this.#firstStacks.set(value, first);
  }

  /** Returns the call stack at which an object was thrown; undefined if no code was running. */
  findThrownStack(thrown: object): CodeStack | undefined {
    return this.#stacks.get(thrown);
  }

  /** Forgets the last place, at the beginning of a run. */
  forgetLatest(): void {
    this.#lastOwn = -1;
  }

  /** Returns the last place outside the packages of the language; empty if there was none. */
  getLatestPlace(): CodeStack {
    const place = this.#places[this.#lastOwn];
    return place === undefined ? [] : [place];
  }

  /**
   * Returns the call stack at which the value of an exception was first thrown; undefined unless a handler
   * has thrown it again.
   */
  findFirstThrownStack(thrown: object): CodeStack | undefined {
    return this.#firstStacks.get(thrown);
  }

  /** Assigns the call stack of `earlier` to `later`, which the caller throws instead. */
  copyStack(earlier: object, later: object): void {
    for (const stacks of [this.#stacks, this.#firstStacks]) {
      const stack = stacks.get(earlier);
      if (stack !== undefined) stacks.set(later, stack);
    }
  }

  /**
   * Returns the current call stack. `returnAddresses` are the positions at which the waiting calls
   * continue. Only the innermost `maxDepth` of these are included.
   */
  getCurrentStack(
    returnAddresses: readonly number[],
    maxDepth = Number.POSITIVE_INFINITY,
  ): CodeStack {
    const places: number[] = [];
    const nested = [...this.#nested];
    const outermost = Math.max(0, returnAddresses.length - maxDepth);
    for (let depth = outermost; depth <= returnAddresses.length; depth += 1) {
      while ((nested[0]?.depth ?? Number.POSITIVE_INFINITY) <= depth) {
        places.push(...(nested.shift()?.places ?? []));
      }
      places.push(...(this.#tailCalls[depth] ?? []));
      const address = returnAddresses[depth];
      if (address !== undefined) places.push(this.#placeBefore(address));
    }
    places.push(this.#current);
    const stack = places.flatMap((place) => this.#places[place] ?? []);
    if (stack.some(({ isLanguageCode }) => !isLanguageCode)) return stack;
    // The language's libraries run actions that other code created before, such as those of a script.
    // Include the last place of such code.
    return [...this.getLatestPlace(), ...stack];
  }

  /** Returns the place of the last MARK before an address. */
  #placeBefore(address: number): number {
    let [low, high] = [0, this.#addresses.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#addresses[middle] ?? 0) < address) low = middle + 1;
      else high = middle;
    }
    return this.#placesAt[low - 1] ?? -1;
  }
}

/** Returns the smallest range that covers both ranges. */
const mergeRanges = (left: SourceRange, right: SourceRange): SourceRange => {
  const isLeftFirst = left.line - right.line || left.column - right.column;
  const isLeftLast = left.endLine - right.endLine || left.endColumn - right.endColumn;
  const { line, column } = isLeftFirst <= 0 ? left : right;
  const { endLine, endColumn } = isLeftLast >= 0 ? left : right;
  return { line, column, endLine, endColumn };
};
