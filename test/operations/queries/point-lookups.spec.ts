import { expect } from "chai";

import {
  anonymousCaller,
  contractById,
  eventsByContractId,
  transactionById,
  transactionByOffset,
  transactionTreeById,
  transactionTreeByOffset,
  updateById,
  updateByOffset,
} from "../../../lib/api.ts";
import type { Ledger, LedgerOptions } from "../../../lib/index.ts";
import { assetLedger, prune } from "../../support/asset-ledger.ts";
import { asset, contractIdOf, holding } from "../../support/asset-package.ts";
import { blobOf } from "../../support/blob-of.ts";
import { userCaller } from "../../support/callers.ts";
import { errorOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import {
  commit,
  create,
  exercise,
  submissionBy,
  transactionOf,
} from "../../support/transactions.ts";
import { untyped } from "../../support/untyped.ts";
import { contractId, party } from "../../support/values.ts";

const held = asset("held", ["alice"], { observers: ["bob"] });
const next = asset("next", ["alice"], { observers: ["carol"] });
const brief = asset("brief", ["alice"]);
const updateIdAt = (offset: number): string => `1220${offset.toString(16).padStart(64, "0")}`;

/**
 * Creates a ledger with the contract `held` at offset 1. At offset 2, a choice that dave sees transfers it
 * and creates `next` and the transient contract `brief`.
 */
const sampleLedger = async (options: LedgerOptions = {}): Promise<Ledger> => {
  const ledger = await assetLedger(options);
  await commit(ledger, transactionOf(create(held)), submissionBy("alice"));
  const transfer = exercise(
    held,
    ["alice"],
    {
      choice: "Transfer",
      argument: party("carol"),
      result: contractId(next.contractId),
      choiceObservers: ["dave"],
    },
    create(brief),
    exercise(brief, ["alice"]),
    create(next),
  );
  await commit(ledger, transactionOf(transfer), submissionBy("alice"));
  return ledger;
};

const acsDeltaOf = (...parties: readonly string[]) => ({
  eventFormat: eventFormatJson(parties),
  transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
});
const kinds = (events: readonly object[]): string =>
  events.flatMap((event) => Object.keys(event)).join();

describe("transactionByOffset", () => {
  it("S3.1+ finds the transaction at an offset", async () => {
    const ledger = await sampleLedger();
    const request = { offset: 2, transactionFormat: acsDeltaOf("alice") };
    const { transaction } = transactionByOffset(ledger, request);
    expect(transaction.updateId).to.equal(updateIdAt(2));
    expect(kinds(transaction.events)).to.equal("ArchivedEvent,CreatedEvent");
  });

  it("S3.1- refuses an offset that is not positive", async () => {
    const ledger = await sampleLedger();
    for (const offset of [0, -1, undefined]) {
      const run = () =>
        transactionByOffset(ledger, untyped({ offset, requestingParties: ["alice"] }));
      expect(errorOf(run).code).to.equal("NON_POSITIVE_OFFSET");
    }
  });

  it("S3.4+ returns the ACS delta of all templates for the requesting parties", async () => {
    const ledger = await sampleLedger();
    const request = { offset: 2, requestingParties: ["carol", "bob"] };
    const { events } = transactionByOffset(ledger, request).transaction;
    expect(kinds(events)).to.equal("ArchivedEvent,CreatedEvent");
  });

  it("S3.4- S3.3- returns no events of other parties", async () => {
    const ledger = await sampleLedger();
    for (const stranger of ["dave", "eve"]) {
      const run = () => transactionByOffset(ledger, { offset: 2, requestingParties: [stranger] });
      const { code, resources } = errorOf(run);
      expect(code).to.equal("UPDATE_NOT_FOUND");
      expect(resources).to.deep.equal([["OFFSET", "2"]]);
    }
  });

  it("S3.3+ omits the events that the requesting party does not see", async () => {
    const ledger = await sampleLedger();
    const seenBy = (requestingParty: string) =>
      kinds(
        transactionByOffset(ledger, { offset: 2, requestingParties: [requestingParty] }).transaction
          .events,
      );
    expect(seenBy("bob")).to.equal("ArchivedEvent");
    expect(seenBy("carol")).to.equal("CreatedEvent");
  });

  it("S3.2+ treats an empty list of requesting parties as absent", async () => {
    const ledger = await sampleLedger();
    const transactionFormat = acsDeltaOf("alice");
    const request = { offset: 1, requestingParties: [], transactionFormat };
    expect(transactionByOffset(ledger, request).transaction.offset).to.equal(1);
  });

  it("S3.2- refuses a request with both requesting parties and a format, or with neither", async () => {
    const ledger = await sampleLedger();
    const both = { requestingParties: ["alice"], transactionFormat: acsDeltaOf("alice") };
    for (const format of [both, {}, { requestingParties: [] }]) {
      const run = () => transactionByOffset(ledger, { offset: 1, ...format });
      expect(errorOf(run).code).to.equal("INVALID_ARGUMENT");
    }
  });

  it("finds nothing after the ledger end, at pruned offsets, and at offsets of rejections", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 1);
    for (const offset of [1, 3, 2 ** 53]) {
      const run = () => transactionByOffset(ledger, { offset, requestingParties: ["alice"] });
      expect(errorOf(run).code).to.equal("UPDATE_NOT_FOUND");
    }
  });

  it("requires the rights of the format", async () => {
    const ledger = await sampleLedger();
    const bob = userCaller("bob", [{ kind: "CanReadAs", party: "bob" }]);
    const request = { offset: 1, requestingParties: ["alice"] };
    expect(errorOf(() => transactionByOffset(ledger, request, bob)).code).to.equal(
      "PERMISSION_DENIED",
    );
    expect(errorOf(() => transactionByOffset(ledger, request, anonymousCaller)).code).to.equal(
      "UNAUTHENTICATED",
    );
  });
});

