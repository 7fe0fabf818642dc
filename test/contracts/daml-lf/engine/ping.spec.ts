import { expect } from "chai";

import type { TransactionJson } from "../../../../lib/api.ts";
import { createDamlLoader } from "../../../../lib/contracts/daml-lf/index.ts";
import { createdIn, creating, exercising } from "../../../support/amulet-steps.ts";
import { HttpLedger } from "../../../support/http-ledger.ts";
import { sharedFile } from "../../../support/shared.ts";
import { outlineOf } from "../../../support/transaction-outline.ts";

const packageId = "de2cc2f90eb523414ff54e899951dadd8789a4c07e0f71f6d6c9eaf57d412a54";
const ping = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const bong = (entity: string): string =>
  `#canton-builtin-admin-workflow-ping:Canton.Internal.Bong:${entity}`;

describe("the participants' own ping package over HTTP", () => {
  let http: HttpLedger | undefined;
  let alice: string;
  let bob: string;
  /** Transaction of a ping of the built-in package, created before the DAR was uploaded. */
  let early: TransactionJson;

  before(async function () {
    const dar = sharedFile(this, "dars", "canton-builtin-admin-workflow-ping.dar");
    http = await HttpLedger.serve({ daml: createDamlLoader() });
    alice = await http.allocate("alice");
    bob = await http.allocate("bob");
    await http.createUser("alice", { actAs: [alice] });
    await http.createUser("bob", { actAs: [bob] });
    early = await submit(creating([alice], ping, pingOf("early")));
    await http.upload(dar, "/v2/dars");
  });

  after(() => http?.close());

  const ledger = (): HttpLedger => http ?? expect.fail("the ledger is served in tests only");

  /** Submits the step as the user of its only party. */
  const submit = (step: ReturnType<typeof creating>): Promise<TransactionJson> =>
    ledger().submit({ userId: step.actAs[0] === alice ? "alice" : "bob", ...step });

  const refusal = async (step: ReturnType<typeof creating>): Promise<string> => {
    const userId = step.actAs[0] === alice ? "alice" : "bob";
    const end = await ledger().ledgerEnd(userId);
    const { code } = await ledger().refusal({ userId, ...step });
    expect(await ledger().ledgerEnd(userId)).to.equal(end);
    return code;
  };

  const pingOf = (id: string): object => ({ id, initiator: alice, responder: bob });

  const respond = (contractId: string) =>
    exercising([bob], ping, { contractId, choice: "Respond", choiceArgument: {} });

  it("allows only the responder to answer a ping, and only once", async () => {
    const byResponder = creating([bob], ping, pingOf("p1"));
    expect(await refusal(byResponder)).to.equal("DAML_AUTHORIZATION_ERROR");
    const [pinged] = createdIn(await submit(creating([alice], ping, pingOf("p1"))), "Ping");
    const { contractId = "", templateId } = pinged ?? {};
    expect(templateId).to.equal(`${packageId}:Canton.Internal.Ping:Ping`);
    const byAlice = { ...respond(contractId), actAs: [alice] };
    expect(await refusal(byAlice)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(outlineOf(await submit(respond(contractId)))).to.equal("consume Respond on Ping by bob");
    expect(await refusal(respond(contractId))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("answers a ping that the built-in package created", async () => {
    const [pinged] = createdIn(early, "Ping");
    const answered = await submit(respond(pinged?.contractId ?? ""));
    expect(answered.events[0]).to.have.nested.property(
      "ExercisedEvent.templateId",
      `${packageId}:Canton.Internal.Ping:Ping`,
    );
  });

  it("splits a bong into a tree of contracts and merges them again", async () => {
    const argument = {
      id: "b1",
      initiator: alice,
      candidates: [alice],
      validators: [],
      responders: [bob],
      maxLevel: "3",
      timeout: "2030-01-01T00:00:00Z",
    };
    const proposed = await submit(creating([alice], bong("BongProposal"), argument));
    const accepted = await submit(
      exercising([alice], bong("BongProposal"), {
        contractId: createdIn(proposed, "BongProposal")[0]?.contractId ?? "",
        choice: "Accept",
        choiceArgument: { validator: alice },
      }),
    );

    let submissions = 0;
    const process = (entity: string, contractId: string, more: object = {}) => {
      submissions += 1;
      return submit(
        exercising([bob], bong(entity), {
          contractId,
          choice: `Process${entity}`,
          choiceArgument: { winner: bob, ...more },
        }),
      );
    };
    /** Collapses the tree below an Explode. Returns the id of a Collapse, or of the Bong at the top. */
    const collapse = async (explodeId: string): Promise<string> => {
      const exploded = await process("Explode", explodeId);
      const [merge] = createdIn(exploded, "Merge");
      const ends = createdIn(exploded, "Collapse").map(({ contractId }) => contractId);
      for (const { contractId } of createdIn(exploded, "Explode")) {
        ends.push(await collapse(contractId));
      }
      const [leftId, rightId] = ends;
      const merged = await process("Merge", merge?.contractId ?? "", { leftId, rightId });
      const [left] = [...createdIn(merged, "Collapse"), ...createdIn(merged, "Bong")];
      return left?.contractId ?? "";
    };
    const bongId = await collapse(createdIn(accepted, "Explode")[0]?.contractId ?? "");

    expect(submissions).to.equal(14);
    const left = await ledger().active("bob", bob);
    expect(left.map(({ contractId, templateId }) => [contractId, templateId])).to.deep.equal([
      [bongId, `${packageId}:Canton.Internal.Bong:Bong`],
    ]);
    expect(left[0]?.signatories).to.have.members([alice, bob]);
  });
});
