/** A node of the tree of call stacks: a definition and the node that called it. */
export interface CallTreeNode {
  readonly definition: string;
  readonly caller: CallTreeNode | undefined;
  /** Budget steps spent in this definition, without those of its calls. */
  steps: number;
  readonly calls: Map<string, CallTreeNode>;
}

/** A MARK instruction: its source place and how often execution reached it. */
interface ReachedPlace {
  readonly place: number;
  count: number;
}

/**
 * Counts how often source places are reached, how often choices are exercised, and how many steps each
 * call stack spends. Recursive calls are merged with the outer call of the same definition, so a call
 * stack contains each definition once.
 */
export class ExecutionCounter {
  #hits = new Map<number, ReachedPlace>();
  #exercises = new Map<string, number>();
  #root = createCallNode("", undefined);
  #current = this.#root;
  #spent: number;
  /** The node of the call at each depth of the call stack, and the node of its caller. */
  readonly #nodes: CallTreeNode[] = [];
  readonly #callers: CallTreeNode[] = [];
  /**
   * The calls that wait for a ledger action which runs other code, and the depth at which that code runs.
   */
  readonly #nested: { readonly depth: number; readonly node: CallTreeNode }[] = [];

  /** `spent` is the current number of spent steps. */
  constructor(spent: number) {
    this.#spent = spent;
  }

  /**
   * Counts that execution reached the MARK instruction at `address`. `spent` is the current number of
   * spent steps.
   */
  recordReached(at: {
    readonly address: number;
    readonly place: number;
    readonly definition: string;
    readonly depth: number;
    readonly isTailCall: boolean;
    readonly spent: number;
  }): void {
    const { address, place, definition, depth, isTailCall, spent } = at;
    const hit = this.#hits.get(address);
    if (hit === undefined) this.#hits.set(address, { place, count: 1 });
    else hit.count += 1;
    this.chargeSteps(spent);
    const node = this.#getNodeAtDepth(depth, definition);
    this.#current = node;
    this.#nodes[depth] = node;
    // The next call in this frame replaces this call, and counts as called by it.
    if (isTailCall) this.#callers[depth] = node;
    this.#callers[depth + 1] = node;
    this.#callers.length = depth + 2;
  }

  /** Adds the steps that were spent since the last MARK to the node of that MARK. */
  chargeSteps(spent: number): void {
    this.#current.steps += spent - this.#spent;
    this.#spent = spent;
  }

  #getNodeAtDepth(depth: number, definition: string): CallTreeNode {
    const before = this.#nodes[depth];
    const caller = this.#getCallerAtDepth(depth);
    if (before?.definition === definition && before.caller === caller) return before;
    // Steps of builtin functions count for the code that calls them.
    if (definition === "") return caller;
    let outer: CallTreeNode | undefined = caller;
    while (outer !== undefined && outer.definition !== definition) outer = outer.caller;
    if (outer !== undefined) return outer;
    let node = caller.calls.get(definition);
    if (node === undefined) {
      node = createCallNode(definition, caller);
      caller.calls.set(definition, node);
    }
    return node;
  }

  #getCallerAtDepth(depth: number): CallTreeNode {
    const nested = this.#nested.at(-1);
    const caller = this.#callers[depth];
    if (nested !== undefined && depth <= nested.depth) return caller ?? nested.node;
    return caller ?? this.#root;
  }

  /** Starts an evaluation while no other is running. */
  beginEvaluation(spent: number): void {
    // Steps that the ledger spends before code runs belong to no definition.
    this.#current = this.#root;
    this.chargeSteps(spent);
    this.#nodes.length = 0;
    this.#callers.length = 0;
    this.#nested.length = 0;
  }

  /** Runs an evaluation that a ledger action starts while `depth` calls are waiting. */
  runNested<T>(depth: number, evaluate: () => T): T {
    const [node, before, caller] = [this.#current, this.#nodes[depth], this.#callers[depth]];
    this.#nested.push({ depth, node });
    this.#callers[depth] = node;
    try {
      return evaluate();
    } finally {
      this.#nested.pop();
      this.#current = node;
      this.#callers.length = depth + 1;
      if (before !== undefined) this.#nodes[depth] = before;
      if (caller === undefined) this.#callers.length = depth;
      else this.#callers[depth] = caller;
    }
  }

  /** Counts an exercise of a choice. */
  recordExercise(choice: string): void {
    this.#exercises.set(choice, (this.#exercises.get(choice) ?? 0) + 1);
  }

  /** Returns the counts since the last `takeCounts`, and starts again from 0. */
  takeCounts(spent: number): {
    readonly hits: Iterable<ReachedPlace>;
    readonly exercises: ReadonlyMap<string, number>;
    readonly root: CallTreeNode;
  } {
    this.chargeSteps(spent);
    const taken = { hits: this.#hits.values(), exercises: this.#exercises, root: this.#root };
    this.#hits = new Map();
    this.#exercises = new Map();
    this.#root = createCallNode("", undefined);
    this.beginEvaluation(spent);
    return taken;
  }
}

const createCallNode = (definition: string, caller: CallTreeNode | undefined): CallTreeNode => ({
  definition,
  caller,
  steps: 0,
  calls: new Map(),
});
