import { expect } from "chai";

import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { creating, exercising } from "../../support/amulet-steps.ts";
import { HttpLedger } from "../../support/http-ledger.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { definitions } from "../../support/lf/notation.ts";
import { worldPackage } from "../../support/lf/world.ts";

const dar = assembleDar(
  worldPackage({
    languageVersion: "2.3",
    main: definitions`
      template Note with {owner: Party, text: Text} {
        signatories [@Party this.owner];
        nonconsuming choice Repeat (arg: Int64): List Text by [@Party this.owner] =
          pure @(List Text) (Main:times this.text arg);
      }
      template Crowd with {owner: Party, count: Int64} {
        signatories [@Party this.owner];
        key List Party = Main:crowd this.owner this.count maintained by \(key: List Party) -> key;
      }
      template Fan with {owner: Party} {
        signatories [@Party this.owner];
        nonconsuming choice Spread (arg: Int64): Unit by [@Party this.owner] = Main:spread this.owner arg;
      }
      val spread: Party -> Int64 -> Update Unit =
        \(party: Party) (n: Int64) ->
          if EQUAL @Int64 n 0 then pure @Unit () else do {
            made: ContractId Fan <- create @Fan Fan {owner = party};
            Main:spread party (SUB_INT64 n 1)
          };
      val crowd: Party -> Int64 -> List Party =
        \(party: Party) (n: Int64) ->
          if EQUAL @Int64 n 0 then [@Party] else [@Party party, ...Main:crowd party (SUB_INT64 n 1)];
      val times: Text -> Int64 -> List Text =
        \(text: Text) (n: Int64) ->
          if EQUAL @Int64 n 0 then [@Text] else [@Text text, ...Main:times text (SUB_INT64 n 1)];
    `,
  }),
);

describe("transaction size", () => {
  let http: HttpLedger;
  let owner: string;

  before(async () => {
    http = await HttpLedger.serve({
      packages: createDamlLoader().load(dar),
      limits: { maxTransactionBytes: 10_000, maxTransactionNodes: 20 },
    });
    owner = await http.allocate("alice");
    await http.createUser("alice", { actAs: [owner] });
  });

  after(() => http.close());

  const note = (length: number) =>
    creating([owner], "#world:Main:Note", { owner, text: "x".repeat(length) });

  it("is limited for the content of a contract", async () => {
    await http.submit({ userId: "alice", ...note(9_900) });
    const end = await http.ledgerEnd("alice");
    const refused = await http.refusal({ userId: "alice", ...note(10_000) });
    expect(refused).to.include({ status: 409, code: "SEQUENCER_REQUEST_FAILED" });
    expect(refused.context).to.have.property("sendError");
    expect(await http.ledgerEnd("alice")).to.equal(end);
  });

  it("is limited for the computed key of a contract", async () => {
    const crowd = (count: string) => ({
      userId: "alice",
      ...creating([owner], "#world:Main:Crowd", { owner, count }),
    });
    await http.submit(crowd("1000"));
    expect((await http.refusal(crowd("2000"))).code).to.equal("SEQUENCER_REQUEST_FAILED");
  });

  it("is limited in the number of nodes, of commands and their consequences", async () => {
    const creates = (count: number) => ({
      userId: "alice",
      actAs: [owner],
      commands: Array.from({ length: count }, () => note(1).commands).flat(),
    });
    await http.submit(creates(20));
    expect((await http.refusal(creates(21))).code).to.equal("SEQUENCER_REQUEST_FAILED");
    const spread = (choiceArgument: string) => ({
      userId: "alice",
      actAs: [owner],
      commands: [
        {
          CreateAndExerciseCommand: {
            templateId: "#world:Main:Fan",
            createArguments: { owner },
            choice: "Spread",
            choiceArgument,
          },
        },
      ],
    });
    await http.submit(spread("18"));
    const refused = await http.refusal(spread("19"));
    expect(refused).to.include({ status: 409, code: "SEQUENCER_REQUEST_FAILED" });
  });

  it("is limited for all commands together", async () => {
    const commands = [note(4_000), note(4_000), note(4_000)].flatMap((step) => step.commands);
    const refused = await http.refusal({ userId: "alice", actAs: [owner], commands });
    expect(refused.code).to.equal("SEQUENCER_REQUEST_FAILED");
  });

  it("counts repeated content each time @slow", async () => {
    const { events } = await http.submit({ userId: "alice", ...note(1_000) });
    const [event] = events;
    const contractId =
      event !== undefined && "CreatedEvent" in event ? event.CreatedEvent.contractId : "";
    const repeat = (times: string) => ({
      userId: "alice",
      ...exercising([owner], "#world:Main:Note", {
        contractId,
        choice: "Repeat",
        choiceArgument: times,
      }),
    });
    await http.submit(repeat("9"));
    expect((await http.refusal(repeat("11"))).code).to.equal("SEQUENCER_REQUEST_FAILED");
    expect((await http.refusal(repeat("20000"))).code).to.equal("SEQUENCER_REQUEST_FAILED");
    // A larger transaction already exceeds the limit of the evaluation.
    expect((await http.refusal(repeat("100000"))).code).to.equal("INTERPRETATION_TIME_EXCEEDED");
  });
});
