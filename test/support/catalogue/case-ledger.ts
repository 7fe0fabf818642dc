import { expect } from "chai";

import {
  type ApiVersion,
  createLedger,
  type Ledger,
  type LedgerOptions,
} from "../../../lib/index.ts";
import type { LedgerApiOptions } from "../../../middleware/index.ts";
import type { Answer } from "../api-client.ts";
import { iouPackage } from "../iou-package.ts";
import { inProcess, socket } from "../transports.ts";
import { agreementsPackage } from "./agreements.ts";
import { modelsPackage } from "./models.ts";
import { nestedPackage } from "./nested-models.ts";
import { type Refusal, refusalIn } from "./refusal.ts";
import { viewedPackage } from "./viewed.ts";
import { workPackage } from "./worker.ts";

export type Fields = Readonly<Record<string, unknown>>;

const packages = [
  iouPackage,
  modelsPackage,
  nestedPackage,
  workPackage,
  viewedPackage,
  agreementsPackage,
];

/** A new ledger for one case of the catalogue, used over the JSON API. Records the error responses. */
export class CaseLedger {
  readonly ledger: Ledger;
  readonly refusals: Refusal[];
  readonly #serving: Serving;
  #last = 0;

  private constructor(ledger: Ledger, serving: Serving = {}, refusals: Refusal[] = []) {
    this.ledger = ledger;
    this.refusals = refusals;
    this.#serving = serving;
  }

  static async open(apiVersion: ApiVersion, options: LedgerOptions = {}): Promise<CaseLedger> {
    return new CaseLedger(
      await createLedger({
        packages,
        seed: 1,
        clock: { freeze: "2024-01-01T12:00:00Z" },
        apiVersion,
        ...options,
      }),
    );
  }

  /**
   * Returns an object that uses the same ledger with other server options or a token. Error responses are
   * recorded in this object.
   */
  as(serving: Serving): CaseLedger {
    return new CaseLedger(this.ledger, serving, this.refusals);
  }

  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const { headers, ...options } = this.#serving;
    // A `fetch` sends no body with GET, so these requests use a socket.
    const { serve } = method === "GET" && body !== undefined ? socket : inProcess;
    const answer = await serve(
      this.ledger,
      { auth: "disabled", errors: "exact", ...options },
      (send) =>
        send(method, path, {
          ...(body === undefined ? {} : { body }),
          ...(headers === undefined ? {} : { headers }),
        }),
    );
    if (answer.status >= 300) this.refusals.push(refusalIn(answer));
    return answer;
  }

  /** Sends GET, expects status 200, and returns the JSON. */
  async get<Json = Fields>(path: string, body?: unknown): Promise<Json> {
    return accepted(await this.send("GET", path, body)) as Json;
  }

  /** Sends POST, expects status 200, and returns the JSON. */
  async post<Json = Fields>(path: string, body: unknown): Promise<Json> {
    return accepted(await this.send("POST", path, body)) as Json;
  }

  /** Sends PATCH, expects status 200, and returns the JSON. */
  async patch<Json = Fields>(path: string, body: unknown): Promise<Json> {
    return accepted(await this.send("PATCH", path, body)) as Json;
  }

  /**
   * Sends a request, and expects this status and error code and an unchanged ledger. The other parts of the
   * error are compared with the recorded ones at the end of the case.
   */
  async refused(status: number, code: string, [method, path, body]: Request): Promise<void> {
    const answer = await this.send(method, path, body);
    const told = (answer.json as { readonly code?: string } | undefined)?.code ?? answer.text;
    expect([answer.status, told.slice(0, code.length)], answer.text).to.deep.equal([status, code]);
  }

  async party(partyIdHint: string): Promise<string> {
    const { partyDetails } = await this.post<{ readonly partyDetails: { readonly party: string } }>(
      "/v2/parties",
      { partyIdHint },
    );
    return partyDetails.party;
  }

  /** Allocates several parties with these hints. */
  async parties<const Names extends readonly string[]>(
    ...names: Names
  ): Promise<{ -readonly [Index in keyof Names]: string }> {
    const found: string[] = [];
    for (const name of names) found.push(await this.party(name));
    return found as { -readonly [Index in keyof Names]: string };
  }

  get end(): number {
    return this.ledger.state.ledgerEnd;
  }

  get synchronizerId(): string {
    return this.ledger.state.synchronizers[0]?.id ?? expect.fail("there is no synchronizer");
  }

  /** Returns the body of a submission for the user `ann`, with a new command id. */
  commands(actAs: string | readonly string[], commands: object, more: Fields = {}): Fields {
    return {
      commands: [commands].flat(),
      commandId: `command-${++this.#last}`,
      actAs: [actAs].flat(),
      userId: "ann",
      ...more,
    };
  }

  /** Submits commands. Returns the transaction with all effects that the parties see. */
  async submit(
    actAs: string | readonly string[],
    commands: object,
    more: Fields = {},
  ): Promise<Committed> {
    const parties = [actAs, (more["readAs"] as readonly string[] | undefined) ?? []].flat();
    const { transaction } = await this.post<{ readonly transaction: Committed }>(
      "/v2/commands/submit-and-wait-for-transaction",
      {
        commands: this.commands(actAs, commands, more),
        transactionFormat: formatFor(parties, "TRANSACTION_SHAPE_LEDGER_EFFECTS"),
      },
    );
    return transaction;
  }

  /** Creates a contract and returns its id. */
  async create(actAs: string | readonly string[], command: object): Promise<string> {
    return createdIn(await this.submit(actAs, command)).contractId;
  }

  /** Returns the active contracts that the parties see at the ledger end, without their blobs. */
  async activeContracts(
    parties: readonly string[],
    more: Fields = {},
  ): Promise<readonly Created[]> {
    const items = await this.post<readonly ActiveItem[]>("/v2/state/active-contracts", {
      activeAtOffset: this.end,
      eventFormat: eventFormatFor(parties, more),
    });
    return items.map(({ contractEntry }) => contractEntry.JsActiveContract.createdEvent);
  }

  /** Returns the updates up to the ledger end, by default from the beginning. */
  updates(updateFormat: Fields, more: Fields = {}): Promise<readonly Update[]> {
    return this.post("/v2/updates", {
      beginExclusive: 0,
      endInclusive: this.end,
      updateFormat,
      ...more,
    });
  }

  /** Returns the completions of `ann` for the parties, without checkpoints. */
  async completions(parties: readonly string[], more: Fields = {}): Promise<readonly Completion[]> {
    const items = await this.post<readonly CompletionItem[]>(
      "/v2/commands/completions?stream_idle_timeout_ms=1",
      { userId: "ann", parties, beginExclusive: 0, ...more },
    );
    return items.flatMap(({ completionResponse }) => completionResponse.Completion?.value ?? []);
  }
}

