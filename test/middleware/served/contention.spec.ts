import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";

import { expect } from "chai";
import express from "express";

import { submitAndWait, submitAndWaitForTransaction } from "../../../lib/api.ts";
import type { ContractIdHex, Ledger, PartyId } from "../../../lib/index.ts";
import { createFetch, createLedgerRouter } from "../../../middleware/index.ts";
import { commandsBody } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { iouLedger } from "../../support/iou-ledger.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const auth = "disabled";
const path = "/v2/commands/submit-and-wait";

/** The status of a response, and its error code if it is an error. */
interface Answer {
  readonly status: number | undefined;
  readonly code: string | undefined;
}

const won: Answer = { status: 200, code: undefined };
const locked: Answer = { status: 409, code: "LOCAL_VERDICT_LOCKED_CONTRACTS" };
const inFlight: Answer = { status: 409, code: "SUBMISSION_ALREADY_IN_FLIGHT" };
const duplicate: Answer = { status: 409, code: "DUPLICATE_COMMAND" };
const notFound: Answer = { status: 404, code: "CONTRACT_NOT_FOUND" };

const postOver = async (agent: Agent, url: string, body: object): Promise<Answer> => {
  const headers = { "Content-Type": "application/json" };
  const sent = request(url, { method: "POST", agent, headers });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { code } = (await json(response)) as Partial<Answer>;
  return { status: response.statusCode, code };
};

/** Replaces timers with this delay: they do not fire. `begun` resolves to the callback of the first one. */
const holdTimers = (millis: number) => {
  const { setTimeout } = globalThis;
  const restore = (): void => void Object.assign(globalThis, { setTimeout });
  const begun = new Promise<() => void>((resolve) => {
    const held = (callback: () => void, delay: number) =>
      delay === millis ? resolve(callback) : setTimeout(callback, delay);
    Object.assign(globalThis, { setTimeout: held });
  });
  return { begun, restore };
};

