import type { Corpus, ExpectedExplanation } from "../broken-request.ts";
import { brokenPosts } from "../broken-requests.ts";
import { filters, type Json } from "../valid.ts";

type More = Omit<ExpectedExplanation, "status" | "at">;

/** Reassignments between synchronizers. */
export const reassignments: Corpus = (world) => {
  const { alice, bob, contractId } = world;
  const source = world.ledger.state.synchronizers[0]?.id ?? "";
  const target = `global::1220${"ab".repeat(32)}`;
  const submit = brokenPosts("ann", "/v2/commands/submit-and-wait-for-reassignment");
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
    brokenPosts("ann", "/v2/commands/async/submit-reassignment")(
      "sends one command without the record",
      record(),
      400,
      "/reassignmentCommands",
      { says: /reassignmentCommands/ },
    ),
    sent("forgets who submits a reassignment", { submitter: undefined }, 403, "/submitter", {
      says: /full id/,
    }),
    sent(
      "writes actAs for submitter",
      { submitter: undefined, actAs: [alice] },
      403,
      "/submitter",
      {
        nearest: "submitter",
      },
    ),
    sent("reassigns as a party by its hint", { submitter: "alice" }, 403, "/submitter", {
      nearest: alice,
    }),
    sent("reassigns as a party of another user", { submitter: bob }, 403, "/submitter", {
      says: /CanActAs/,
    }),
    sent("sends a list of submitters", { submitter: [alice] }, 400, "/submitter", {
      says: /string/,
    }),
    sent("forgets the id of a reassignment command", { commandId: undefined }, 400, "/commandId", {
      says: /unique for each/,
    }),
    sent("sends no commands", { commands: [] }, 400, "/commands", { says: /UnassignCommand/ }),
    sent("omits the commands", { commands: undefined }, 400, "/commands", {
      says: /UnassignCommand/,
    }),
    sent(
      "omits the field command",
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
      "shortens UnassignCommand",
      { Unassign: { value: { contractId, source, target } } },
      "",
      { nearest: "UnassignCommand" },
    ),
    command("shortens AssignCommand", { Assign: { value: {} } }, "", { nearest: "AssignCommand" }),
    command(
      "forgets value in a reassignment",
      { UnassignCommand: { contractId, source, target } },
      "/UnassignCommand/value",
      { says: /value/ },
    ),
    unassign("omits the target", { target: undefined }, "/target", {
      says: /connected-synchronizers/,
    }),
    unassign("omits the source", { source: undefined }, "/source", {
      says: /connected-synchronizers/,
    }),
    unassign("names the source by its alias", { source: "local" }, "/source", { nearest: source }),
    unassign("reassigns to a synchronizer that is not connected", {}, "/target", {
      says: /connected-synchronizers/,
    }),
    unassign("reassigns to the synchronizer where the contract is", { target: source }, "/target", {
      says: /another|same|connected-synchronizers/,
    }),
    unassign("forgets which contract", { contractId: undefined }, "/contractId", {
      says: /event that created/,
    }),
    unassign(
      "writes cid for contractId",
      { contractId: undefined, cid: contractId },
      "/contractId",
      {
        nearest: "contractId",
      },
    ),
    unassign("writes a word for the contract id", { contractId: "my-iou" }, "/contractId", {
      says: /contract/,
    }),
    unassign("misnames the target", { target: undefined, targetSynchronizer: target }, "/target", {
      nearest: "target",
    }),
    assign("omits the reassignment id", { reassignmentId: undefined }, "/reassignmentId", {
      says: /unassign/i,
    }),
    assign(
      "sends a contract id for the reassignment id",
      { reassignmentId: undefined, contractId },
      "/reassignmentId",
      {
        says: /unassign/i,
      },
    ),
    assign(
      "sends the former field unassignId",
      { reassignmentId: undefined, unassignId: "1" },
      "/reassignmentId",
      { nearest: "reassignmentId" },
    ),
    assign("assigns an unknown reassignment", {}, "/reassignmentId", { says: /unassign/i }, 400),
    submit(
      "requests the events of a party by its hint",
      { reassignmentCommands: record(), eventFormat: filters("alice") },
      403,
      "/eventFormat/filtersByParty/alice",
      { nearest: alice },
    ),
  ];
};
