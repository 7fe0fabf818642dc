import { expect } from "chai";

import type { LedgerOptions } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { type Answer, apiClient, type Send } from "./api-client.ts";
import { commandsBody } from "./commands-body.ts";
import { type IouLedger, iouLedger } from "./iou-ledger.ts";
import { Iou } from "./iou-package.ts";
import { validatedFetch } from "./validated-fetch.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Sends requests in the form that clients use, to test the rules of an endpoint. */
export class RuleLedger {
  readonly given: IouLedger;
  readonly send: Send;

  private constructor(given: IouLedger) {
    const fetch = createFetch(given.ledger, { auth: "disabled" });
    this.given = given;
    this.send = apiClient(validatedFetch(fetch), "http://ledger.invalid");
  }

  static async open(options: LedgerOptions = {}): Promise<RuleLedger> {
    return new RuleLedger(await iouLedger(options));
  }

  /** Uses an existing ledger. */
  static over(given: IouLedger): RuleLedger {
    return new RuleLedger(given);
  }

  get end(): number {
    return this.given.ledger.state.ledgerEnd;
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.send("POST", path, { body });
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.send("PATCH", path, { body });
  }

  /** Expects status 200 and returns the JSON. */
  async answer<Json = Fields>(path: string, body: unknown): Promise<Json> {
    const { status, text, json } = await this.post(path, body);
    expect(status, text).to.equal(200);
    return json as Json;
  }

  /** Returns the status and the error code; the text if there is no code. */
  async refusal(path: string, body: unknown, method = "POST"): Promise<readonly unknown[]> {
    const { status, text, json } = await this.send(method, path, { body });
    const code = (json as { readonly code?: string } | undefined)?.code;
    return status === 200 ? [200] : [status, code ?? text];
  }

  /** Returns an IOU of alice for bob. */
  iou(more: Fields = {}): ReturnType<typeof Iou.create> {
    const { alice, bob } = this.given;
    return Iou.create({ issuer: alice, owner: bob, amount: "1.0", watchers: [], ...more });
  }

  /** Commits commands of alice. Returns the transaction that all parties see. */
  async commit(command: object = this.iou(), more: Fields = {}): Promise<Committed> {
    const { alice, bob } = this.given;
    const commands = commandsBody([alice, bob], command as never, more);
    const { transaction } = await this.answer<{ readonly transaction: Committed }>(
      "/v2/commands/submit-and-wait-for-transaction",
      { commands },
    );
    return transaction;
  }

  /** Creates an IOU and returns its id. */
  async newIou(): Promise<string> {
    const [event] = (await this.commit()).events;
    return String(event?.["CreatedEvent"]?.["contractId"]);
  }

  /** Archives the contract as its issuer and owner. */
  archive(contractId: string): Promise<Committed> {
    const choice = { templateId: Iou.reference, contractId, choice: "Archive", choiceArgument: {} };
    return this.commit({ ExerciseCommand: choice });
  }
}

export interface Committed extends Fields {
  readonly offset: number;
  readonly updateId: string;
  readonly events: readonly Readonly<Record<string, Fields>>[];
}
