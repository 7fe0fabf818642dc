import { createServer, type Server } from "node:http";

import express from "express";

import type { DamlLoader } from "../../fixtures/daml/index.ts";
import type { TestKeyPair } from "../../fixtures/testing/index.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import {
  createLedger,
  type FaultRule,
  isLedgerError,
  type Ledger,
  type Snapshot,
} from "../../lib/index.ts";
import { createMemoryStore, type JournalStore } from "../../lib/store.ts";
import {
  type AttachedLedgerStreams,
  attachLedgerStreams,
  createFetch,
  createLedgerRouter,
} from "../../middleware/index.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";
import type { Attempt } from "./attempt.ts";
import { callFaults } from "./call-faults.ts";
import { FaultyStore, StoreFault } from "./faulty-store.ts";
import { Model } from "./model/model.ts";
import { Observer } from "./observer.ts";
import { simulationPackage } from "./package.ts";
import { PipelinedStore } from "./pipelined-store.ts";
import type { Plan } from "./plan.ts";
import { Provider } from "./provider.ts";
import type { FollowedStream } from "./streams.ts";
import { demand, shortened, Violation } from "./violation.ts";
import { VirtualMachine, whenIdle } from "./virtual-machine.ts";
import type { Wire } from "./wire.ts";

export interface Saved {
  readonly snapshot: Snapshot;
  readonly model: Model;
}

export interface Answer {
  readonly status: number;
  readonly json: unknown;
  readonly text: string;
  /** True if a fault rule may have caused this response. */
  readonly isStruck: boolean;
}

/** Small limits, so that endless code takes little time. */
const damlLimits = { maxSteps: 30_000, maxViewSteps: 10_000, maxRegisters: 100_000 };

/** The product with its simulated environment, and a model of the ledger. */
export class World {
  readonly plan: Plan;
  readonly machine = new VirtualMachine();
  readonly provider = new Provider();
  readonly daml: DamlLoader = createDamlLoader({ limits: damlLimits });
  readonly attempts = new Map<string, Attempt>();
  readonly streams = new Set<FollowedStream>();
  readonly saved: Saved[] = [];
  readonly pending = new Set<Promise<unknown>>();
  readonly log = new Log();
  readonly #journal: JournalStore = createMemoryStore();
  readonly #observer: Observer;
  readonly #reverting: Model[] = [];
  readonly #tokens = new Map<string, string>();
  readonly #defects: unknown[] = [];
  #parts: Parts | undefined;
  #model = new Model();
  #violation: Violation | undefined;
  #epoch = 0;
  #moves = 0;
  #rights = 0;
  #count = 0;
  readonly underWay = new Set<Attempt>();
  readonly recent: Attempt[] = [];
  readonly hostile: { readonly name: string; readonly template: "Player" | "Trap" }[] = [];
  /** Ids of commands whose inputs the ledger reassigned, whether the commands succeeded or not. */
  readonly moved = new Set<string>();
  /** The ledgers of dead processes, which were not closed. */
  readonly #dead: Ledger[] = [];
  #neighbourStore: FaultyStore | undefined;
  neighbour: Ledger | undefined;
  signer: { readonly party: string; readonly key: TestKeyPair } | undefined;
  /** True if the clock has ever shown a wrong time. */
  isClockDisturbed = false;
  clients: readonly string[] = [];
  parties: readonly string[] = [];
  synchronizers: readonly string[] = [];
  /** The party that uploads hostile packages and uses their contracts. */
  attacker = "";
  /** Number of updates that streams received. */
  told = 0;

  readonly #faults: readonly FaultRule[];
  #struckBefore = 0;

