import { expect } from "chai";

import {
  anonymousCaller,
  type Caller,
  submitAndWaitForReassignment,
  submitReassignmentAsync,
} from "../../../lib/api.ts";
import { userCaller } from "../../support/callers.ts";
import { completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { eventFormatJson } from "../../support/formats.ts";
import {
  assignCommand,
  issueIou,
  reassignmentBody,
  type TwoSynchronizers,
  twoSynchronizers,
  unassignCommand,
} from "../../support/two-synchronizers.ts";
import { untyped } from "../../support/untyped.ts";

type Fields = Readonly<Record<string, unknown>>;

describe("reassignment commands", () => {
  let given: TwoSynchronizers;
  let contractId: string;

  before(async () => {
    given = await twoSynchronizers();
    contractId = await issueIou(given);
  });

  /** Expects the same rejection from both operations and an unchanged ledger. Returns the error. */
  const refusalOf = async (body: Fields, caller?: Caller) => {
    const { ledger } = given;
    const before = ledger.state;
    const error = await rejectionOf(submitAndWaitForReassignment(ledger, untyped(body), caller));
    const { eventFormat, ...rest } = body;
    if (eventFormat === undefined) {
      const other = await rejectionOf(submitReassignmentAsync(ledger, untyped(rest), caller));
      expect(other).to.deep.equal(error);
    }
    expect(ledger.state).to.equal(before);
    return error;
  };

  const fieldRefused = async (body: Fields, caller?: Caller) => {
    const { code, context } = await refusalOf(body, caller);
    const field = context["field_name"];
    return field === undefined ? code : `${code} ${field}`;
  };

  const withFields = (fields: Fields): Fields =>
    reassignmentBody(given.bob, unassignCommand(contractId, given.east, given.west), fields);

  const withCommands = (...commands: readonly unknown[]): Fields =>
    reassignmentBody(given.bob, commands);

  it("S8.1- S17.1- must not be missing, and need a user", async () => {
    for (const body of [{}, { reassignmentCommands: null }]) {
      expect(await fieldRefused(body, userCaller("ann"))).to.equal(
        "MISSING_FIELD reassignment_commands",
      );
      expect(await fieldRefused(body)).to.equal("INVALID_TOKEN");
    }
  });

  it("require a submitter and a command id", async () => {
    for (const text of ["", "bad!", "x".repeat(256)]) {
      expect(await fieldRefused(withFields({ submitter: text }))).to.equal(
        "INVALID_FIELD submitter",
      );
      expect(await fieldRefused(withFields({ commandId: text }))).to.equal(
        "INVALID_FIELD command_id",
      );
    }
    expect(await fieldRefused(withFields({ userId: "no spaces" }))).to.equal(
      "INVALID_FIELD user_id",
    );
    expect(await fieldRefused(withFields({ userId: "" }))).to.equal("INVALID_TOKEN");
    expect(await fieldRefused(withFields({ submissionId: "!" }))).to.equal(
      "INVALID_FIELD submission_id",
    );
    expect(await fieldRefused(withFields({ workflowId: "!" }))).to.equal("INVALID_ARGUMENT");
  });

  it("require well-formed synchronizers and contract ids", async () => {
    const { east, west } = given;
    const refused = async (expected: string, ...command: Parameters<typeof unassignCommand>) => {
      expect(await fieldRefused(withCommands(unassignCommand(...command)))).to.equal(expected);
    };
    await refused("MISSING_FIELD source", contractId, "", west);
    await refused("INVALID_FIELD source", contractId, "nowhere", west);
    await refused("MISSING_FIELD target", contractId, east, "");
    await refused("INVALID_FIELD target", contractId, east, "no:where");
    await refused("MISSING_FIELD contract_id", "", east, west);
    await refused("INVALID_FIELD contract_id", "00AB", east, west);
  });

  it("require well-formed reassignment ids", async () => {
    const { east, west } = given;
    for (const id of ["", "xyz", "00A0", "01ab", "00a", "00".repeat(128)]) {
      const body = withCommands(assignCommand(id, east, west));
      expect(await fieldRefused(body), id).to.equal("INVALID_FIELD reassignment_id");
    }
    expect(await fieldRefused(withCommands(assignCommand("00", east, west)))).to.equal(
      "INVALID_ARGUMENT",
    );
    const misplaced = withCommands(assignCommand("00ab", "", west));
    expect(await fieldRefused(misplaced)).to.equal("MISSING_FIELD source");
  });

  it("must not leave a oneof empty", async () => {
    for (const command of [{}, { command: null }, { command: { Empty: {} } }]) {
      expect(await fieldRefused(withCommands(command))).to.equal("MISSING_FIELD command");
    }
    for (const command of [null, 1, { command: {} }, { command: { Fly: { value: {} } } }]) {
      expect(await fieldRefused(withCommands(command))).to.equal("INVALID_ARGUMENT");
    }
  });

  it("must be one assignment, or unassignments with the same source and target", async () => {
    const { east, west } = given;
    const leave = unassignCommand(contractId, east, west);
    const other = `00${"ab".repeat(32)}`;
    const arrive = assignCommand("00ab", east, west);
    for (const batch of [
      [],
      [arrive, arrive],
      [arrive, leave],
      [leave, arrive],
      [leave, unassignCommand(other, west, east)],
      [leave, unassignCommand(other, east, "north::1220aa")],
      [leave, leave],
    ]) {
      const error = await refusalOf(withCommands(...batch));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.path).to.equal("reassignmentCommands.commands");
    }
  });

  it("report the path of an error in the request", async () => {
    const { east, west } = given;
    const good = unassignCommand(contractId, east, west);
    const { path } = await refusalOf(withCommands(good, unassignCommand("", east, west)));
    expect(path).to.equal(
      "reassignmentCommands.commands[1].command.UnassignCommand.value.contractId",
    );
  });

  it("are validated field by field, in the documented order", async () => {
    const { bob } = given;
    const faults = [
      [{ submitter: "" }, "INVALID_FIELD submitter"],
      [{ userId: "no spaces" }, "INVALID_FIELD user_id"],
      [{ commandId: "" }, "INVALID_FIELD command_id"],
      [{ submissionId: "!" }, "INVALID_FIELD submission_id"],
      [{ workflowId: "!" }, "INVALID_ARGUMENT"],
      [{ commands: [{}] }, "MISSING_FIELD command"],
    ] as const;
    for (const [first, [, expected]] of faults.entries()) {
      const fields = faults
        .slice(first)
        .reduce<Fields>((all, [fault]) => ({ ...all, ...fault }), {});
      expect(await fieldRefused(reassignmentBody(bob, [], fields))).to.equal(expected);
    }
  });

  it("are validated after the response format", async () => {
    const { bob } = given;
    const eventFormat = { filtersByParty: {} };
    const { path } = await refusalOf({ ...withFields({ submitter: "" }), eventFormat });
    expect(path).to.equal("eventFormat");
    const filter = { TemplateFilter: { value: { templateId: "#nothing:M:T" } } };
    const unknown = { ...withFields({}), eventFormat: eventFormatJson([bob], filter) };
    expect(await fieldRefused(unknown)).to.equal("PACKAGE_NAMES_NOT_FOUND");
  });

  it("require a token, the user of the token, and the right to act as the submitter", async () => {
    const { bob } = given;
    const actsAsBob = userCaller("ann", [{ kind: "CanActAs", party: bob }]);
    const readsAsBob = userCaller("ann", [{ kind: "CanReadAs", party: bob }]);
    expect(await fieldRefused(withFields({}), anonymousCaller)).to.equal("UNAUTHENTICATED");
    expect(await fieldRefused({}, anonymousCaller)).to.equal("UNAUTHENTICATED");
    expect(await fieldRefused(withFields({}), readsAsBob)).to.equal("PERMISSION_DENIED");
    expect(await fieldRefused(withFields({ userId: "ben" }), actsAsBob)).to.equal(
      "PERMISSION_DENIED",
    );
    // Rights are checked before fields.
    expect(await fieldRefused(withFields({ commandId: "" }), readsAsBob)).to.equal(
      "PERMISSION_DENIED",
    );
  });

  it("require the right to read as the parties of the format", async () => {
    const { alice, bob } = given;
    const ann = userCaller("ann", [{ kind: "CanActAs", party: bob }]);
    const eventFormat = eventFormatJson([alice]);
    expect(await fieldRefused({ ...withFields({}), eventFormat }, ann)).to.equal(
      "PERMISSION_DENIED",
    );
  });

  it("S8.1+ S17.1+ are submitted for the user of the token", async () => {
    const { ledger, bob, east, west } = given;
    const ann = userCaller("ann", [{ kind: "CanActAs", party: bob }]);
    for (const submit of [submitAndWaitForReassignment, submitReassignmentAsync]) {
      const command = unassignCommand(await issueIou(given), east, west);
      await submit(ledger, reassignmentBody(bob, command, { userId: "" }), ann);
      expect(completionsOn(ledger).at(-1)?.submission.userId).to.equal("ann");
    }
  });
});
