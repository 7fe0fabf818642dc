import { WebSocket } from "ws";

import type { Model, ModelUpdate } from "./model/model.ts";
import { linesOf, readReceivedUpdate } from "./model/received-update.ts";
import { type Shape, shownOf } from "./model/view.ts";
import { demand, type Invariant } from "./violation.ts";
import { Wire } from "./wire.ts";

/**
 * Maximum bytes buffered on a connection to a client that does not read: a threshold, one frame above it, and
 * headers.
 */
export const mostHeldBytes = 512 * 1024;

/** Error codes that may end a stream although its user may still read: the history was reverted or pruned. */
const endings: ReadonlySet<unknown> = new Set([
  "OFFSET_AFTER_LEDGER_END",
  "PARTICIPANT_PRUNED_DATA_ACCESSED",
]);

export interface StreamTerms {
  readonly userId: string;
  readonly token: string;
  readonly readers: readonly string[];
  readonly beginExclusive: number;
  readonly shape: Shape;
  /** True if faults may affect calls. */
  readonly mayBeStruck: boolean;
  /** Called for each received update. */
  readonly onTold: () => void;
}

/** A client that follows the ledger, and compares the received updates with those of the model. */
export class FollowedStream {
  readonly wire = new Wire();
  readonly terms: StreamTerms;
  /** The branches of history that are consistent with the received updates; the newest last. */
  #branches: readonly Model[];
  readonly #frames: string[] = [];
  #delivered: number;
  #wasTold = false;
  #isOpen = false;
  #isClosed = false;
  #mustEndBy = Infinity;
  #error: unknown;
  /** True if the user's rights have changed since the start. */
  #mayEnd = false;

