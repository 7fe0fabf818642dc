import { expect } from "chai";

import { submitAndWait, submitAsync } from "../../../lib/api.ts";
import { type ContractId, createLedger } from "../../../lib/index.ts";
import { createMemoryStore } from "../../../lib/store.ts";
import { commandsBody, completionsOn } from "../../support/commands-body.ts";
import { rejectionOf } from "../../support/error-of.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { Counter, Iou, iouPackage } from "../../support/iou-package.ts";

describe("visibility of contracts for commands", () => {
  let given: IouLedger;
  let iou: ContractId<"Iou:Iou">;

  beforeEach(async () => {
    given = await iouLedger();
    iou = await issue();
  });

  const issue = async (): Promise<ContractId<"Iou:Iou">> => {
    const { ledger, alice, bob } = given;
    const commands = Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] });
    const [created] = (await ledger.submit({ actAs: alice, commands })).created(Iou);
    return created ?? expect.fail("no contract");
  };

  /**
   * Exercises a choice that the listener controls, which succeeds only if the listener may see the contract.
   */
  const tell = (listener: string, fields: Readonly<Record<string, unknown>> = {}) =>
    submitAndWait(
      given.ledger,
      commandsBody(listener, iou.exercise(Iou.Tell, { listener }), fields),
    );

  it("C.6+ lets signatories and observers use a contract", async () => {
    expect(await tell(given.alice)).to.have.property("updateId");
    expect(await tell(given.bob)).to.have.property("updateId");
  });

  it("C.6- hides a contract from other parties", async () => {
    expect((await rejectionOf(tell(given.carol))).code).to.equal("CONTRACT_NOT_FOUND");
  });

  it("C.5+ lets other parties use a contract if they read as a stakeholder", async () => {
    expect(await tell(given.carol, { readAs: [given.bob] })).to.have.property("updateId");
  });

  it("returns the same error for a hidden, an archived and an unknown contract", async () => {
    const hidden = await rejectionOf(tell(given.carol));
    const { ledger, alice, carol } = given;
    await ledger.submit({ actAs: alice, commands: iou.exercise(Iou.Archive) });
    const archived = await rejectionOf(tell(carol));
    const unknown = Iou.contractId(iou.contractId.replace(/^00..../, "00ffff"));
    const never = await rejectionOf(
      submitAndWait(ledger, commandsBody(carol, unknown.exercise(Iou.Tell, { listener: carol }))),
    );
    expect(archived).to.deep.equal(hidden);
    expect({ ...never, cause: "", resources: [] }).to.deep.equal({
      ...hidden,
      cause: "",
      resources: [],
    });
    expect(never.cause.replace(unknown.contractId, iou.contractId)).to.equal(hidden.cause);
  });

  it("writes no completion for a contract that cannot be found", async () => {
    const before = given.ledger.state;
    await rejectionOf(
      submitAsync(
        given.ledger,
        commandsBody(given.carol, iou.exercise(Iou.Tell, { listener: given.carol })),
      ),
    );
    expect(given.ledger.state).to.equal(before);
  });

  it("C.5- gives no authority of reading parties to the commands", async () => {
    const { ledger, alice, bob } = given;
    const error = await rejectionOf(
      submitAndWait(ledger, commandsBody(alice, iou.exercise(Iou.Inspect), { readAs: [bob] })),
    );
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("gives the authority of all acting parties to the commands", async () => {
    const { ledger, alice, bob } = given;
    const command = Iou.createAndExercise(
      { issuer: alice, owner: bob, amount: "1", watchers: [] },
      Iou.Inspect,
    );
    const error = await rejectionOf(submitAndWait(ledger, commandsBody(alice, command)));
    expect(error.code).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(await submitAndWait(ledger, commandsBody([alice, bob], command))).to.have.property(
      "updateId",
    );
  });

  it("finds a contract by key only if a stakeholder is among the acting or reading parties", async () => {
    const { ledger, alice, bob } = given;
    const key = { owner: alice, name: "x" };
    await ledger.submit({ actAs: alice, commands: Counter.create({ ...key, count: 1 }) });
    const command = Counter.exerciseByKey(key, Counter.Increment);
    const error = await rejectionOf(submitAndWait(ledger, commandsBody(bob, command)));
    expect(error.code).to.equal("CONTRACT_KEY_NOT_FOUND");
    const seen = await rejectionOf(
      submitAndWait(ledger, commandsBody(bob, command, { readAs: [alice] })),
    );
    expect(seen.code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("finds the latest contract with a key", async () => {
    const { ledger, alice } = given;
    const key = { owner: alice, name: "x" };
    await ledger.submit({ actAs: alice, commands: Counter.create({ ...key, count: 1 }) });
    await ledger.submit({ actAs: alice, commands: Counter.create({ ...key, count: 10 }) });
    const commands = Counter.exerciseByKey(key, Counter.Increment);
    const { exerciseResults } = await ledger.submit({ actAs: alice, commands });
    expect(exerciseResults).to.deep.equal(["11"]);
  });

  it("refuses to use a contract after it was consumed", async () => {
    const { ledger, bob } = given;
    const transfer = iou.exercise(Iou.Transfer, { newOwner: bob });
    const error = await rejectionOf(submitAndWait(ledger, commandsBody(bob, [transfer, transfer])));
    expect(error.code).to.equal("CONTRACT_NOT_ACTIVE");
  });

  describe("two submissions for the same contract", () => {
    const race = async () => {
      const { ledger, bob, carol } = given;
      const outcomes = await Promise.allSettled(
        [carol, bob].map((newOwner) =>
          submitAndWait(ledger, commandsBody(bob, iou.exercise(Iou.Transfer, { newOwner }))),
        ),
      );
      return outcomes;
    };

    it("succeed for the first one; the second one gets an error about an inactive contract", async () => {
      const [first, second] = await race();
      expect(first?.status).to.equal("fulfilled");
      expect(second?.status === "rejected" && second.reason).to.have.nested.property(
        "details.code",
        "LOCAL_VERDICT_INACTIVE_CONTRACTS",
      );
    });

    it("have the same results on two ledgers that share a journal", async () => {
      const store = createMemoryStore();
      const { ledger: first, alice, bob } = await iouLedger({ store });
      const commands = Iou.create({ issuer: alice, owner: bob, amount: "1", watchers: [] });
      const [contested] = (await first.submit({ actAs: alice, commands })).created(Iou);
      if (contested === undefined) return expect.fail("no contract");
      const clock = { freeze: "2024-01-01T12:00:00Z" };
      const second = await createLedger({ store, packages: [iouPackage], clock });
      const archive = contested.exercise(Iou.Archive);
      await first.submit({ actAs: alice, commands: archive });
      const error = await rejectionOf(second.submit({ actAs: alice, commands: archive }));
      expect(error.code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
      expect(completionsOn(second).map(({ outcome }) => outcome.kind)).to.deep.equal([
        "accepted",
        "accepted",
        "rejected",
      ]);
    });

    it("each leave a completion", async () => {
      await race();
      const [, first, second] = completionsOn(given.ledger);
      expect(first?.outcome.kind).to.equal("accepted");
      expect(second?.outcome.kind).to.equal("rejected");
      expect(second?.offset).to.equal((first?.offset ?? 0) + 1);
    });
  });
});
