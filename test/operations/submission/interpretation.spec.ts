import { inspect } from "node:util";

import { expect } from "chai";

import { submitAndWait } from "../../../lib/api.ts";
import type { ContractId } from "../../../lib/index.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { ledgerErrorOf, rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Iou } from "../../support/iou-package.ts";

describe("interpretation of commands", () => {
  let given: IouLedger;
  let iou: ContractId<"Iou:Iou">;

  beforeEach(async () => {
    given = await iouLedger();
    const { ledger, alice, bob } = given;
    const commands = Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] });
    const [created] = (await ledger.submit({ actAs: alice, commands })).created(Iou);
    iou = created ?? expect.fail("no contract");
  });

  const refusalOf = async (command: ReturnType<typeof iou.exercise>) => {
    const before = given.ledger.state;
    const error = await rejectionOf(submitAndWait(given.ledger, commandsBody(given.bob, command)));
    expect(given.ledger.state).to.equal(before);
    return error;
  };

  it("rejects a choice that exercises itself endlessly", async () => {
    const { code } = await refusalOf(iou.exercise(Iou.Recurse));
    expect(code).to.equal("DAML_INTERPRETATION_ERROR");
    const { ledger, bob } = given;
    expect(
      await ledger.submit({ actAs: bob, commands: iou.exercise(Iou.Inspect) }),
    ).to.have.property("updateId");
  });

  it("reports an exception in a template as an error of the commands", async () => {
    const error = await refusalOf(iou.exercise(Iou.Crash));
    expect(error.code).to.equal("INTERPRETATION_USER_ERROR");
    expect(error.cause).to.contain("a defect of the template");
  });

  it("shows programs the JavaScript error that a template threw, and prints its stack", async () => {
    const { ledger, bob } = given;
    const error = await ledgerErrorOf(
      ledger.submit({ actAs: bob, commands: iou.exercise(Iou.Crash) }),
    );
    expect(error.cause).to.be.an("error").with.property("message", "a defect of the template");
    expect((error.cause as Error).stack).to.contain("iou-package");
    expect(inspect(error)).to.contain("Caused by").and.to.contain("iou-package");
  });

  it("refuses a choice of another template than the contract's", async () => {
    const { ExerciseCommand: command } = iou.exercise(Iou.Inspect);
    const error = await refusalOf({
      ExerciseCommand: { ...command, templateId: "#iou:Iou:Counter", choice: "Increment" },
    });
    expect(error.code).to.equal("WRONGLY_TYPED_CONTRACT");
  });

  it("writes no completion for a rejected command", async () => {
    await refusalOf(iou.exercise(Iou.Crash));
    expect(completionsOn(given.ledger)).to.have.length(1);
  });

  it("uses the results of all earlier submissions", async () => {
    const { ledger, bob, alice } = given;
    const [first, second] = await Promise.allSettled([
      ledger.submit({ actAs: bob, commands: iou.exercise(Iou.Transfer, { newOwner: alice }) }),
      ledger.submit({ actAs: bob, commands: iou.exercise(Iou.Inspect) }),
    ]);
    expect(first.status).to.equal("fulfilled");
    expect(second.status).to.equal("rejected");
  });
});
