import { expect } from "chai";

import {
  anonymousCaller,
  type Caller,
  collect,
  commandCompletions,
  type CompletionJson,
  completions,
} from "../../../lib/api.ts";
import { isLedgerError, type Ledger, ledgerError, type LedgerOptions } from "../../../lib/index.ts";
import type { Submission } from "../../../lib/store.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { commit, submissionBy, transactionOf } from "../../support/transactions.ts";
import { untyped } from "../../support/untyped.ts";
import { VirtualTimers } from "../../support/virtual-timers.ts";

const reject = (ledger: Ledger, submission: Submission): Promise<void> =>
  ledger.commit(({ ledgerEnd, synchronizers }, { now }) => ({
    events: [
      {
        kind: "commandRejected",
        completion: {
          offset: ledgerEnd + 1,
          submission,
          synchronizerId: synchronizers[0]?.id ?? "",
          recordTime: now,
          outcome: {
            kind: "rejected",
            error: ledgerError("DUPLICATE_COMMAND", { cause: "Again." }).details,
          },
        },
      },
    ],
    outcome: undefined,
  }));

/**
 * Creates a ledger with completions at offsets 1 to 4: of alice and bob; of bob; a rejection of alice; of
 * alice by another user.
 */
const sampleLedger = async (options: LedgerOptions = {}): Promise<Ledger> => {
  const ledger = await assetLedger(options);
  await commit(ledger, transactionOf(), submissionBy("alice", "bob"));
  await commit(ledger, transactionOf(), submissionBy("bob"));
  await reject(ledger, submissionBy("alice"));
  await commit(ledger, transactionOf(), { ...submissionBy("alice"), userId: "other" });
  return ledger;
};

const read = async (
  ledger: Ledger,
  request: object,
  caller?: Caller,
  open = completions,
): Promise<readonly CompletionJson[]> => {
  const timers = new VirtualTimers();
  const stream = open(ledger, untyped(request), caller, { timers });
  const items = collect(stream, {}, ledger.config, timers);
  await timers.advance(ledger.config.listWaitMillis);
  return (await items).flatMap(({ completionResponse }) =>
    "Completion" in completionResponse ? [completionResponse.Completion.value] : [],
  );
};

const offsets = (found: readonly CompletionJson[]) => found.map(({ offset }) => offset);
const ofAlice = { userId: "user", parties: ["alice"] };

