import { expect } from "chai";

import type { TransactionJson } from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { createdIn, creating, exercising, type Step } from "../../../support/amulet-steps.ts";
import { HttpLedger, type Refusal } from "../../../support/http-ledger.ts";
import { assembleDar } from "../../../support/lf/assemble.ts";
import { modelPackage, playgroundPackage } from "../../../support/lf/playground.ts";

const largestInt64 = "9223372036854775807";

/** Tests packages that are assembled to behave like small public packages. */
describe("small packages over HTTP", () => {
  let http: HttpLedger;
  let alice: string;

  before(async () => {
    http = await HttpLedger.serve({ daml: createDamlLoader() });
    alice = await http.allocate("alice");
    await http.createUser("alice", { actAs: [alice] });
  });

  after(() => http.close());

  const submit = (step: Step): Promise<TransactionJson> =>
    http.submit({ userId: "alice", ...step });

  const create = async (templateId: string, argument: object): Promise<string> => {
    const { events } = await submit(creating([alice], templateId, { owner: alice, ...argument }));
    const [event] = events;
    return event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
  };

  const exercise = (templateId: string, contractId: string, choice: string, argument = {}) =>
    exercising([alice], templateId, { contractId, choice, choiceArgument: argument });

  const refusal = async (step: Step): Promise<Refusal> => {
    const end = await http.ledgerEnd("alice");
    const refused = await http.refusal({ userId: "alice", ...step });
    expect(await http.ledgerEnd("alice")).to.equal(end);
    return refused;
  };

  describe("the playground package", () => {
    const counter = "#playground:Main:Counter";
    const failureSwitch = "#playground:Main:FailureSwitch";

    before(() => http.upload(assembleDar(playgroundPackage())));

    it("counts until the count would overflow", async () => {
      const contractId = await create(counter, { count: "41" });
      const incremented = await submit(exercise(counter, contractId, "Increment", { by: "1" }));
      const [next] = createdIn(incremented, "Counter");
      expect(next?.createArgument).to.deep.equal({ owner: alice, count: "42" });
      const overflow = { by: largestInt64 };
      const refused = await refusal(
        exercise(counter, next?.contractId ?? "", "Increment", overflow),
      );
      expect(refused.code).to.equal("DAML_FAILURE");
      expect(refused.context).to.include({
        error_id: "UNHANDLED_EXCEPTION/DA.Exception.ArithmeticError:ArithmeticError",
        category: "9",
      });
      expect(refused.cause).to.include(
        `ArithmeticError while evaluating (ADD_INT64 42 ${largestInt64}).`,
      );
    });

    it("fails a check on request only", async () => {
      const off = await create(failureSwitch, { isOn: false });
      await submit(exercise(failureSwitch, off, "Check"));
      const on = await create(failureSwitch, { isOn: true });
      const refused = await refusal(exercise(failureSwitch, on, "Check"));
      expect(refused.code).to.equal("DAML_FAILURE");
      expect(refused.context).to.include({
        error_id: "UNHANDLED_EXCEPTION/DA.Exception.AssertionFailed:AssertionFailed",
        category: "9",
      });
      expect(refused.cause).to.include("The switch is on.");
    });
  });

  it("archives a contract with a newer package version than the one that created it", async () => {
    const [first, second] = [modelPackage("1.0.0"), modelPackage("2.0.0")];
    await http.upload(assembleDar(first));
    const contractId = await create("#model:Main:Note", { title: "as it was" });
    const [before] = await http.active("alice", alice, { templateId: "#model:Main:Note" });
    expect(before).to.deep.include({
      templateId: `${first.packageId}:Main:Note`,
      createArgument: { owner: alice, title: "as it was" },
    });

    await http.upload(assembleDar(second));
    const { events } = await submit(exercise("#model:Main:Note", contractId, "Archive"));
    expect(events).to.have.length(1);
    expect(events[0])
      .to.have.property("ExercisedEvent")
      .that.deep.includes({
        contractId,
        choice: "Archive",
        packageName: "model",
        templateId: `${second.packageId}:Main:Note`,
      });
    expect(await http.active("alice", alice, { templateId: "#model:Main:Note" })).to.be.empty;
  });
});