describe("transactionById", () => {
  it("finds the transaction with an id", async () => {
    const ledger = await sampleLedger();
    for (const updateId of [updateIdAt(2), updateIdAt(2).toUpperCase()]) {
      const request = { updateId, requestingParties: ["bob"] };
      expect(transactionById(ledger, request).transaction.offset).to.equal(2);
    }
  });

  it("refuses a malformed id, and does not find an unknown one", async () => {
    const ledger = await sampleLedger();
    const codeOf = (updateId?: string) =>
      errorOf(() => transactionById(ledger, untyped({ updateId, requestingParties: ["bob"] })))
        .code;
    expect(codeOf()).to.equal("MISSING_FIELD");
    expect(codeOf("")).to.equal("MISSING_FIELD");
    for (const text of ["a?b", "abc", "a".repeat(256)]) {
      expect(codeOf(text)).to.equal("INVALID_ARGUMENT");
    }
    expect(codeOf(updateIdAt(9))).to.equal("UPDATE_NOT_FOUND");
  });
});

describe("transactionTreeByOffset", () => {
  it("shows each party the steps it witnesses", async () => {
    const ledger = await sampleLedger();
    const seenBy = (...parties: readonly string[]) =>
      Object.keys(transactionTreeByOffset(ledger, { offset: 2, parties }).transaction.eventsById);
    expect(seenBy("alice")).to.deep.equal(["0", "1", "2", "3"]);
    expect(seenBy("dave")).to.deep.equal(["0", "1", "2", "3"]);
    expect(seenBy("carol")).to.deep.equal(["3"]);
    expect(errorOf(() => seenBy("eve")).code).to.equal("UPDATE_NOT_FOUND");
    expect(errorOf(() => seenBy()).code).to.equal("INVALID_ARGUMENT");
  });

  it("shows an exercise with all its fields", async () => {
    const ledger = await sampleLedger();
    const { transaction } = transactionTreeById(ledger, {
      updateId: updateIdAt(2),
      parties: ["dave"],
    });
    expect(transaction.commandId).to.equal("");
    expect(transaction.eventsById[0]).to.deep.equal({
      ExercisedTreeEvent: {
        value: {
          offset: 2,
          nodeId: 0,
          contractId: held.contractId,
          templateId: held.templateId,
          interfaceId: null,
          choice: "Transfer",
          choiceArgument: "carol",
          actingParties: ["alice"],
          consuming: true,
          witnessParties: ["dave"],
          lastDescendantNodeId: 3,
          exerciseResult: next.contractId,
          packageName: "assets",
          implementedInterfaces: [],
          acsDelta: false,
        },
      },
    });
  });
});

