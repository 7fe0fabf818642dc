import { signTransactionHash } from "@canton-network/wallet-sdk";
import { expect } from "chai";

import { createDamlLoader } from "../../lib/contracts/daml-lf/index.ts";
import { createLedger, type LedgerOptions } from "../../lib/index.ts";
import type { LedgerApiOptions } from "../../middleware/index.ts";
import { clientErrorOf } from "../support/ledger-client.ts";
import { assembleDar } from "../support/lf/assemble.ts";
import { counterPackage } from "../support/lf/counter.ts";
import { withStreams } from "../support/stream-client.ts";
import { secret } from "../support/tokens.ts";
import {
  offlineWallet,
  takeItems,
  type WalletSdk,
  walletSdk,
  withWebSockets,
} from "../support/wallet-sdk.ts";

const ping = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const auth = { hs256Secret: secret };

/** Serves the ledger over HTTP. The SDK uses a token of a user with every right. */
const served = async (
  use: (sdk: WalletSdk, baseUrl: string) => Promise<void>,
  options: LedgerApiOptions = { auth },
  ledgerOptions: LedgerOptions = {},
): Promise<void> => {
  const ledger = await createLedger(ledgerOptions);
  await withStreams(ledger, options, async ({ baseUrl }) =>
    use(await walletSdk(baseUrl, "participant_admin"), baseUrl),
  );
};

/**
 * Creates an external party with a new key of the SDK. A separate call grants the rights, because the SDK's
 * onboarding grants them only after two seconds.
 */
const onboard = async (sdk: WalletSdk, partyHint: string) => {
  const { publicKey, privateKey } = sdk.keys.generate();
  const creation = sdk.party.external.create(publicKey, { partyHint });
  const { topologyTransactions, multiHash, publicKeyFingerprint } = await creation.topology();
  expect(await sdk.utils.hash.topologyTransaction(topologyTransactions)).to.equal(multiHash);
  expect(await sdk.keys.fingerprint(publicKey)).to.equal(publicKeyFingerprint);
  const { partyId } = await creation.sign(privateKey).execute({ grantUserRights: false });
  expect(partyId).to.equal(`${partyHint}::${publicKeyFingerprint}`);
  await sdk.user.rights.grant({ userRights: { actAs: [partyId] } });
  expect(await sdk.party.list()).to.include(partyId);
  return { partyId, privateKey };
};

/** Prepares the command, recomputes its hash, signs and executes. */
const signAndExecute = async (
  sdk: WalletSdk,
  { partyId, privateKey }: { readonly partyId: string; readonly privateKey: string },
  commands: unknown,
) => {
  const prepared = sdk.ledger.prepare({ partyId, commands });
  const { response } = await prepared.toJSON();
  const hash = await sdk.utils.hash.preparedTransaction(response.preparedTransaction);
  expect(hash.toBase64()).to.equal(response.preparedTransactionHash);
  expect((await prepared.decode()).metadata?.submitterInfo?.actAs).to.deep.equal([partyId]);
  return prepared.sign(privateKey).execute({ partyId });
};

const activeContracts = async (sdk: WalletSdk, party: string, templateId = ping) => {
  const filter = { parties: [party], filterByParty: true, templateIds: [templateId] };
  const answer = await sdk.ledger.acsReader.raw.read(filter);
  return answer.flatMap(({ contractEntry = {} }) =>
    "JsActiveContract" in contractEntry ? [contractEntry.JsActiveContract.createdEvent] : [],
  );
};

const respond = (contractId: string) => ({
  ExerciseCommand: { templateId: ping, contractId, choice: "Respond", choiceArgument: {} },
});

