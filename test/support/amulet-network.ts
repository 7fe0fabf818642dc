import { expect } from "chai";

import type { TransactionJson } from "../../lib/api.ts";
import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { amuletHistory, type CoinHistoryRecordJson } from "../../lib/history.ts";
import type { LedgerError, LedgerOptions, SubmitRequest } from "../../lib/index.ts";
import {
  AmuletSteps,
  createdIn,
  creating,
  type Parties,
  type PartyHint,
  partyHints,
  type Step,
} from "./amulet-steps.ts";
import {
  amuletRules,
  amuletTemplate,
  externalRulesTemplate,
  type Fees,
  holding,
  lockedAmuletTemplate,
  preapprovalTemplate,
  rulesTemplate,
  startTime,
} from "./amulet-terms.ts";
import { ledgerErrorOf } from "./error-of.ts";
import {
  type CreatedEvent,
  type Disclosed,
  HttpLedger,
  type Refusal,
  type Submission,
} from "./http-ledger.ts";
import { type PreparedOutline, preparedOutline } from "./transaction-outline.ts";

/** Shared by all networks of a process, so that the package is compiled once. */
const daml = createDamlLoader();

/** A coin: the payload of an Amulet, or that in a LockedAmulet. */
interface Holding {
  readonly owner: string;
  readonly amount: CoinAmount;
  readonly amulet?: { readonly owner: string; readonly amount: CoinAmount };
}

interface CoinAmount {
  readonly initialAmount: string;
  readonly createdAt: { readonly number: string };
  readonly ratePerRound: { readonly rate: string };
}

/**
 * A ledger with the real Amulet package, used over the HTTP API. Each party has a user; one more user may act
 * as all parties, for commands that several parties authorize.
 */
export class AmuletNetwork extends AmuletSteps {
  readonly http: HttpLedger;
  readonly #renew: () => Promise<void>;
  readonly #disclosed = new Map<string, Disclosed>();

  private constructor(http: HttpLedger, parties: Parties, renew: () => Promise<void>) {
    super(parties);
    this.http = http;
    this.#renew = renew;
  }

  /** Uploads the DAR, allocates the parties and creates their users. */
  static async open(dar: Uint8Array, options: LedgerOptions = {}): Promise<AmuletNetwork> {
    const http = await HttpLedger.serve({
      daml,
      history: [amuletHistory],
      clock: { freeze: startTime },
      ...options,
    });
    await http.upload(dar);
    const parties = await allocateAll(http);
    const { dso, alice, bob } = parties;
    const readAs: Partial<Record<PartyHint, readonly string[]>> = {
      "alice-validator": [dso],
      prov: [dso],
      del: [alice, dso, bob],
    };
    for (const hint of partyHints) {
      await http.createUser(hint, { actAs: [parties[hint]], readAs: readAs[hint] ?? [] });
    }
    await http.createUser("operator", { actAs: Object.values(parties) });
    return new AmuletNetwork(http, parties, await http.snapshot());
  }

  close(): Promise<void> {
    return this.http.close();
  }

  /** Runs steps A1 to A3 of daml-lf.md 25 on a new ledger. Returns the transaction that opens the rounds. */
  async begin(fees: Fees): Promise<TransactionJson> {
    await this.#renew();
    this.#disclosed.clear();
    const { dso } = this.parties;
    this.rules = await this.create([dso], rulesTemplate, amuletRules(dso, fees));
    this.externalRules = await this.create([dso], externalRulesTemplate, { dso });
    const opening = await this.submit(this.bootstrapRounds());
    this.rounds = createdIn(opening, "OpenMiningRound");
    for (const each of await this.http.discloseAll("dso", dso)) {
      this.#disclosed.set(each.contractId, each);
    }
    return opening;
  }

  async submit(step: Step): Promise<TransactionJson> {
    return this.http.submit(await this.submissionOf(step));
  }

  async refusal(step: Step): Promise<Refusal> {
    return this.http.refusal(await this.submissionOf(step));
  }

  /** Submits a step in process, and returns the error with which it fails. */
  async failure(step: Step): Promise<LedgerError> {
    const { actAs, readAs = [], commands, disclosedContracts = [] } = await this.submissionOf(step);
    const request = { actAs, readAs, commands, disclosedContracts };
    return ledgerErrorOf(this.http.ledger.submit(request as SubmitRequest));
  }