describe("updateById", () => {
  const updateFormat = { includeTransactions: acsDeltaOf("alice") };

  it("S15.1+ S15.3+ finds an update if the format includes a part of it", async () => {
    const ledger = await sampleLedger();
    const { update } = updateById(ledger, { updateId: updateIdAt(1), updateFormat });
    expect("Transaction" in update && update.Transaction.value.offset).to.equal(1);
    expect(updateByOffset(ledger, { offset: 1, updateFormat })).to.deep.equal({ update });
  });

  it("S15.1- requires a well-formed id", async () => {
    const ledger = await sampleLedger();
    const codeOf = (updateId?: string) =>
      errorOf(() => updateById(ledger, untyped({ updateId, updateFormat }))).code;
    expect(codeOf()).to.equal("MISSING_FIELD");
    expect(codeOf("zz")).to.equal("INVALID_ARGUMENT");
    expect(errorOf(() => updateByOffset(ledger, untyped({ updateFormat }))).code).to.equal(
      "NON_POSITIVE_OFFSET",
    );
  });

  it("S15.2+ accepts a format of several kinds", async () => {
    const ledger = await sampleLedger();
    const includeReassignments = eventFormatJson(["alice"]);
    const request = {
      updateId: updateIdAt(1),
      updateFormat: { ...updateFormat, includeReassignments },
    };
    expect(updateById(ledger, request).update).to.have.property("Transaction");
  });

  it("S15.2- requires a format, checked after the id", async () => {
    const ledger = await sampleLedger();
    const { code, context } = errorOf(() =>
      updateById(ledger, untyped({ updateId: updateIdAt(1) })),
    );
    expect([code, context["field_name"]]).to.deep.equal(["MISSING_FIELD", "update_format"]);
    expect(errorOf(() => updateById(ledger, untyped({}))).context["field_name"]).to.equal(
      "update_id",
    );
  });

  it("S15.3- does not find invisible, excluded, pruned and unknown updates", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 1);
    const requests = [
      { updateId: updateIdAt(2), updateFormat: { includeTransactions: acsDeltaOf("eve") } },
      { updateId: updateIdAt(2), updateFormat: {} },
      {
        updateId: updateIdAt(2),
        updateFormat: { includeReassignments: eventFormatJson(["alice"]) },
      },
      { updateId: updateIdAt(1), updateFormat },
      { updateId: updateIdAt(7), updateFormat },
    ];
    for (const request of requests) {
      const { code, resources } = errorOf(() => updateById(ledger, request));
      expect(code).to.equal("UPDATE_NOT_FOUND");
      expect(resources).to.deep.equal([["UPDATE_ID", request.updateId]]);
    }
  });
});

describe("contractById", () => {
  const find = (ledger: Ledger, queryingParties: readonly string[], contract = held) =>
    contractById(ledger, { contractId: contract.contractId, queryingParties }).createdEvent;

  it("S4.1+ S4.2+ S4.5+ finds a contract for its stakeholders, archived or not", async () => {
    const ledger = await sampleLedger();
    expect(find(ledger, ["bob", "eve"]).witnessParties).to.deep.equal(["bob"]);
    expect(find(ledger, ["carol", "alice"], next).witnessParties).to.deep.equal(["alice", "carol"]);
  });

  it("S4.2- S4.5- does not find a contract for other parties, including witnesses", async () => {
    const ledger = await sampleLedger();
    for (const stranger of ["dave", "eve"]) {
      const { code, resources } = errorOf(() => find(ledger, [stranger], next));
      expect(code).to.equal("CONTRACT_PAYLOAD_NOT_FOUND");
      expect(resources).to.deep.equal([["CONTRACT_ID", next.contractId]]);
    }
  });

  it("S4.1- requires a well-formed contract id", async () => {
    const ledger = await sampleLedger();
    const errorFor = (id?: string) =>
      errorOf(() => contractById(ledger, untyped({ contractId: id })));
    expect(errorFor().code).to.equal("MISSING_FIELD");
    expect(errorFor().context["field_name"]).to.equal("contract_id");
    expect(errorFor("00AB").code).to.equal("INVALID_FIELD");
    expect(errorFor(contractIdOf("unknown")).code).to.equal("CONTRACT_PAYLOAD_NOT_FOUND");
  });

  it("S4.3+ finds any contract if queryingParties is empty", async () => {
    const ledger = await sampleLedger();
    expect(find(ledger, []).witnessParties).to.deep.equal(["alice", "bob"]);
  });

  it("S4.3- requires the right to read as any party if queryingParties is empty", async () => {
    const ledger = await sampleLedger();
    const alice = userCaller("alice", [{ kind: "CanReadAs", party: "alice" }]);
    const run = (queryingParties: readonly string[]) => () =>
      contractById(ledger, { contractId: held.contractId, queryingParties }, alice);
    expect(errorOf(run([])).code).to.equal("PERMISSION_DENIED");
    expect(errorOf(run(["bob"])).code).to.equal("PERMISSION_DENIED");
    expect(run(["alice"])).to.not.throw();
  });

  it("S4.4+ S4.6+ omits fields that do not describe the contract", async () => {
    const ledger = await sampleLedger();
    expect(find(ledger, ["alice"], next)).to.deep.include({
      offset: 0,
      nodeId: 0,
      acsDelta: false,
      createdEventBlob: "",
      interfaceViews: [],
      representativePackageId: next.templateId.split(":")[0],
    });
  });

  it("S4.6+ with participant precedence, has offset 1 and the blob", async () => {
    const ledger = await sampleLedger({ precedence: "participant" });
    const found = find(ledger, ["alice"], next);
    expect(found).to.include({ offset: 1, nodeId: 0, acsDelta: false });
    expect(found.createdEventBlob).to.equal(blobOf(ledger, next.contractId));
  });

  it("S4.4- S4.6- does not find a pruned contract", async () => {
    const ledger = await sampleLedger();
    await prune(ledger, 2);
    expect(errorOf(() => find(ledger, ["alice"])).code).to.equal("CONTRACT_PAYLOAD_NOT_FOUND");
  });
});