  constructor(model: Model, terms: StreamTerms) {
    this.#branches = [model];
    this.terms = terms;
    this.#delivered = terms.beginExclusive;
    // A participant looks for the token in the first protocol.
    const protocols = [`jwt.token.${terms.token}`, "daml.ws.auth"];
    const socket = new WebSocket("ws://ledger.invalid/v2/updates", protocols, {
      createConnection: () => this.wire.client as never,
    });
    socket.on("open", () => {
      this.#isOpen = true;
      socket.send(JSON.stringify(requestOf(terms)));
    });
    socket.on("message", (data: Buffer) => this.#frames.push(data.toString("utf8")));
    socket.on("close", () => (this.#isClosed = true));
    socket.on("error", () => (this.#isClosed = true));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Called when the rights of the user have changed. From then on, the stream must end within this time, in
   * milliseconds.
   */
  endsWithin(nowMillis: number, millis: number): void {
    this.#mustEndBy = nowMillis + millis;
    this.#mayEnd = true;
  }

  /**
   * Called when the ledger was reverted, with the model of the new branch. The received updates may be
   * consistent with this branch, too. If no update was received yet, the server may have read before or after
   * the revert.
   */
  branch(model: Model): void {
    this.#mayEnd = true;
    const last = lastUpTo(model, this.#delivered);
    const isContinued = this.#branches.some((each) => lastUpTo(each, this.#delivered) === last);
    if (!this.#wasTold || (isContinued && this.#delivered <= model.seenUpTo)) {
      this.#branches = [...this.#branches, model];
    }
  }

  /** Checks the frames that were received since the last call. */
  check(nowMillis: number): void {
    const isTooFarBehind = this.#branches.some((each) => this.#delivered < each.forgottenUpTo);
    for (const frame of this.#frames.splice(0)) {
      if (!isTooFarBehind) this.#take(JSON.parse(frame) as object);
    }
    if (isTooFarBehind) this.wire.cut();
    const held = this.wire.heldBytes;
    const isOver = isTooFarBehind || this.#isClosed || this.#error !== undefined || held > 0;
    demand(nowMillis <= this.#mustEndBy || isOver, "privacy", () => `${this.#who} still follows`);
    demand(held <= mostHeldBytes, "bounds", () => `a slow reader is held ${held} bytes for`);
  }

  /** Expects that a stream that has read everything has received all updates of the current history. */
  checkComplete(model: Model): void {
    if (this.#isClosed || this.#error !== undefined) return;
    const follows = this.#branches.includes(model);
    demand(follows, "order", () => `${this.#who} follows a history that was left`);
    const missing = this.#missingUpTo(model, model.end);
    demand(
      missing === undefined,
      "privacy",
      () => `${this.#who} is not told of ${missing?.offset ?? 0}`,
    );
  }

  #take(frame: object): void {
    if (!("update" in frame)) {
      this.#error = frame;
      const { code } = frame as { readonly code?: unknown };
      const isDue = this.#mayEnd || this.terms.mayBeStruck || endings.has(code);
      demand(isDue, "availability", () => `${this.#who} is told ${JSON.stringify(frame)}`);
      return;
    }
    const told = readReceivedUpdate(frame);
    const { offset } = told;
    this.#wasTold = true;
    if (told.kind === "checkpoint") {
      this.#keep(
        (model) => this.#missingUpTo(model, offset) === undefined,
        "order",
        () => `${this.#who} is told that all is told up to ${offset}`,
      );
      this.#delivered = Math.max(this.#delivered, offset);
      return;
    }
    const lines = linesOf(told).join();
    const expected = this.#branches.map((model) => this.#next(model));
    this.#keep(
      (_, at) => expected[at]?.offset === offset && this.#linesOf(expected[at]) === lines,
      expected.some((each) => each?.offset === offset) ? "privacy" : "order",
      () =>
        `${this.#who} is told ${offset} ${lines}, not ${expected.map((each) => `${each?.offset ?? "nothing"} ${this.#linesOf(each)}`).join(", or ")}`,
    );
    this.#delivered = offset;
    this.terms.onTold();
  }

  /** Keeps the branches that are consistent with the updates. Throws a violation if there is none. */
  #keep(
    isTrue: (model: Model, at: number) => boolean,
    invariant: Invariant,
    found: () => string,
  ): void {
    const kept = this.#branches.filter(isTrue);
    demand(kept.length > 0, invariant, found);
    this.#branches = kept;
  }

  get #who(): string {
    return `${this.terms.userId} for ${this.terms.readers.join()}`;
  }

  #shown(update: ModelUpdate): readonly string[] {
    return shownOf(update, this.terms.readers, this.terms.shape);
  }

  #linesOf(update: ModelUpdate | undefined): string {
    return update === undefined ? "" : this.#shown(update).join();
  }

  #next({ updates }: Model): ModelUpdate | undefined {
    for (let at = firstAfter(updates, this.#delivered); at < updates.length; at++) {
      const update = updates[at];
      if (update !== undefined && this.#shown(update).length > 0) return update;
    }
    return undefined;
  }

  #missingUpTo(model: Model, offset: number): ModelUpdate | undefined {
    const next = this.#next(model);
    return next !== undefined && next.offset <= offset ? next : undefined;
  }
}

/** Returns the last update up to an offset. */
const lastUpTo = ({ updates }: Model, offset: number): ModelUpdate | undefined =>
  updates[firstAfter(updates, offset) - 1];

/** Returns the index of the first update after an offset. */
export const firstAfter = (updates: readonly ModelUpdate[], offset: number): number => {
  let [low, high] = [0, updates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((updates[middle]?.offset ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const formatFor = (readers: readonly string[]): object => ({
  filtersByParty: Object.fromEntries(readers.map((party) => [party, {}])),
  verbose: false,
});

export const updateFormatFor = (readers: readonly string[], shape: Shape): object => ({
  includeTransactions: {
    eventFormat: formatFor(readers),
    transactionShape:
      shape === "delta" ? "TRANSACTION_SHAPE_ACS_DELTA" : "TRANSACTION_SHAPE_LEDGER_EFFECTS",
  },
  includeReassignments: formatFor(readers),
});

const requestOf = ({ readers, beginExclusive, shape }: StreamTerms): object => ({
  beginExclusive,
  updateFormat: updateFormatFor(readers, shape),
});