describe("submissions that overlap", () => {
  let ledger: Ledger;
  let alice: PartyId;
  let carol: PartyId;

  beforeEach(async () => {
    ({ ledger, alice, carol } = await iouLedger());
  });

  const creation = (fields = {}) => {
    const createArguments = { issuer: alice, owner: alice, amount: "1.0", watchers: [] };
    const create = { CreateCommand: { templateId: "#iou:Iou:Iou", createArguments } };
    return commandsBody(alice, create, fields);
  };

  const iou = async (): Promise<ContractIdHex> => {
    const commands = creation();
    const { transaction } = await submitAndWaitForTransaction(ledger, { commands });
    const [event] = transaction.events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  };

  const archive = (contractId: ContractIdHex, party = alice, commandId?: string) => {
    const exercise = { templateId: "#iou:Iou:Iou", contractId, choice: "Archive" };
    const command = { ExerciseCommand: { ...exercise, choiceArgument: {} } };
    return commandsBody(party, command, commandId === undefined ? {} : { commandId });
  };

  /** Returns a function that posts a body to the ledger in this process. */
  const posting = () => {
    const fetch = createFetch(ledger, { auth });
    return async (body: object): Promise<Answer> => {
      const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
      const { code } = (await response.json()) as Partial<Answer>;
      return { status: response.status, code };
    };
  };

  it("rejects the second with LOCAL_VERDICT_LOCKED_CONTRACTS if both consume one contract", async () => {
    const post = posting();
    for (let round = 0; round < 10; round++) {
      const contractId = await iou();
      const both = [archive(contractId), archive(contractId)];
      expect(await Promise.all(both.map(post))).to.deep.equal([won, locked]);
    }
  });

  it("answers CONTRACT_NOT_FOUND when the rejected one is retried with the same command id", async () => {
    const post = posting();
    const contractId = await iou();
    const loser = archive(contractId, alice, "again");
    expect(await Promise.all([post(archive(contractId)), post(loser)])).to.deep.equal([
      won,
      locked,
    ]);
    expect(await post(loser)).to.deep.equal(notFound);
  });

  it("does not reveal to non-stakeholders that a contract is locked", async () => {
    const post = posting();
    const contractId = await iou();
    const both = [archive(contractId), archive(contractId, carol)];
    expect(await Promise.all(both.map(post))).to.deep.equal([won, notFound]);
  });

  it("answers CONTRACT_NOT_FOUND if the second one arrives after the response to the first", async () => {
    const post = posting();
    const contractId = await iou();
    expect(await post(archive(contractId))).to.deep.equal(won);
    expect(await post(archive(contractId))).to.deep.equal(notFound);
  });

  it("rejects the second with SUBMISSION_ALREADY_IN_FLIGHT if both have one command id", async () => {
    const post = posting();
    const exercise = archive(await iou(), alice, "exercise");
    const create = creation({ commandId: "create", submissionId: "first" });
    const period = { deduplicationPeriod: { DeduplicationDuration: { value: { seconds: 0 } } } };
    for (const body of [exercise, create, creation({ commandId: "no period", ...period })]) {
      const end = ledger.state.ledgerEnd;
      expect(await Promise.all([post(body), post(body)])).to.deep.equal([won, inFlight]);
      expect(ledger.state.ledgerEnd).to.equal(end + 1);
    }
    expect(await post(create)).to.deep.equal(duplicate);
  });

  it("names the change id that is in flight, and when to retry", async () => {
    const fetch = createFetch(ledger, { auth });
    const body = JSON.stringify(creation({ commandId: "twice" }));
    const [, second] = await Promise.all([1, 2].map(() => fetch(path, { method: "POST", body })));
    const error = (await second?.json()) as { readonly context: object };
    expect(error).to.include({ grpcCodeValue: 10, retryInfo: "1 second" });
    expect(error.context).to.include({ changeId: `ChangeId(ann,twice,Set(${alice}))` });
  });

  it("accepts one command id of two users, and method calls in this process, as before", async () => {
    const post = posting();
    const body = creation({ commandId: "shared" });
    const both = [body, { ...body, userId: "other" }];
    expect(await Promise.all(both.map(post))).to.deep.equal([won, won]);
    const commands = creation({ commandId: "in process" });
    const first = submitAndWait(ledger, commands);
    const { code } = await rejectionOf(submitAndWait(ledger, commands));
    await first;
    expect(code).to.equal("SUBMISSION_ALREADY_IN_FLIGHT");
  });

  it("does not lock contracts for method calls in this process", async () => {
    const contractId = await iou();
    const first = submitAndWait(ledger, archive(contractId));
    const { code } = await rejectionOf(submitAndWait(ledger, archive(contractId)));
    await first;
    expect(code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
  });

  it("counts an HTTP request as overlapping from the arrival of its head, even if its body arrives later", async () => {
    const contractId = await iou();
    const app = express();
    const heads: (() => void)[] = [];
    const arrival = () => new Promise<void>((resolve) => heads.push(resolve));
    app.use((_request, _response, next) => {
      next();
      heads.shift()?.();
    });
    app.use(createLedgerRouter(ledger, { auth }));
    await withListeningServer(app, async (baseUrl) => {
      const open = () => {
        const sent = request(`${baseUrl}${path}`, { method: "POST" });
        sent.setHeader("Content-Type", "application/json");
        sent.flushHeaders();
        const answer = once(sent, "response").then(async ([response]: IncomingMessage[]) => {
          const { code } = (response && (await json(response))) as Partial<Answer>;
          return { status: response?.statusCode, code };
        });
        return { sent, answer };
      };
      const arrived = arrival();
      const early = open();
      await arrived;
      const body = JSON.stringify(archive(contractId));
      const consumer = open();
      consumer.sent.end(body);
      expect(await consumer.answer).to.deep.equal(won);
      early.sent.end(JSON.stringify(archive(contractId)));
      expect(await early.answer).to.deep.equal(locked);
      const late = open();
      late.sent.end(JSON.stringify(archive(contractId)));
      expect(await late.answer).to.deep.equal(notFound);
    });
  });

  it("reads other HTTP requests that have arrived before it answers a submission", async () => {
    const contractId = await iou();
    const app = express().use(createLedgerRouter(ledger, { auth }));
    await withListeningServer(app, async (baseUrl) => {
      const url = `${baseUrl}${path}`;
      const other = new Agent({ keepAlive: true, maxSockets: 1 });
      expect(await postOver(other, url, archive(contractId, carol))).to.deep.equal(notFound);
      const again = archive(await iou(), alice, "again");
      const pairs = [
        [archive(contractId), archive(contractId), locked],
        [again, again, inFlight],
      ] as const;
      for (const [first, second, lost] of pairs) {
        const held = holdTimers(5);
        try {
          const winner = postOver(new Agent(), url, first);
          const answer = await held.begun;
          expect(await postOver(other, url, second)).to.deep.equal(lost);
          answer();
          expect(await winner).to.deep.equal(won);
        } finally {
          held.restore();
        }
      }
    });
  });
});