  /** Returns the prepared transaction of a single-party step. */
  async prepare(step: Step): Promise<PreparedOutline> {
    return preparedOutline(await this.http.prepare(await this.submissionOf(step)));
  }

  /** Creates one contract and returns its id. */
  async create(
    actAs: readonly string[],
    templateId: string,
    createArguments: unknown,
  ): Promise<string> {
    const { events } = await this.submit(creating(actAs, templateId, createArguments));
    expect(events).to.have.length(1);
    const [event] = events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  }

  /** Runs step A4: preapproves transfers to `receiver`. */
  preapprove(receiver: string, provider: string): Promise<string> {
    const { dso } = this.parties;
    return this.create([receiver, provider, dso], preapprovalTemplate, {
      receiver,
      provider,
      dso,
      validFrom: startTime,
      lastRenewedAt: startTime,
      expiresAt: "2022-01-31T00:00:00Z",
    });
  }

  /** Returns the active contracts of a template that a party sees. */
  active(party: string, templateId: string): Promise<readonly CreatedEvent[]> {
    return this.http.active(userOf([party]), party, { templateId });
  }

  /** Returns the holdings of a party as wallets see them, in order of creation. */
  async holdingViews(party: string): Promise<readonly unknown[]> {
    const found = await this.http.active(userOf([party]), party, { interfaceId: holding });
    return found.flatMap(({ interfaceViews }) => interfaceViews.map(({ viewValue }) => viewValue));
  }

  /** Returns all coins of a party, locked or not. */
  async coins(owner: string): Promise<readonly OwnedCoin[]> {
    const events = await this.http.active(
      userOf([owner]),
      owner,
      { templateId: amuletTemplate },
      { templateId: lockedAmuletTemplate },
    );
    return events.flatMap(({ contractId, createArgument }) => {
      const holding = createArgument as Holding;
      const coin = holding.amulet ?? holding;
      const isLocked = holding.amulet !== undefined;
      return coin.owner === owner ? [{ contractId, isLocked, ...coin.amount }] : [];
    });
  }

  async coinIds(owner: string): Promise<readonly string[]> {
    return (await this.coins(owner)).map(({ contractId }) => contractId);
  }

  /** Returns the sum of all coins of a party, with ten digits. */
  async balance(owner: string): Promise<string> {
    const units = (await this.coins(owner)).reduce(
      (sum, { initialAmount }) => sum + BigInt(initialAmount.replace(".", "")),
      0n,
    );
    const digits = units.toString().padStart(11, "0");
    return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
  }

  /** Reads a page of the coin history. */
  async history(page: object): Promise<readonly CoinHistoryRecordJson[]> {
    const { transactions } = await this.http.ask<{
      readonly transactions: readonly CoinHistoryRecordJson[];
    }>("", "POST", "/v0/transactions", page);
    return transactions;
  }

  /** Returns the submission of a step by a user who may submit it, with the disclosed contracts. */
  async submissionOf({ disclose = [], ...step }: Step): Promise<Submission> {
    const disclosedContracts: Disclosed[] = [];
    for (const contractId of disclose) disclosedContracts.push(await this.#disclose(contractId));
    return { userId: userOf(step.actAs), ...step, disclosedContracts };
  }

  /** Returns a contract as a disclosed contract. The administrator sees all contracts that tests disclose. */
  async #disclose(contractId: string): Promise<Disclosed> {
    const known =
      this.#disclosed.get(contractId) ??
      (await this.http.disclose("dso", this.parties.dso, contractId));
    this.#disclosed.set(contractId, known);
    return known;
  }
}

export interface OwnedCoin extends CoinAmount {
  readonly contractId: string;
  readonly isLocked: boolean;
}

const userOf = ([party = "", ...others]: readonly string[]): string =>
  others.length === 0 ? party.slice(0, party.indexOf("::")) : "operator";

const allocateAll = async (http: HttpLedger): Promise<Parties> => {
  const entries: (readonly [string, string])[] = [];
  for (const hint of partyHints) entries.push([hint, await http.allocate(hint)]);
  return Object.fromEntries(entries) as Parties;
};
