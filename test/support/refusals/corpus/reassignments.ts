import type { Corpus, ExpectedExplanation } from "../broken-request.ts";
import { posting } from "../sent.ts";
import { filters, type Json } from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

/** Reassignments between synchronizers. */
export const reassignments: Corpus = (world) => {
  const { alice, bob, contractId } = world;
  const source = world.ledger.state.synchronizers[0]?.id ?? "";
  const target = `global::1220${"ab".repeat(32)}`;
  const submit = posting("ann", "/v2/commands/submit-and-wait-for-reassignment");
  const record = (parts: Json = {}): Json => ({
    commandId: "r",
    submitter: alice,
    commands: [{ command: { UnassignCommand: { value: { contractId, source, target } } } }],
    ...parts,
  });
  const sent = (mistake: string, parts: Json, status: number, at: string, more: More = {}) =>
    submit(
      mistake,
      { reassignmentCommands: record(parts), eventFormat: filters(alice) },
      status,
      `/reassignmentCommands${at}`,
      more,
    );
  const command = (mistake: string, command: unknown, at: string, more: More = {}, status = 400) =>
    sent(mistake, { commands: [{ command }] }, status, `/commands/0/command${at}`, more);
  const unassign = (mistake: string, parts: Json, at: string, more: More = {}, status = 400) =>
    command(
      mistake,
      { UnassignCommand: { value: { contractId, source, target, ...parts } } },
      `/UnassignCommand/value${at}`,
      more,
      status,
    );
  const assign = (mistake: string, parts: Json, at: string, more: More = {}, status = 400) =>
    command(
      mistake,
      {
        AssignCommand: {
          value: {
            reassignmentId: `00${"ab".repeat(16)}`,
            source: target,
            target: source,
            ...parts,
          },
        },
      },
      `/AssignCommand/value${at}`,
      more,
      status,
    );

  return [
    submit(
      "sends reassignments without the record around them",
      record(),
      400,
      "/reassignmentCommands",
      { says: /reassignmentCommands/ },
    ),
    submit("names the record commands", { commands: record() }, 400, "/reassignmentCommands", {
      nearest: "reassignmentCommands",
    }),
    submit(
      "names the record in the singular",
      { reassignmentCommand: record() },
      400,
      "/reassignmentCommands",
      { nearest: "reassignmentCommands" },
    ),
    posting("ann", "/v2/commands/async/submit-reassignment")(
      "submits a reassignment alone",
      record(),
      400,
      "/reassignmentCommands",
      { says: /reassignmentCommands/ },
    ),
    sent("forgets who submits a reassignment", { submitter: undefined }, 403, "/submitter", {
      says: /full id/,
    }),
    sent("acts as in other commands", { submitter: undefined, actAs: [alice] }, 403, "/submitter", {
      nearest: "submitter",
    }),
    sent("reassigns as a party by its hint", { submitter: "alice" }, 403, "/submitter", {
      nearest: alice,
    }),
    sent("reassigns as somebody else", { submitter: bob }, 403, "/submitter", { says: /CanActAs/ }),
    sent("lists who submits", { submitter: [alice] }, 400, "/submitter", { says: /string/ }),
    sent("forgets the id of a reassignment command", { commandId: undefined }, 400, "/commandId", {
      says: /unique for each/,
    }),
    sent("reassigns nothing", { commands: [] }, 400, "/commands", { says: /UnassignCommand/ }),
    sent("forgets what is reassigned", { commands: undefined }, 400, "/commands", {
      says: /UnassignCommand/,
    }),
    sent(
      "leaves command away",
      { commands: [{ UnassignCommand: { value: { contractId, source, target } } }] },
      400,
      "/commands/0/command",
      { says: /command/ },
    ),
    command(
      "misspells Unassign",
      { UnasignCommand: { value: { contractId, source, target } } },
      "",
      { nearest: "UnassignCommand" },
    ),
    command(
      "writes Unassign in lower case",
      { unassignCommand: { value: { contractId, source, target } } },
      "",
      { nearest: "UnassignCommand" },
    ),
    command(
      "writes Unassign in short",
      { Unassign: { value: { contractId, source, target } } },
      "",
      { nearest: "UnassignCommand" },
    ),
    command("writes Assign in short", { Assign: { value: {} } }, "", { nearest: "AssignCommand" }),
    command(
      "forgets value in a reassignment",
      { UnassignCommand: { contractId, source, target } },
      "/UnassignCommand/value",
      { says: /value/ },
    ),
    unassign("forgets where a contract goes", { target: undefined }, "/target", {
      says: /connected-synchronizers/,
    }),
    unassign("forgets where a contract is", { source: undefined }, "/source", {
      says: /connected-synchronizers/,
    }),
    unassign("names where it is by an alias", { source: "local" }, "/source", { nearest: source }),
    unassign("goes where nobody is connected", {}, "/target", { says: /connected-synchronizers/ }),
    unassign("goes where it is", { target: source }, "/target", {
      says: /another|same|connected-synchronizers/,
    }),
    unassign("forgets which contract", { contractId: undefined }, "/contractId", {
      says: /event that created/,
    }),
    unassign("names the contract cid", { contractId: undefined, cid: contractId }, "/contractId", {
      nearest: "contractId",
    }),
    unassign("reassigns a word", { contractId: "my-iou" }, "/contractId", { says: /contract/ }),
    unassign(
      "names the target otherwise",
      { target: undefined, targetSynchronizer: target },
      "/target",
      { nearest: "target" },
    ),
    assign("forgets what is assigned", { reassignmentId: undefined }, "/reassignmentId", {
      says: /unassign/i,
    }),
    assign("assigns by a contract", { reassignmentId: undefined, contractId }, "/reassignmentId", {
      says: /unassign/i,
    }),
    assign(
      "assigns by the former name",
      { reassignmentId: undefined, unassignId: "1" },
      "/reassignmentId",
      { nearest: "reassignmentId" },
    ),
    assign("assigns what is not on its way", {}, "/reassignmentId", { says: /unassign/i }, 400),
    submit(
      "wants the answer shown to a party by its hint",
      { reassignmentCommands: record(), eventFormat: filters("alice") },
      403,
      "/eventFormat/filtersByParty/alice",
      { nearest: alice },
    ),
  ];
};
