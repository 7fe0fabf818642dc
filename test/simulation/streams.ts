import { WebSocket } from "ws";

import type { Model, ModelUpdate } from "./model/model.ts";
import { linesOf, toldUpdate } from "./model/told.ts";
import { type Shape, shownOf } from "./model/view.ts";
import { demand } from "./violation.ts";
import { Wire } from "./wire.ts";

/** What one connection may hold of a client that does not read: a mark, a frame above it, and headers. */
export const mostHeldBytes = 512 * 1024;

export interface StreamTerms {
  readonly userId: string;
  readonly token: string;
  readonly readers: readonly string[];
  readonly beginExclusive: number;
  readonly shape: Shape;
}

/** A client that follows the ledger, and compares what it is told with what the model would tell. */
export class FollowedStream {
  readonly wire = new Wire();
  readonly terms: StreamTerms;
  /** Of the branch of history on which it was opened. */
  readonly #model: Model;
  readonly #frames: string[] = [];
  #delivered: number;
  #isOpen = false;
  #isClosed = false;
  /** By when it has to have ended: its user has other rights. */
  mustEndBy = Infinity;
  #error: unknown;

  constructor(model: Model, terms: StreamTerms) {
    this.#model = model;
    this.terms = terms;
    this.#delivered = terms.beginExclusive;
    const protocols = ["daml.ws.auth", `jwt.token.${terms.token}`];
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

  /** What the server ended it with. */
  get error(): unknown {
    return this.#error;
  }

  get model(): Model {
    return this.#model;
  }

  /** Looks at what has come since. */
  check(nowMillis: number): void {
    const isTooFarBehind = this.#delivered < this.#model.forgottenUpTo;
    for (const frame of this.#frames.splice(0)) {
      if (!isTooFarBehind) this.#take(JSON.parse(frame) as object);
    }
    if (isTooFarBehind) this.wire.cut();
    const held = this.wire.heldBytes;
    const isOver = this.#isClosed || this.#error !== undefined || held > 0;
    demand(nowMillis <= this.mustEndBy || isOver, "privacy", () => `${this.#who} still follows`);
    demand(held <= mostHeldBytes, "bounds", () => `a slow reader is held ${held} bytes for`);
  }

  /** Once it has read everything, it must have been told everything. */
  checkComplete(): void {
    if (this.#isClosed || this.#error !== undefined) return;
    const missing = this.#missingUpTo(this.#model.end);
    demand(
      missing === undefined,
      "privacy",
      () => `${this.#who} is not told of ${missing?.offset ?? 0}`,
    );
  }

  #take(frame: object): void {
    if (!("update" in frame)) {
      this.#error = frame;
      return;
    }
    const told = toldUpdate(frame);
    const { offset } = told;
    if (told.kind === "checkpoint") {
      const missing = this.#missingUpTo(offset);
      demand(
        missing === undefined,
        "order",
        () => `${this.#who} is told that all is told up to ${offset}`,
      );
      this.#delivered = Math.max(this.#delivered, offset);
      return;
    }
    const expected = this.#next();
    const lines = linesOf(told);
    const wanted = expected === undefined ? [] : this.#shown(expected);
    demand(
      expected?.offset === offset && lines.join() === wanted.join(),
      expected?.offset === offset ? "privacy" : "order",
      () =>
        `${this.#who} is told ${offset} ${lines.join("; ")}, not ${expected?.offset ?? "nothing"} ${wanted.join("; ")}`,
    );
    this.#delivered = offset;
  }

  get #who(): string {
    return `${this.terms.userId} for ${this.terms.readers.join()}`;
  }

  #shown(update: ModelUpdate): readonly string[] {
    return shownOf(update, this.terms.readers, this.terms.shape);
  }

  #next(): ModelUpdate | undefined {
    const { updates } = this.#model;
    for (let at = firstAfter(updates, this.#delivered); at < updates.length; at++) {
      const update = updates[at];
      if (update !== undefined && this.#shown(update).length > 0) return update;
    }
    return undefined;
  }

  #missingUpTo(offset: number): ModelUpdate | undefined {
    const next = this.#next();
    return next !== undefined && next.offset <= offset ? next : undefined;
  }
}

/** The index of the first update behind an offset. */
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
