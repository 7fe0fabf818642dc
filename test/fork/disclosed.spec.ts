import { expect } from "chai";

import {
  giveTestKey,
  signPrepared,
  type TestKeyPair,
  testKeyPair,
} from "../../fixtures/testing/index.ts";
import {
  executePreparedAndWait,
  type PrepareSubmissionResponse,
  prepareTransaction,
} from "../../lib/api.ts";
import { type ForkOptions, forkParticipant } from "../../lib/fork/index.ts";
import { createLedger, type Ledger } from "../../lib/index.ts";
import { activePage } from "../support/copied-ledger.ts";
import { rejectionOf } from "../support/error-of.ts";
import { remoteParticipant } from "../support/remote-participant.ts";
import { issueIou } from "../support/two-synchronizers.ts";

/** Creates a fork without IOUs, and an IOU on the participant as a disclosed contract. */
const setting = async () => {
  const remote = await remoteParticipant();
  const { alice, carol, east } = remote;
  const contractId = await issueIou(remote, { owner: carol });
  const item = activePage(remote.ledger, [carol]).activeContracts.find((each) =>
    JSON.stringify(each).includes(contractId),
  );
  const [, createdEventBlob = ""] =
    /"createdEventBlob":"([^"]+)"/u.exec(JSON.stringify(item)) ?? [];
  const options: ForkOptions = {
    ...remote.options,
    parties: [carol],
    templates: ["#keyed:Keyed:Entry"],
  };
  const disclosedContracts = [{ contractId, createdEventBlob, synchronizerId: east }];
  return { remote, alice, carol, contractId, options, disclosedContracts };
};

type Setting = Awaited<ReturnType<typeof setting>>;

const exercise = (
  ledger: Ledger,
  { carol, contractId, disclosedContracts }: Setting,
  choice: string,
) =>
  ledger.submit({
    actAs: carol,
    disclosedContracts,
    commands: {
      ExerciseCommand: {
        templateId: "#iou:Iou:Iou",
        contractId,
        choice,
        choiceArgument: choice === "Transfer" ? { newOwner: carol } : {},
      },
    },
  });

describe("disclosed contracts on a fork", () => {
  it("can be used until they are consumed, although the fork knows neither them nor their signatory", async () => {
    const given = await setting();
    const { ledger } = await forkParticipant(given.options);
    expect(ledger.state.parties.has(given.alice)).to.equal(false);
    await exercise(ledger, given, "Inspect");
    await exercise(ledger, given, "Inspect");
    const { updateId } = await exercise(ledger, given, "Transfer");
    expect(updateId).to.match(/^1220/u);
    expect(activePage(ledger, [given.carol]).activeContracts).to.have.length(1);
    for (const choice of ["Inspect", "Transfer"]) {
      const here = await rejectionOf(exercise(ledger, given, choice));
      expect(here.code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
      expect(here.cause).to.include(given.contractId);
    }
  });

  it("are consumed as on the participant, with the same error afterwards", async () => {
    const given = await setting();
    const { ledger } = await forkParticipant(given.options);
    const there = given.remote.ledger;
    const of = async (on: Ledger): Promise<object> => {
      await exercise(on, given, "Transfer");
      const { code, category, cause, resources } = await rejectionOf(
        exercise(on, given, "Inspect"),
      );
      return { code, category, cause, resources };
    };
    expect(await of(ledger)).to.deep.equal(await of(there));
  });

  it("stay consumed after pruning, dump, fork and reset, and are restored by a revert", async () => {
    const given = await setting();
    const fork = await forkParticipant(given.options);
    const { ledger } = fork;
    const before = ledger.snapshot();
    await exercise(ledger, given, "Transfer");
    await exercise(ledger, given, "Inspect").catch(() => undefined);
    await ledger.prune(ledger.state.ledgerEnd - 1);
    const inactive = async (on: Ledger): Promise<void> => {
      const { code } = await rejectionOf(exercise(on, given, "Inspect"));
      expect(code).to.equal("LOCAL_VERDICT_INACTIVE_CONTRACTS");
    };
    await inactive(ledger);
    await inactive(await ledger.fork());
    const again = await createLedger({
      ...given.options.ledger,
      ...(ledger.darLoader && { daml: ledger.darLoader }),
      clock: { freeze: ledger.clock.time },
      from: ledger.dump(),
      limits: { assumeDisclosedActive: true },
    });
    await inactive(again);
    await ledger.revert(before);
    await exercise(ledger, given, "Transfer");
    await fork.reset();
    await exercise(ledger, given, "Transfer");
  });

  it("are rejected if the fork's options forbid contracts that it does not know", async () => {
    const given = await setting();
    const { ledger } = await forkParticipant({
      ...given.options,
      ledger: { ...given.options.ledger, limits: { assumeDisclosedActive: false } },
    });
    const { code } = await rejectionOf(exercise(ledger, given, "Inspect"));
    expect(code).to.equal("UNKNOWN_INFORMEES");
  });

  it("are rejected if they were altered", async () => {
    const given = await setting();
    const { ledger } = await forkParticipant(given.options);
    const [first] = given.disclosedContracts;
    const createdEventBlob = first?.createdEventBlob.replace(/.(?=.{40}$)/u, (letter) =>
      letter === "A" ? "B" : "A",
    );
    const disclosedContracts = [{ ...first, createdEventBlob: createdEventBlob ?? "" }] as never;
    const error = await rejectionOf(exercise(ledger, { ...given, disclosedContracts }, "Inspect"));
    expect(error.code).to.be.oneOf([
      "INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED",
      "INVALID_ARGUMENT",
    ]);
  });
});

describe("giveTestKey", () => {
  it("allows tests to prepare, sign and execute for a party whose keys the fork does not have", async () => {
    const given = await setting();
    const { carol, disclosedContracts, contractId } = given;
    const { ledger } = await forkParticipant(given.options);
    const prepare = () =>
      prepareTransaction(ledger, {
        userId: "wallet",
        commandId: "1",
        actAs: [carol],
        disclosedContracts,
        commands: [
          {
            ExerciseCommand: {
              templateId: "#iou:Iou:Iou",
              contractId,
              choice: "Transfer",
              choiceArgument: { newOwner: carol },
            },
          },
        ],
      });
    const signed = (prepared: PrepareSubmissionResponse, keyPair: TestKeyPair) => ({
      ...signPrepared(prepared, keyPair),
      userId: "wallet",
    });
    const early = await rejectionOf(
      executePreparedAndWait(ledger, signed(await prepare(), testKeyPair(carol))),
    );
    expect(early.cause).to.include("Could not find party signing keys");
    const key = await giveTestKey(ledger, carol);
    expect(await giveTestKey(ledger, carol)).to.deep.include({ fingerprint: key.fingerprint });
    const { completionOffset } = await executePreparedAndWait(ledger, signed(await prepare(), key));
    expect(completionOffset).to.equal(ledger.state.ledgerEnd);
    const wrong = await rejectionOf(
      executePreparedAndWait(ledger, signed(await prepare(), testKeyPair("other"))),
    );
    expect(wrong.code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
  });

  it("works only for parties hosted on the fork", async () => {
    const given = await setting();
    const { ledger } = await forkParticipant(given.options);
    expect((await rejectionOf(giveTestKey(ledger, given.alice))).code).to.equal("PARTY_NOT_FOUND");
  });
});
