import { expect } from "chai";

import type { EventJson, TransactionJson } from "../../lib/api.ts";
import {
  createLedger,
  type DamlFailure,
  type Ledger,
  type LedgerOptions,
} from "../../lib/index.ts";
import { type ServedLedger, serveLedger } from "../../middleware/cli/http-server.ts";
import { type Answer, apiClient, type Send } from "./api-client.ts";
import { httpFetch } from "./http-fetch.ts";
import { scopeClaims, secret, signedToken } from "./tokens.ts";
import { validatedFetch } from "./validated-fetch.ts";

/** A contract as it is disclosed to parties that cannot see it. */
export interface Disclosed {
  readonly templateId: string;
  readonly contractId: string;
  readonly createdEventBlob: string;
  readonly synchronizerId: string;
}

/** Commands of a user as the API expects them, without command and submission id. */
export interface Submission {
  readonly userId: string;
  readonly actAs: readonly string[];
  readonly readAs?: readonly string[];
  readonly commands: readonly unknown[];
  readonly disclosedContracts?: readonly Disclosed[];
}

/** An error of a participant. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly cause: string;
  readonly context: Readonly<Record<string, string>>;
  readonly hint: { readonly daml: DamlFailure | null };
}

export type CreatedEvent = Extract<EventJson, { CreatedEvent: unknown }>["CreatedEvent"];

type Filter = { readonly templateId: string } | { readonly interfaceId: string };

interface Rights {
  readonly actAs: readonly string[];
  readonly readAs?: readonly string[];
}

const auth = { kind: "secret", secret } as const;

/**
 * A ledger behind the command line's HTTP server, on a free port. Tests use only the API. Every response is
 * checked against our API documents.
 */
export class HttpLedger {
  /** For checks that no client can make. */
  readonly ledger: Ledger;
  readonly baseUrl: string;
  readonly #served: ServedLedger;
  readonly #send: Send;
  readonly #unexpected: unknown[];
  readonly #tokens = new Map<string, string>();
  #commands = 0;

  private constructor(ledger: Ledger, served: ServedLedger, unexpected: unknown[]) {
    this.ledger = ledger;
    this.baseUrl = served.baseUrl;
    this.#served = served;
    this.#send = apiClient(validatedFetch(httpFetch), served.baseUrl);
    this.#unexpected = unexpected;
  }

  static async serve(options: LedgerOptions): Promise<HttpLedger> {
    const unexpected: unknown[] = [];
    const ledger = await createLedger({ seed: 1, ...options });
    const served = await serveLedger(ledger, {
      port: 0,
      auth,
      control: true,
      onUnexpectedError: (error) => unexpected.push(error),
    });
    return new HttpLedger(ledger, served, unexpected);
  }