describe("eventsByContractId", () => {
  const find = (ledger: Ledger, contractId: string, ...parties: readonly string[]) =>
    eventsByContractId(ledger, { contractId, eventFormat: eventFormatJson(parties) });

  it("S11.1+ S11.2+ S11.3+ finds the create of an active contract", async () => {
    const ledger = await sampleLedger();
    const { created, archived } = find(ledger, next.contractId, "carol");
    expect(created.createdEvent).to.deep.include({
      offset: 2,
      nodeId: 3,
      acsDelta: true,
      witnessParties: ["carol"],
    });
    expect(created.synchronizerId).to.equal(ledger.state.synchronizers[0]?.id);
    expect(archived).to.equal(null);
  });

  it("S11.4+ also finds the archive", async () => {
    const ledger = await sampleLedger();
    const { created, archived } = find(ledger, held.contractId, "bob");
    expect(created.createdEvent.offset).to.equal(1);
    expect(archived).to.deep.equal({
      archivedEvent: {
        offset: 2,
        nodeId: 0,
        contractId: held.contractId,
        templateId: held.templateId,
        witnessParties: ["bob"],
        packageName: "assets",
        implementedInterfaces: [],
      },
      synchronizerId: ledger.state.synchronizers[0]?.id,
    });
  });

  it("names the interfaces of requested views in the archive", async () => {
    const ledger = await sampleLedger();
    for (const includeInterfaceView of [true, false]) {
      const value = { interfaceId: "#holding-api:Api:Holding", includeInterfaceView };
      const { archived } = eventsByContractId(ledger, {
        contractId: held.contractId,
        eventFormat: eventFormatJson(["alice"], { InterfaceFilter: { value } }),
      });
      expect(archived?.archivedEvent.implementedInterfaces).to.deep.equal(
        includeInterfaceView ? [holding] : [],
      );
    }
  });

  it("shows both events of a transient contract, with no part in the ACS delta", async () => {
    const ledger = await sampleLedger();
    const { created, archived } = find(ledger, brief.contractId, "alice");
    expect(created.createdEvent.acsDelta).to.equal(false);
    expect(archived?.archivedEvent.nodeId).to.equal(2);
  });

  it("S11.3- S11.4- finds nothing for other parties and templates, unknown and pruned contracts", async () => {
    const ledger = await sampleLedger();
    const filter = { TemplateFilter: { value: { templateId: "#assets:Main:Note" } } };
    const note = () =>
      eventsByContractId(ledger, {
        contractId: held.contractId,
        eventFormat: eventFormatJson(["alice"], filter),
      });
    const runs = [
      note,
      () => find(ledger, held.contractId, "dave"),
      () => find(ledger, contractIdOf("unknown"), "alice"),
    ];
    for (const run of runs) expect(errorOf(run).code).to.equal("CONTRACT_EVENTS_NOT_FOUND");
    await prune(ledger, 2);
    const pruned = () => find(ledger, held.contractId, "alice");
    expect(errorOf(pruned).code).to.equal("CONTRACT_EVENTS_NOT_FOUND");
    expect(find(ledger, next.contractId, "alice").archived).to.equal(null);
  });

  it("S11.1- S11.2- names the missing field; if both are missing, the contract id", async () => {
    const ledger = await sampleLedger();
    const fieldOf = (request: object) =>
      errorOf(() => eventsByContractId(ledger, untyped(request))).context["field_name"];
    expect(fieldOf({})).to.equal("contract_id");
    expect(fieldOf({ contractId: "xyz" })).to.equal("contract_id");
    expect(fieldOf({ contractId: held.contractId })).to.equal("event_format");
  });
});