  /** `faults`: fraction of calls to which fault rules apply, from 0 to 1. */
  constructor(plan: Plan, faults = 0) {
    this.plan = plan;
    this.#faults = faults === 0 ? [] : callFaults(faults);
    this.#observer = new Observer({
      attempts: this.attempts,
      attacker: () => this.attacker,
      nowMicros: () => this.ledger.clock.now(),
      onMove: (commandId) => {
        this.#moves++;
        this.moved.add(commandId);
      },
    });
  }

  get ledger(): Ledger {
    return this.parts.ledger;
  }

  get store(): FaultyStore {
    return this.parts.store;
  }

  get parts(): Parts {
    if (this.#parts === undefined) throw new TypeError("start() was not called");
    return this.#parts;
  }

  get model(): Model {
    return this.#model;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get circumstances() {
    return {
      epoch: this.#epoch,
      failures: this.store.failures,
      elapsedMillis: this.machine.elapsedMillis,
      moves: this.#moves,
      rights: this.#rights,
      pending: this.pending.size,
    };
  }

  /** True if entries may be delayed or fail. */
  get isStoreBusy(): boolean {
    const { failBefore, failAfter, failRead, slow } = this.store.faults;
    return slow || this.store.held > 0 || failBefore + failAfter + failRead > 0;
  }

  /** True if fault rules affect calls. */
  get mayBeStruck(): boolean {
    return this.#faults.length > 0;
  }

  /** Number of calls that faults have affected. */
  get struck(): number {
    const { faults } = this.ledger;
    return this.#struckBefore + [...faults].reduce((sum, { struck }) => sum + struck, 0);
  }

  /** Returns a number that was never returned before. */
  count(): number {
    return ++this.#count;
  }

  remember(attempt: Attempt): void {
    this.attempts.set(attempt.workflowId, attempt);
    this.underWay.add(attempt);
    this.recent.push(attempt);
    if (this.recent.length > mostRecent) this.recent.shift();
  }

  /** Ignores errors caused by a faulty store, a revert or a restart. */
  tolerate(error: unknown): void {
    const isFault = error instanceof StoreFault || isLedgerError(error);
    if (!isFault) this.note(error);
  }

  rightsChanged(): void {
    this.#rights++;
  }

  /** Starts the product on the journal. */
  async start(): Promise<void> {
    const store = this.#storeAfter(this.#parts?.store.failures);
    const ledger = await createLedger({
      packages: [simulationPackage],
      daml: this.daml,
      seed: this.plan.seed,
      store,
      timeSource: this.machine,
      commitDelayMillis: this.plan.commitDelayMillis,
      synchronizers: synchronizersOf(this.plan),
      reportError: (error) => this.#defects.push(error),
      faults: this.#faults,
    });
    this.#parts = partsOf(ledger, store, this.provider, (error) => this.#defects.push(error));
    ledger.subscribe(() => this.#noting(() => this.#observe(ledger)));
    this.synchronizers = ledger.state.synchronizers.map(({ id }) => id);
  }

  /** Starts a second process on the same journal. Its responses are not checked. */
  async startNeighbour(): Promise<void> {
    this.#neighbourStore = this.#storeAfter(0);
    this.neighbour = await createLedger({
      packages: [simulationPackage],
      daml: this.daml,
      seed: this.plan.seed,
      store: this.#neighbourStore,
      timeSource: this.machine,
      synchronizers: synchronizersOf(this.plan),
    });
  }

  #storeAfter(failures: number | undefined): FaultyStore {
    const Store = this.plan.isPipelined ? PipelinedStore : FaultyStore;
    return new Store(this.#journal, failures);
  }

  /** Simulates a crash of the machine, which restarts with the content of its disk. */
  async restart(): Promise<void> {
    const { ledger, store, streams } = this.parts;
    this.#struckBefore = this.struck;
    this.#dead.push(ledger, ...(this.neighbour === undefined ? [] : [this.neighbour]));
    this.#epoch++;
    store.abandon();
    this.#neighbourStore?.abandon();
    this.machine.forgetTimers();
    this.provider.hanging = 0;
    streams.close();
    for (const stream of this.streams) stream.wire.cut();
    for (const attempt of this.attempts.values()) {
      if (attempt.outcome === "pending") attempt.outcome = "unknown";
    }
    this.pending.clear();
    this.saved.length = 0;
    this.#reverting.length = 0;
    await this.start();
    if (this.neighbour !== undefined) await this.startNeighbour();
    this.#noting(() => this.#observe(this.ledger));
  }

  /** Releases resources and promises of dead processes. */
  bury(): void {
    for (const ledger of this.#dead) void ledger.close().catch(() => undefined);
  }

  /** Reverts the ledger, and switches to the model of the snapshot as soon as the ledger is reverted. */
  async revert({ snapshot, model }: Saved): Promise<void> {
    this.#epoch++;
    this.#reverting.push(model);
    const { ledger } = this;
    await ledger.revert(snapshot);
    if (this.ledger === ledger) this.#follow(ledger);
  }

  save(): void {
    const saved = { snapshot: this.ledger.snapshot(), model: new Model(this.#model) };
    this.saved.push(saved);
    if (this.saved.length > mostSaved) this.saved.shift();
  }

  /** Runs work in the background, and records violations in it. */
  begin(work: Promise<unknown>): void {
    const noted = work
      .catch((error: unknown) => this.note(error))
      .finally(() => this.pending.delete(noted));
    this.pending.add(noted);
  }

  note(error: unknown): void {
    this.#violation ??=
      error instanceof Violation ? error : new Violation("availability", describe(error));
  }

  /** Returns a new ledger that has read the journal. */
  async replayed(): Promise<Ledger> {
    return createLedger({
      packages: [simulationPackage],
      daml: this.daml,
      seed: this.plan.seed,
      store: await this.#journal.fork(),
      // With this early time, no automatic assignment is due, which the ledger would otherwise add.
      clock: { freeze: new Date(0) },
      synchronizers: synchronizersOf(this.plan),
    });
  }

  /** Throws the recorded violations. */
  check(): void {
    if (this.#violation !== undefined) throw this.#violation;
    const defect = this.#defects.find((each) => !(each instanceof StoreFault));
    demand(defect === undefined, "availability", () => `a defect: ${describe(defect)}`);
    this.#defects.length = 0;
    for (const stream of this.streams) {
      stream.check(this.machine.elapsedMillis);
      if (stream.isClosed) this.streams.delete(stream);
    }
    for (const attempt of this.underWay) {
      if (attempt.outcome !== "pending") this.underWay.delete(attempt);
    }
    const { ledgerEnd } = this.ledger.state;
    demand(this.model.end <= ledgerEnd, "agreement", () => `the ledger ends at ${ledgerEnd}`);
  }

  tokenOf(userId: string): string {
    const token = this.#tokens.get(userId) ?? signedToken(scopeClaims(userId), secret);
    this.#tokens.set(userId, token);
    return token;
  }

  async ask(userId: string, path: string, body?: unknown, method = "POST"): Promise<Answer> {
    return this.askWith(this.tokenOf(userId), path, body, method);
  }

  async askWith(token: string, path: string, body: unknown, method = "POST"): Promise<Answer> {
    const { struck } = this;
    try {
      const answer = await this.#answer(token, path, body, method);
      return { ...answer, isStruck: this.struck > struck };
    } catch (error) {
      if (this.struck === struck) throw error;
      return { status: 0, text: String(error), json: {}, isStruck: true };
    }
  }

  async #answer(
    token: string,
    path: string,
    body: unknown,
    method: string,
  ): Promise<Omit<Answer, "isStruck">> {
    const response = await this.parts.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, text, json: isJson ? (JSON.parse(text) as unknown) : {} };
  }

  /** Connects to the server without a port. */
  connect(wire: Wire): void {
    this.parts.server.emit("connection", wire.server);
  }

  async calm(): Promise<void> {
    await whenIdle();
  }

  #observe(ledger: Ledger): void {
    if (this.#parts?.ledger !== ledger) return;
    this.#follow(ledger);
    this.#observer.observe(ledger, this.#model);
  }

  /** Switches to another model whenever the ledger is reverted. */
  #follow(ledger: Ledger): void {
    while (this.parts.reverts < ledger.reverts) {
      this.parts.reverts++;
      this.#epoch++;
      const model = this.#reverting.shift();
      if (model === undefined) continue;
      this.#model = new Model(model);
      for (const stream of this.streams) stream.branch(this.#model);
      this.#observer.startAt(model.seenUpTo);
    }
  }

  #noting(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.note(error);
    }
  }
}

const synchronizersOf = ({ synchronizers }: Plan): readonly { readonly alias: string }[] =>
  [{ alias: "east" }, { alias: "west" }].slice(0, synchronizers);

const mostRecent = 30;
const mostSaved = 4;

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Records the actions as lines, in which ids are replaced by short names. */
class Log {
  readonly lines: string[] = [];

  push(line: string): void {
    this.lines.push(shortened(line));
  }
}

/** The parts that are created again when the process restarts. */
interface Parts {
  readonly ledger: Ledger & { readonly submit?: unknown };
  readonly store: FaultyStore;
  readonly fetch: ReturnType<typeof createFetch>;
  readonly server: Server;
  readonly streams: AttachedLedgerStreams;
  reverts: number;
}

const partsOf = (
  ledger: Ledger,
  store: FaultyStore,
  provider: Provider,
  onUnexpectedError: (error: unknown) => void,
): Parts => {
  const options = {
    auth: { hs256Secret: secret },
    fetchKeys: provider.fetchKeys,
    onUnexpectedError,
  };
  const server = createServer(express().use(createLedgerRouter(ledger, options)));
  return {
    ledger,
    store,
    fetch: createFetch(ledger, options),
    server,
    streams: attachLedgerStreams(server, ledger, options),
    reverts: 0,
  };
};