describe("@canton-network/wallet-sdk", () => {
  for (const [name, options] of [
    ["with a token", { auth }],
    ["without authorization", { auth: "disabled" }],
  ] as const) {
    it(`onboards parties, prepares, signs and executes, ${name}`, async () => {
      await served(async (sdk) => {
        const alice = await onboard(sdk, "alice");
        const bob = await onboard(sdk, "bob");
        const parties = { initiator: alice.partyId, responder: bob.partyId, id: "p1" };
        const created = await signAndExecute(sdk, alice, sdk.utils.ping.create([parties]));
        const [active] = await activeContracts(sdk, bob.partyId);
        expect(active).to.deep.include({
          createArgument: parties,
          signatories: [alice.partyId],
          observers: [bob.partyId],
          witnessParties: [bob.partyId],
          offset: created.completionOffset,
        });
        const responded = await signAndExecute(sdk, bob, respond(active?.contractId ?? ""));
        expect(responded.completionOffset).to.equal(await sdk.ledger.ledgerEnd());
        expect(await activeContracts(sdk, alice.partyId)).to.be.empty;
      }, options);
    });
  }

  it("executes for a user whose only right is to act as the party", async () => {
    await served(async (admin, baseUrl) => {
      const alice = await onboard(admin, "alice");
      const primaryParty = alice.partyId;
      await admin.user.create({
        userId: "alice",
        primaryParty,
        userRights: { actAs: [primaryParty] },
      });
      const sdk = await walletSdk(baseUrl, "alice");
      const own = { initiator: primaryParty, responder: primaryParty };
      await signAndExecute(sdk, alice, sdk.utils.ping.create([own]));
      expect(await activeContracts(sdk, primaryParty)).to.have.lengthOf(1);

      const bob = await onboard(admin, "bob");
      const others = sdk.ledger.prepare({ partyId: bob.partyId, commands: respond("00") });
      expect((await clientErrorOf(others.toJSON())).grpcCodeValue).to.equal(7);
    });
  });

  it("executes a transaction that was signed offline", async () => {
    await served(async (sdk) => {
      const wallet = offlineWallet();
      const { publicKey, privateKey } = wallet.keys.generate();
      const creation = sdk.party.external.create(publicKey);
      const { partyId, topologyTransactions } = await creation.topology();
      expect(partyId.split("::")[1]).to.equal(await wallet.keys.fingerprint(publicKey));
      const multiHash = await wallet.utils.hash.topologyTransaction(topologyTransactions);
      await creation.execute(signTransactionHash(multiHash, privateKey), {
        grantUserRights: false,
      });
      await sdk.user.rights.grant({ userRights: { actAs: [partyId] } });

      const own = { initiator: partyId, responder: partyId };
      const prepared = sdk.ledger.prepare({ partyId, commands: sdk.utils.ping.create([own]) });
      const { response } = await prepared.toJSON();
      const hash = await wallet.utils.hash.preparedTransaction(response.preparedTransaction);
      const signature = signTransactionHash(hash.toBase64(), privateKey);
      const signed = sdk.ledger.fromSignature(response, signature);
      await sdk.ledger.execute(signed, { partyId, submissionId: "later" });
      expect(await activeContracts(sdk, partyId)).to.have.lengthOf(1);
    });
  });

  it("rejects a signature of another key, and a second execution", async () => {
    await served(async (sdk) => {
      const alice = await onboard(sdk, "alice");
      const { privateKey } = sdk.keys.generate();
      const { partyId } = alice;
      const commands = sdk.utils.ping.create([{ initiator: partyId, responder: partyId }]);
      const prepared = sdk.ledger.prepare({ partyId, commands });
      const forged = await clientErrorOf(prepared.sign(privateKey).execute({ partyId }));
      expect(forged.code).to.equal("FAILED_TO_EXECUTE_TRANSACTION");
      expect(await activeContracts(sdk, partyId)).to.be.empty;

      await prepared.sign(alice.privateKey).execute({ partyId });
      const again = await clientErrorOf(prepared.sign(alice.privateKey).execute({ partyId }));
      expect(again.code).to.equal("DUPLICATE_COMMAND");
      expect(await activeContracts(sdk, partyId)).to.have.lengthOf(1);
    });
  });

  it("uploads a DAR and signs commands for its contracts", async () => {
    await served(
      async (sdk) => {
        const main = counterPackage();
        await sdk.ledger.dar.upload(assembleDar(main), main.packageId);
        expect(await sdk.ledger.dar.check(main.packageId)).to.equal(true);
        const alice = await onboard(sdk, "alice");
        const templateId = "#counter:Main:Counter";
        const createArguments = { owner: alice.partyId, count: "1" };
        await signAndExecute(sdk, alice, { CreateCommand: { templateId, createArguments } });
        const [one] = await activeContracts(sdk, alice.partyId, templateId);
        const { contractId = "" } = one ?? {};
        const add = { templateId, contractId, choice: "Add", choiceArgument: { by: "2" } };
        await signAndExecute(sdk, alice, { ExerciseCommand: add });
        const counted = await activeContracts(sdk, alice.partyId, templateId);
        expect(counted.map(({ createArgument }) => createArgument)).to.deep.equal([
          { owner: alice.partyId, count: "3" },
        ]);
      },
      { auth },
      { daml: createDamlLoader() },
    );
  });

  it("streams updates and completions of the executed commands", async () => {
    await served((sdk) =>
      withWebSockets(async () => {
        const alice = await onboard(sdk, "alice");
        const { partyId } = alice;
        const begin = await sdk.ledger.ledgerEnd();
        // Every third element is a checkpoint.
        const updates = takeItems(
          sdk.events.updates({ partyId, templateIds: [ping], beginOffset: begin }),
          3,
        );
        const own = { initiator: partyId, responder: partyId, id: "p1" };
        const created = await signAndExecute(sdk, alice, sdk.utils.ping.create([own]));
        const [active] = await activeContracts(sdk, partyId);
        const { contractId = "" } = active ?? {};
        const responded = await signAndExecute(sdk, alice, respond(contractId));
        const seen = (await updates).flatMap(({ update = {} }) =>
          "Transaction" in update ? [update.Transaction.value] : [],
        );
        expect(seen.map(({ offset }) => offset)).to.deep.equal([
          created.completionOffset,
          responded.completionOffset,
        ]);
        expect(seen[1]?.events).to.have.nested.property("[0].ArchivedEvent.contractId", contractId);
        const completions = sdk.events.completions({ parties: [partyId], beginOffset: begin });
        const outcomes = (await takeItems(completions, 3)).flatMap(({ completionResponse = {} }) =>
          "Completion" in completionResponse ? [completionResponse.Completion.value] : [],
        );
        expect(outcomes.map(({ updateId }) => updateId)).to.deep.equal([
          created.updateId,
          responded.updateId,
        ]);
      }),
    );
  });

  it("allocates and submits for parties whose key the participant holds", async () => {
    await served(async (sdk) => {
      const carol = await sdk.party.internal.allocate({ partyHint: "carol" });
      const own = { initiator: carol, responder: carol };
      await sdk.ledger.internal.submit({ commands: sdk.utils.ping.create([own]), actAs: [carol] });
      expect(await activeContracts(sdk, carol)).to.have.lengthOf(1);
    });
  });
});