  /** Closes server and ledger. Fails if the server had an unexpected error. */
  async close(): Promise<void> {
    await this.#served.close();
    await this.ledger.close();
    expect(this.#unexpected).to.deep.equal([]);
  }

  /** Sends a request as the user; an empty user id sends no token. */
  request(userId: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#send(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: {
        "Content-Type":
          body instanceof Uint8Array ? "application/octet-stream" : "application/json",
        ...(userId === "" ? {} : { Authorization: `Bearer ${this.#tokenOf(userId)}` }),
      },
    });
  }

  /**
   * Sends a request that must succeed, and returns the body. The caller states its type; the API documents
   * check it.
   */
  async ask<Result>(userId: string, method: string, path: string, body?: unknown): Promise<Result> {
    const { status, json, text } = await this.request(userId, method, path, body);
    expect(status, `${method} ${path}: ${text}`).to.be.oneOf([200, 201]);
    return json as Result;
  }

  administer<Result>(method: string, path: string, body?: unknown): Promise<Result> {
    return this.ask("participant_admin", method, path, body);
  }

  /** Uploads a DAR and vets its packages. */
  async upload(dar: Uint8Array, path: "/v2/dars" | "/v2/packages" = "/v2/packages"): Promise<void> {
    await this.administer("POST", path, dar);
  }

  async allocate(partyIdHint: string): Promise<string> {
    const { partyDetails } = await this.administer<{ partyDetails: { party: string } }>(
      "POST",
      "/v2/parties",
      { partyIdHint, identityProviderId: "" },
    );
    return partyDetails.party;
  }

  async createUser(id: string, { actAs, readAs = [] }: Rights): Promise<void> {
    await this.administer("POST", "/v2/users", {
      user: { id, primaryParty: actAs[0] ?? "", isDeactivated: false, identityProviderId: "" },
      rights: [
        ...actAs.map((party) => ({ kind: { CanActAs: { value: { party } } } })),
        ...readAs.map((party) => ({ kind: { CanReadAs: { value: { party } } } })),
      ],
    });
  }

  /** Moves the static time, e.g. to `2022-01-01T01:00:00Z`. */
  async setTime(time: string): Promise<void> {
    await this.ask("", "POST", "/control/clock", { time });
  }

  /** Takes a snapshot. The returned function restores the ledger and its clock. */
  async snapshot(): Promise<() => Promise<void>> {
    const { id } = await this.ask<{ id: string }>("", "POST", "/control/snapshots");
    return async () => {
      await this.ask("", "POST", `/control/snapshots/${id}/revert`);
    };
  }

  async ledgerEnd(userId: string): Promise<number> {
    return (await this.ask<{ offset: number }>(userId, "GET", "/v2/state/ledger-end")).offset;
  }

  /** Submits, waits, and returns all effects that the submitters may see. */
  async submit(submission: Submission): Promise<TransactionJson> {
    const { transaction } = await this.ask<{ transaction: TransactionJson }>(
      submission.userId,
      "POST",
      "/v2/commands/submit-and-wait-for-transaction",
      this.#forTransaction(submission),
    );
    return transaction;
  }

  /** Returns the error of the submission; fails if it succeeds. */
  refusal(submission: Submission): Promise<Refusal> {
    return this.#refused(
      submission.userId,
      "/v2/commands/submit-and-wait-for-transaction",
      this.#forTransaction(submission),
    );
  }

  /** Returns the message PreparedTransaction of the commands in base64. */
  async prepare(submission: Submission): Promise<string> {
    const { preparedTransaction } = await this.ask<{ preparedTransaction: string }>(
      submission.userId,
      "POST",
      "/v2/interactive-submission/prepare",
      { ...this.#commandsOf(submission), synchronizerId: "", packageIdSelectionPreference: [] },
    );
    return preparedTransaction;
  }

  /** Returns the part of the update with this id that `party` sees. */
  async updateById(userId: string, updateId: string, party: string): Promise<TransactionJson> {
    const { update } = await this.ask<{
      readonly update: { readonly Transaction: { readonly value: TransactionJson } };
    }>(userId, "POST", updatePath, updateRequest(updateId, party));
    return update.Transaction.value;
  }

  /** Returns the error when `party` sees nothing of the update with this id. */
  missingUpdate(userId: string, updateId: string, party: string): Promise<Refusal> {
    return this.#refused(userId, updatePath, updateRequest(updateId, party));
  }

  /**
   * Returns the active contracts that `party` sees: all, or those of the given templates and interfaces, the
   * latter with views.
   */
  async active(
    userId: string,
    party: string,
    ...filters: readonly Filter[]
  ): Promise<readonly CreatedEvent[]> {
    const contracts = await this.#activeContracts(userId, party, filters);
    return contracts.map(({ createdEvent }) => createdEvent);
  }

  /** Returns all active contracts of the party, as disclosed contracts. */
  async discloseAll(userId: string, party: string): Promise<readonly Disclosed[]> {
    const contracts = await this.#activeContracts(userId, party);
    return contracts.map(({ createdEvent, synchronizerId }) =>
      disclosed(createdEvent, synchronizerId),
    );
  }

  /** Returns one contract of the party, as a disclosed contract. */
  async disclose(userId: string, party: string, contractId: string): Promise<Disclosed> {
    const { created } = await this.ask<{ readonly created: ActiveContract }>(
      userId,
      "POST",
      "/v2/events/events-by-contract-id",
      { contractId, eventFormat: formatFor([party]) },
    );
    return disclosed(created.createdEvent, created.synchronizerId);
  }

  async #refused(userId: string, path: string, body: unknown): Promise<Refusal> {
    const { status, json, text } = await this.request(userId, "POST", path, body);
    expect(status, text).to.be.within(400, 499);
    return { status, ...(json as Omit<Refusal, "status">) };
  }

  async #activeContracts(
    userId: string,
    party: string,
    filters: readonly Filter[] = [],
  ): Promise<readonly ActiveContract[]> {
    const activeAtOffset = await this.ledgerEnd(userId);
    const items = await this.ask<
      readonly { readonly contractEntry: { readonly JsActiveContract?: ActiveContract } }[]
    >(userId, "POST", "/v2/state/active-contracts", {
      activeAtOffset,
      eventFormat: formatFor([party], filters),
    });
    return items.flatMap(({ contractEntry: { JsActiveContract: contract } }) =>
      contract === undefined ? [] : [contract],
    );
  }

  #forTransaction(submission: Submission): object {
    const { actAs, readAs = [] } = submission;
    return {
      commands: this.#commandsOf(submission),
      transactionFormat: effectsFor([...actAs, ...readAs]),
    };
  }

  /** Returns the token of a user, which is the same in all calls. */
  #tokenOf(userId: string): string {
    const token = this.#tokens.get(userId) ?? signedToken(scopeClaims(userId));
    this.#tokens.set(userId, token);
    return token;
  }

  #commandsOf(submission: Submission): object {
    this.#commands += 1;
    return { commandId: `command-${this.#commands}`, ...submission };
  }
}

interface ActiveContract {
  readonly createdEvent: CreatedEvent;
  readonly synchronizerId: string;
}

const updatePath = "/v2/updates/update-by-id";

const updateRequest = (updateId: string, party: string): object => ({
  updateId,
  updateFormat: { includeTransactions: effectsFor([party]) },
});

const disclosed = (
  { templateId, contractId, createdEventBlob }: CreatedEvent,
  synchronizerId: string,
): Disclosed => ({ templateId, contractId, createdEventBlob, synchronizerId });

const formatFor = (parties: readonly string[], filters: readonly Filter[] = []): object => {
  const identifierFilters = filters.length === 0 ? [everything] : filters.map(identifierFilter);
  const cumulative = identifierFilters.map((each) => ({ identifierFilter: each }));
  return {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, { cumulative }])),
    verbose: false,
  };
};

const includeCreatedEventBlob = true;
const everything = { WildcardFilter: { value: { includeCreatedEventBlob } } };

const identifierFilter = (filter: Filter): object =>
  "templateId" in filter
    ? { TemplateFilter: { value: { ...filter, includeCreatedEventBlob } } }
    : {
        InterfaceFilter: {
          value: { ...filter, includeInterfaceView: true, includeCreatedEventBlob },
        },
      };

const effectsFor = (parties: readonly string[]): object => ({
  eventFormat: formatFor(parties),
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
});
