import { expect } from "chai";

import type { Ledger } from "../../../lib/index.ts";
import { createFetch } from "../../../middleware/index.ts";
import { apiClient, type Send } from "../../support/api-client.ts";
import { eventFormatJson } from "../../support/formats.ts";
import {
  assignCommand,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassignCommand,
} from "../../support/two-synchronizers.ts";
import { validatedFetch } from "../../support/validated-fetch.ts";

const sync = "/v2/commands/submit-and-wait-for-reassignment";
const async = "/v2/commands/async/submit-reassignment";

describe("reassignments over HTTP", () => {
  let given: TwoSynchronizers;
  let ledger: Ledger;
  let send: Send;

  beforeEach(async () => {
    given = await twoSynchronizers();
    ({ ledger } = given);
    const fetch = createFetch(ledger, { auth: "disabled" });
    send = apiClient(validatedFetch(fetch), "http://ledger.invalid");
  });

  const post = async (path: string, body: unknown) => {
    const { status, json, text } = await send("POST", path, { body });
    expect(status, text).to.equal(200);
    return json;
  };

  const refused = async (path: string, body: unknown) => {
    const { status, json, text } = await send("POST", path, { body });
    return [status, json === undefined ? text : (json as { readonly code: string }).code];
  };

  const entries = async () => {
    const activeAtOffset = ledger.state.ledgerEnd;
    const eventFormat = eventFormatJson([given.alice]);
    const found = await post("/v2/state/active-contracts", { activeAtOffset, eventFormat });
    return (found as readonly { readonly contractEntry: object }[]).flatMap(({ contractEntry }) =>
      Object.keys(contractEntry),
    );
  };

  it("S8.3+ S17.2+ reassign a contract to another synchronizer; every query sees both steps", async () => {
    const { bob, east, west } = given;
    const eventFormat = eventFormatJson([bob], {
      WildcardFilter: { value: { includeCreatedEventBlob: true } },
    });
    const leave = unassignCommand(await issueIou(given), east, west);
    const left = await post(sync, { ...reassignmentBody(bob, leave), eventFormat });
    expect(left).to.have.nested.property("reassignment.synchronizerId", east);
    expect(left)
      .to.have.nested.property("reassignment.events[0].JsUnassignedEvent.value")
      .that.deep.includes({ source: east, target: west, reassignmentCounter: 1, submitter: bob });
    expect(await entries()).to.deep.equal(["JsIncompleteUnassigned"]);
    const [reassignmentId = ""] = ledger.state.inFlight.keys();
    const arrive = assignCommand(reassignmentId, east, west);
    expect(await post(async, reassignmentBody(bob, arrive))).to.deep.equal({});
    expect(await entries()).to.deep.equal(["JsActiveContract"]);
    const updateFormat = { includeReassignments: eventFormat };
    const update = await post("/v2/updates/update-by-offset", {
      offset: ledger.state.ledgerEnd,
      updateFormat,
    });
    expect(update)
      .to.have.nested.property("update.Reassignment.value.events[0].JsAssignmentEvent")
      .that.deep.includes({ reassignmentId, reassignmentCounter: 1 });
    const listed = await post("/v2/updates", {
      beginExclusive: ledger.state.ledgerEnd - 2,
      endInclusive: ledger.state.ledgerEnd,
      updateFormat,
    });
    expect(listed).to.have.length(2);
    const told = await post("/v2/commands/completions?limit=2&stream_idle_timeout_ms=1", {
      userId: "ann",
      parties: [bob],
    });
    expect(told).to.have.length(2);
  });

  it("happen automatically before a transaction that needs them, each as an update with a completion", async () => {
    const { bob, east, west } = given;
    const ious = [await issueIou(given), await issueIou(given, { synchronizerId: west })];
    const beginExclusive = ledger.state.ledgerEnd;
    const commands = ious.map((contractId) => ({
      ExerciseCommand: {
        templateId: "#iou:Iou:Iou",
        contractId,
        choice: "Transfer",
        choiceArgument: { newOwner: bob },
      },
    }));
    const { completionOffset } = (await post("/v2/commands/submit-and-wait", {
      commands,
      commandId: "both",
      userId: "ann",
      actAs: [bob],
    })) as { readonly completionOffset: number };
    expect(completionOffset).to.equal(beginExclusive + 3);
    const eventFormat = eventFormatJson([bob]);
    const seen = (await post("/v2/updates", {
      beginExclusive,
      endInclusive: completionOffset,
      updateFormat: {
        includeReassignments: eventFormat,
        includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
      },
    })) as readonly { readonly update: Readonly<Record<string, { readonly value: object }>> }[];
    const places = seen.flatMap(({ update }) =>
      Object.entries(update).map(([kind, { value }]) => [
        kind,
        (value as { readonly synchronizerId: string }).synchronizerId,
      ]),
    );
    expect(places).to.deep.equal([
      ["Reassignment", west],
      ["Reassignment", east],
      ["Transaction", east],
    ]);
    const told = (await post("/v2/commands/completions?limit=3&stream_idle_timeout_ms=1", {
      userId: "ann",
      parties: [bob],
      beginExclusive,
    })) as readonly object[];
    const path = "completionResponse.Completion.value";
    for (const [index, item] of told.entries()) {
      expect(item).to.have.nested.property(`${path}.commandId`, "both");
      expect(item).to.have.nested.property(`${path}.offset`, beginExclusive + index + 1);
      expect(item)
        .to.have.nested.property(`${path}.deduplicationPeriod`)
        .that.has.all.keys(index < 2 ? "Empty" : "DeduplicationOffset");
    }
    expect(told).to.have.length(3);
  });

  it("S8.1- S17.1- reject a body without commands", async () => {
    for (const path of [sync, async]) {
      expect(await refused(path, {})).to.deep.equal([400, "INVALID_TOKEN"]);
    }
  });

  it("answer with the status of each failure", async () => {
    const { alice, bob, east, west } = given;
    const iou = await issueIou(given);
    const body = (by: string) => reassignmentBody(by, unassignCommand(iou, east, west));
    const answers = await Promise.all([bob, alice].map((party) => refused(sync, body(party))));
    expect(answers[1]).to.deep.equal([404, "UNASSIGNMENT_ACTIVENESS_CHECK_FAILED"]);
    const [reassignmentId = ""] = ledger.state.inFlight.keys();
    const assignment = (by: string) =>
      reassignmentBody(by, assignCommand(reassignmentId, east, west));
    expect(await refused(sync, assignment(alice))).to.deep.equal([
      404,
      "REASSIGNMENT_VALIDATION_FAILED",
    ]);
    const assignments = await Promise.all([1, 2].map(() => refused(sync, assignment(bob))));
    expect(assignments[1]).to.deep.equal([409, "ASSIGNMENT_ALREADY_COMPLETED"]);
    expect(await refused(sync, assignment(bob))).to.deep.equal([400, "INVALID_ARGUMENT"]);
  });

  it("carry the submission id as the correlation id of a failure", async () => {
    const { bob, east, west } = given;
    const command = unassignCommand("", east, west);
    const { json } = await send("POST", sync, {
      body: reassignmentBody(bob, command, { submissionId: "find-me" }),
    });
    expect(json).to.include({ code: "MISSING_FIELD", correlationId: "find-me" });
  });
});
