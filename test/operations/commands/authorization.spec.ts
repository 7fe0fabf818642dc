import { expect } from "chai";

import {
  anonymousCaller,
  type Caller,
  submitAndWait,
  submitAndWaitForTransaction,
  trustedCaller,
} from "../../../lib/api.ts";
import type { Right } from "../../../lib/store.ts";
import { userCaller } from "../../support/callers.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";
import { untyped } from "../../support/untyped.ts";

describe("authorization of commands", () => {
  let given: IouLedger;

  beforeEach(async () => {
    given = await iouLedger();
  });

  const body = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
    commandsBody(
      given.alice,
      Iou.create({ issuer: given.alice, owner: given.bob, amount: "1", watchers: [] }),
      fields,
    );

  const ann = (...rights: Right[]): Caller => userCaller("ann", rights);
  const actAsAlice = (): Right => ({ kind: "CanActAs", party: given.alice });

  const refusalOf = async (fields: Readonly<Record<string, unknown>>, caller: Caller) => {
    const before = given.ledger.state;
    const error = await rejectionOf(submitAndWait(given.ledger, untyped(body(fields)), caller));
    expect(given.ledger.state).to.equal(before);
    return error.code;
  };

  it("lets a user act as a party by a right", async () => {
    expect(await submitAndWait(given.ledger, untyped(body()), ann(actAsAlice()))).to.have.property(
      "updateId",
    );
  });

  it("refuses a caller without token", async () => {
    expect(await refusalOf({}, anonymousCaller)).to.equal("UNAUTHENTICATED");
  });

  it("refuses a user that may only read as the party", async () => {
    const caller = ann({ kind: "CanReadAs", party: given.alice }, { kind: "ParticipantAdmin" });
    expect(await refusalOf({}, caller)).to.equal("PERMISSION_DENIED");
  });

  it("refuses a user that may not act as every party in actAs", async () => {
    const fields = { actAs: [given.alice, given.bob] };
    expect(await refusalOf(fields, ann(actAsAlice()))).to.equal("PERMISSION_DENIED");
  });

  it("refuses a user that may not read as every party in readAs", async () => {
    const fields = { readAs: [given.bob] };
    expect(await refusalOf(fields, ann(actAsAlice()))).to.equal("PERMISSION_DENIED");
  });

  it("lets a user read as any party by a right", async () => {
    const caller = ann(actAsAlice(), { kind: "CanReadAsAnyParty" });
    const answer = await submitAndWait(
      given.ledger,
      untyped(body({ readAs: [given.bob] })),
      caller,
    );
    expect(answer).to.have.property("updateId");
  });

  it("A.10- refuses commands in the name of another user", async () => {
    expect(await refusalOf({ userId: "ben" }, ann(actAsAlice()))).to.equal("PERMISSION_DENIED");
  });

  it("C.18+ submits for the token's user if the commands name none", async () => {
    await submitAndWait(given.ledger, untyped(body({ userId: "" })), ann(actAsAlice()));
    expect(completionsOn(given.ledger)[0]?.submission.userId).to.equal("ann");
  });

  it("C.18- refuses commands without a user if authorization is disabled", async () => {
    expect(await refusalOf({ userId: undefined }, trustedCaller)).to.equal("INVALID_TOKEN");
  });

  it("refuses a format for parties that the user may not read as", async () => {
    const error = await rejectionOf(
      submitAndWaitForTransaction(
        given.ledger,
        untyped({
          commands: body(),
          transactionFormat: {
            eventFormat: { filtersByParty: { [given.bob]: {} } },
            transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
          },
        }),
        ann(actAsAlice()),
      ),
    );
    expect(error.code).to.equal("PERMISSION_DENIED");
  });

  it("reports malformed input before a missing token", async () => {
    expect(await refusalOf({ commandId: 1 }, anonymousCaller)).to.equal("INVALID_ARGUMENT");
  });

  it("reports an unknown template before a missing token", async () => {
    const commands = [{ CreateCommand: { templateId: "#iou:Iou:Coin", createArguments: {} } }];
    expect(await refusalOf({ commands }, anonymousCaller)).to.equal(
      "TEMPLATES_OR_INTERFACES_NOT_FOUND",
    );
  });

  it("reports a missing right before any invalid field", async () => {
    expect(await refusalOf({ commandId: "" }, ann())).to.equal("PERMISSION_DENIED");
  });
});