describe("completions", () => {
  it("S2.5+ returns completions of one user's commands that a requested party submitted", async () => {
    const ledger = await sampleLedger();
    expect(offsets(await read(ledger, ofAlice))).to.deep.equal([1, 3]);
    expect(offsets(await read(ledger, { ...ofAlice, parties: ["bob"] }))).to.deep.equal([1, 2]);
    expect(offsets(await read(ledger, { ...ofAlice, userId: "other" }))).to.deep.equal([4]);
  });

  it("S2.5- omits submitters that were not requested, and commands that have only such submitters", async () => {
    const ledger = await sampleLedger();
    const found = await read(ledger, ofAlice);
    expect(found.map(({ actAs }) => actAs)).to.deep.equal([["alice"], ["alice"]]);
    expect(await read(ledger, { ...ofAlice, parties: ["carol"] })).to.deep.equal([]);
  });

  it("distinguishes accepted and rejected commands", async () => {
    const [accepted, rejected] = await read(await sampleLedger(), ofAlice);
    expect([accepted?.status.code, rejected?.status.code]).to.deep.equal([0, 6]);
    expect([accepted?.updateId.length, rejected?.updateId.length]).to.deep.equal([68, 0]);
  });

  it("S2.3+ starts at the ledger begin, or after a given offset", async () => {
    const ledger = await sampleLedger();
    expect(offsets(await read(ledger, { ...ofAlice, beginExclusive: 0 }))).to.deep.equal([1, 3]);
    expect(offsets(await read(ledger, { ...ofAlice, beginExclusive: 1 }))).to.deep.equal([3]);
    expect(offsets(await read(ledger, { ...ofAlice, beginExclusive: 4 }))).to.deep.equal([]);
  });

  it("S2.3- refuses an offset below 0 or after the ledger end", async () => {
    const ledger = await sampleLedger();
    const codeAt = (beginExclusive: number) =>
      errorOf(() => completions(ledger, { ...ofAlice, beginExclusive })).code;
    expect(codeAt(-1)).to.equal("NEGATIVE_OFFSET");
    expect(codeAt(5)).to.equal("OFFSET_AFTER_LEDGER_END");
  });

  it("S2.4+ starts after the pruning offset of a pruned ledger", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 2);
    expect(offsets(await read(ledger, { ...ofAlice, beginExclusive: 3 }))).to.deep.equal([]);
    await commit(ledger, transactionOf(), submissionBy("alice"));
    expect(offsets(await read(ledger, { ...ofAlice, beginExclusive: 3 }))).to.deep.equal([5]);
  });

  const codesOnPruned = async (ledger: Ledger) => {
    await prune(ledger, 2);
    return [ofAlice, { ...ofAlice, beginExclusive: 1 }, { ...ofAlice, beginExclusive: 2 }].map(
      (request) => {
        try {
          return void completions(ledger, request).return?.();
        } catch (error) {
          return isLedgerError(error) ? error.code : error;
        }
      },
    );
  };

  it("S2.4- refuses to start at the pruning offset, before it, or without an offset", async () => {
    const refused = "PARTICIPANT_PRUNED_DATA_ACCESSED";
    const codes = await codesOnPruned(await sampleLedger());
    expect(codes).to.deep.equal([refused, refused, refused]);
  });

  it("S2.4+ with participant precedence, starts at the pruning offset", async () => {
    const refused = "PARTICIPANT_PRUNED_DATA_ACCESSED";
    const ledger = await sampleLedger({ precedence: "participant" });
    expect(await codesOnPruned(ledger)).to.deep.equal([refused, refused, undefined]);
    expect(offsets(await read(ledger, { ...ofAlice, beginExclusive: 2 }))).to.deep.equal([3]);
  });

  it("S2.1+ accepts several parties", async () => {
    const ledger = await sampleLedger();
    const found = await read(ledger, { ...ofAlice, parties: ["bob", "alice", "carol"] });
    expect(offsets(found)).to.deep.equal([1, 2, 3]);
  });

  it("S2.1- requires parties, and checks this last", async () => {
    const ledger = await sampleLedger();
    for (const request of [{ userId: "user" }, { userId: "user", parties: [] }]) {
      const { code, context } = errorOf(() => completions(ledger, untyped(request)));
      expect([code, context["field_name"]]).to.deep.equal(["MISSING_FIELD", "parties"]);
    }
    const late = { userId: "user", beginExclusive: 5 };
    expect(errorOf(() => completions(ledger, untyped(late))).code).to.equal(
      "OFFSET_AFTER_LEDGER_END",
    );
  });

  it("G.5- refuses malformed parties and user ids", async () => {
    const ledger = await sampleLedger();
    const codeOf = (request: object) => errorOf(() => completions(ledger, untyped(request))).code;
    expect(codeOf({ ...ofAlice, parties: ["a!"] })).to.equal("INVALID_ARGUMENT");
    expect(codeOf({ ...ofAlice, userId: "a b" })).to.equal("INVALID_FIELD");
  });

  const alice = userCaller("user", [{ kind: "CanReadAs", party: "alice" }]);

  it("S2.2+ A.2+ takes the user id from the caller", async () => {
    const ledger = await sampleLedger();
    expect(offsets(await read(ledger, { parties: ["alice"] }, alice))).to.deep.equal([1, 3]);
  });

  it("S2.2- A.2- requires a user id if the caller has none", async () => {
    const ledger = await sampleLedger();
    const run = () => completions(ledger, { parties: ["alice"] });
    expect(errorOf(run).code).to.equal("INVALID_TOKEN");
  });

  it("A.10- refuses parties and users that the caller may not read", async () => {
    const ledger = await sampleLedger();
    const codeOf = (request: object, caller: Caller) =>
      errorOf(() => completions(ledger, untyped(request), caller)).code;
    expect(codeOf({ parties: ["bob"] }, alice)).to.equal("PERMISSION_DENIED");
    expect(codeOf({ ...ofAlice, userId: "other" }, alice)).to.equal("PERMISSION_DENIED");
    expect(codeOf(ofAlice, anonymousCaller)).to.equal("UNAUTHENTICATED");
  });

  it("A.10+ lets a user request the completions of another user if it may read as any party", async () => {
    const ledger = await sampleLedger();
    const auditor = userCaller("auditor", [{ kind: "CanReadAsAnyParty" }]);
    expect(offsets(await read(ledger, ofAlice, auditor))).to.deep.equal([1, 3]);
  });

  it("continues with later completions", async () => {
    const ledger = await sampleLedger();
    const stream = completions(ledger, { ...ofAlice, beginExclusive: 4 });
    const next = stream.next();
    await commit(ledger, transactionOf(), submissionBy("alice"));
    const { value } = await next;
    await stream.return?.();
    expect(value && "Completion" in value.completionResponse).to.equal(true);
  });
});

describe("commandCompletions", () => {
  const readAnybody = (ledger: Ledger, request: object, caller?: Caller) =>
    read(ledger, request, caller, commandCompletions);

  it("returns the completions of a party for the commands of all users", async () => {
    const ledger = await sampleLedger();
    const found = await readAnybody(ledger, { parties: ["alice"] });
    expect(offsets(found)).to.deep.equal([1, 3, 4]);
    expect(found.map(({ actAs }) => actAs)).to.deep.equal([["alice"], ["alice"], ["alice"]]);
    const later = await readAnybody(ledger, { parties: ["alice"], beginExclusive: 3 });
    expect(offsets(later)).to.deep.equal([4]);
  });

  it("returns the completions of all parties, with all acting parties, to users who may read as any party", async () => {
    const ledger = await sampleLedger();
    const anybody = userCaller("reader", [{ kind: "CanReadAsAnyParty" }]);
    const found = await readAnybody(ledger, {}, anybody);
    expect(offsets(found)).to.deep.equal([1, 2, 3, 4]);
    expect(found[0]?.actAs).to.deep.equal(["alice", "bob"]);
  });

  it("refuses parties that the caller may not read as, malformed parties, and future and pruned offsets", async () => {
    const ledger = await sampleLedger();
    const codeOf = (request: object, caller?: Caller) =>
      errorOf(() => commandCompletions(ledger, request, caller)).code;
    const ann = userCaller("ann", [{ kind: "CanReadAs", party: "alice" }]);
    expect(codeOf({ parties: ["bob"] }, ann)).to.equal("PERMISSION_DENIED");
    expect(codeOf({}, ann)).to.equal("PERMISSION_DENIED");
    expect(codeOf({}, anonymousCaller)).to.equal("UNAUTHENTICATED");
    expect(codeOf({ parties: ["%"] })).to.equal("INVALID_ARGUMENT");
    expect(codeOf({ beginExclusive: -1 })).to.equal("NEGATIVE_OFFSET");
    expect(codeOf({ beginExclusive: 5 })).to.equal("OFFSET_AFTER_LEDGER_END");
    await prune(ledger, 2);
    expect(codeOf({ beginExclusive: 1 })).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
  });
});