/** Server options of the ledger, and headers of the requests to it. */
interface Serving extends Partial<LedgerApiOptions> {
  readonly headers?: Readonly<Record<string, string>>;
}

export type Request = readonly [method: string, path: string, body?: unknown];

const accepted = ({ status, text, json }: Answer): unknown => {
  expect(status, text).to.equal(200);
  return json;
};

export interface ActiveItem extends Fields {
  readonly contractEntry: { readonly JsActiveContract: { readonly createdEvent: Created } };
}

export interface CompletionItem {
  readonly completionResponse: {
    readonly Completion?: { readonly value: Completion };
    readonly OffsetCheckpoint?: { readonly value: Fields };
  };
}

export interface Completion extends Fields {
  readonly commandId: string;
  readonly updateId: string;
  readonly actAs: readonly string[];
  readonly status: { readonly code: number; readonly message: string };
}

export interface Update {
  readonly update: {
    readonly Transaction?: { readonly value: Committed };
    readonly TopologyTransaction?: { readonly value: Fields };
    readonly OffsetCheckpoint?: { readonly value: Fields };
  };
}

export interface Created extends Fields {
  readonly contractId: string;
  readonly templateId: string;
  readonly createdEventBlob: string;
  readonly createArgument: Fields;
  readonly witnessParties: readonly string[];
  readonly signatories: readonly string[];
  readonly observers: readonly string[];
}

export interface Committed extends Fields {
  readonly offset: number;
  readonly updateId: string;
  readonly commandId: string;
  readonly synchronizerId: string;
  readonly events: readonly {
    readonly CreatedEvent?: Created;
    readonly ArchivedEvent?: Fields;
    readonly ExercisedEvent?: Fields & { readonly consuming: boolean; readonly choice: string };
  }[];
}

export const createdIn = ({ events }: Pick<Committed, "events">): Created =>
  events.flatMap(({ CreatedEvent }) => CreatedEvent ?? [])[0] ?? expect.fail("nothing was created");

export const kindsIn = ({ events }: Pick<Committed, "events">): readonly string[] =>
  events.flatMap((event) => Object.keys(event));

type Shape = "TRANSACTION_SHAPE_ACS_DELTA" | "TRANSACTION_SHAPE_LEDGER_EFFECTS";

export const eventFormatFor = (parties: readonly string[], filters: Fields = {}): Fields => ({
  filtersByParty: Object.fromEntries(parties.map((party) => [party, filters])),
  verbose: false,
});

export const formatFor = (
  parties: readonly string[],
  transactionShape: Shape,
  filters: Fields = {},
): Fields => ({ eventFormat: eventFormatFor(parties, filters), transactionShape });

/** Returns a filter for one template. */
export const templateOnly = (templateId: string): Fields => ({
  cumulative: [
    {
      identifierFilter: {
        TemplateFilter: { value: { templateId, includeCreatedEventBlob: false } },
      },
    },
  ],
});

/** A filter for everything, with blobs. */
export const withBlobs: Fields = {
  cumulative: [
    { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
  ],
};
