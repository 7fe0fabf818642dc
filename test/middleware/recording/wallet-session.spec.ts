import { expect } from "chai";
import { WebSocket } from "ws";

import { tokenFor } from "../../../fixtures/testing/index.ts";
import { allocateParty, grantUserRights } from "../../../lib/api.ts";
import { createDamlLoader } from "../../../lib/contracts/daml-lf/index.ts";
import { forkParticipant } from "../../../lib/fork/index.ts";
import { createLedger, type Ledger } from "../../../lib/index.ts";
import {
  parseRecording,
  type RecordedBody,
  type RecordedExchange,
  type Recording,
  recordProxy,
  replayOn,
} from "../../../middleware/recording/index.ts";
import { assembleDar } from "../../support/lf/assemble.ts";
import { counterPackage } from "../../support/lf/counter.ts";
import { withStreams } from "../../support/stream-client.ts";
import { secret } from "../../support/tokens.ts";
import { takeItems, type WalletSdk, walletSdk, withWebSockets } from "../../support/wallet-sdk.ts";

const ping = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
const admin = "participant_admin";

/** Creates an external party with a new key of the wallet. */
const onboard = async (sdk: WalletSdk, partyHint: string) => {
  const { publicKey, privateKey } = sdk.keys.generate();
  const creation = sdk.party.external.create(publicKey, { partyHint });
  const { partyId } = await creation.sign(privateKey).execute({ grantUserRights: false });
  await sdk.user.rights.grant({ userRights: { actAs: [partyId] } });
  return { partyId, privateKey };
};

type Signer = Awaited<ReturnType<typeof onboard>>;

const execute = (sdk: WalletSdk, { partyId, privateKey }: Signer, commands: unknown) =>
  sdk.ledger.prepare({ partyId, commands }).sign(privateKey).execute({ partyId });

const active = async (sdk: WalletSdk, party: string, templateId = ping) => {
  const filter = { parties: [party], filterByParty: true, templateIds: [templateId] };
  const items = await sdk.ledger.acsReader.raw.read(filter);
  return items.flatMap(({ contractEntry = {} }) =>
    "JsActiveContract" in contractEntry ? [contractEntry.JsActiveContract.createdEvent] : [],
  );
};

/** Runs typical actions of a wallet. */
const session = async (sdk: WalletSdk): Promise<void> => {
  const counter = counterPackage();
  await sdk.ledger.dar.upload(assembleDar(counter), counter.packageId);
  const alice = await onboard(sdk, "alice");
  const bob = await onboard(sdk, "bob");
  const begin = await sdk.ledger.ledgerEnd();
  const updates = takeItems(
    sdk.events.updates({ partyId: bob.partyId, templateIds: [ping], beginOffset: begin }),
    2,
  );
  const parties = { initiator: alice.partyId, responder: bob.partyId, id: "p1" };
  await execute(sdk, alice, sdk.utils.ping.create([parties]));
  const [pinged] = await active(sdk, bob.partyId);
  const { contractId = "" } = pinged ?? {};
  await execute(sdk, bob, {
    ExerciseCommand: { templateId: ping, contractId, choice: "Respond", choiceArgument: {} },
  });
  await updates;
  expect(await active(sdk, alice.partyId)).to.be.empty;
  const carol = await sdk.party.internal.allocate({ partyHint: "carol" });
  const own = { initiator: carol, responder: carol, id: "p2" };
  await sdk.ledger.internal.submit({ commands: sdk.utils.ping.create([own]), actAs: [carol] });
  const [again] = await active(sdk, carol);
  const respond = { templateId: ping, contractId: again?.contractId ?? "", choice: "Respond" };
  const commands = [{ ExerciseCommand: { ...respond, choiceArgument: {} } }];
  await sdk.ledger.internal.submit({ commands, actAs: [carol] });
  await active(sdk, carol);
  await sdk.party.list();
};

/**
 * Records a wallet session. Calls `use` with the recording, and with a fork of the participant from before
 * the session.
 */
const recorded = async (
  use: (recording: Recording, fork: Ledger) => Promise<void>,
): Promise<void> => {
  const ledger = await createLedger({ daml: createDamlLoader(), seed: 5 });
  const { partyDetails } = await allocateParty(ledger, { partyIdHint: "dora" });
  const { party } = partyDetails;
  const argument = { initiator: party, responder: party, id: "p0" };
  await ledger.submit({
    actAs: party,
    commands: { CreateCommand: { templateId: ping, createArguments: argument } },
  });
  await grantUserRights(ledger, {
    userId: admin,
    identityProviderId: "",
    rights: [{ kind: { CanReadAsAnyParty: { value: {} } } }],
  });
  await withStreams(ledger, { auth: { hs256Secret: secret } }, async ({ baseUrl }) => {
    const token = tokenFor(secret, admin);
    const fork = await forkParticipant({
      url: baseUrl,
      token,
      webSocket: WebSocket,
      ledger: { seed: 6 },
    });
    let text = "";
    const proxy = await recordProxy({ to: baseUrl, write: (line) => (text += line) });
    await withWebSockets(async () => session(await walletSdk(proxy.url, admin)));
    await proxy.close();
    const recording = parseRecording(text);
    expect(text)
      .to.not.include(token.slice(0, 40))
      .and.not.match(/eyJhbGciOi|[Bb]earer/u);
    expect(recording.header.offset).to.equal(fork.pin.offset);
    await use(recording, fork.ledger);
  });
};

const told = (report: Awaited<ReturnType<typeof replayOn>>) =>
  report.exchanges
    .filter(({ verdict }) => verdict === "differs" || verdict === "notSupported")
    .map(({ id, name, verdict, reason, differences, decidedBy }) => ({
      ...{ id, name, verdict, reason, differences, decidedBy },
    }));

describe("recorded session of the wallet SDK", () => {
  it("replays without differences on a fork at the recorded offset, including WebSockets and signatures, and detects a changed response", async () => {
    await recorded(async (recording, fork) => {
      expect(recording.exchanges.length).to.be.at.least(30);
      expect(recording.exchanges.some(({ kind }) => kind === "stream")).to.equal(true);
      const report = await replayOn(await fork.fork(), recording);
      expect(told(report)).to.deep.equal([]);
      expect(report.otherIds).to.be.above(0);

      const changed = recording.exchanges.findLast(isSubmission);
      const other = {
        ...recording,
        exchanges: recording.exchanges.map(withOtherOffsetOf(changed)),
      };
      const found = told(await replayOn(await fork.fork(), other));
      expect(found.map(({ id }) => id)).to.deep.equal([changed?.id]);
      expect(found[0]?.differences[0]?.pointer).to.match(/^\/body\//u);
    });
  });
});

const isSubmission = ({ path }: RecordedExchange): boolean => path.startsWith("/v2/commands/");

/** Returns a function that returns exchanges unchanged, except `changed`: its response gets another offset. */
const withOtherOffsetOf =
  (changed: RecordedExchange | undefined) =>
  (exchange: RecordedExchange): RecordedExchange => {
    if (exchange !== changed || exchange.kind !== "call") return exchange;
    return { ...exchange, answer: doctored(exchange.answer) };
  };

const doctored = (body: RecordedBody | undefined): RecordedBody => {
  const json = body !== undefined && "json" in body ? body.json : undefined;
  return { json: { ...(json as object), completionOffset: "none" } };
};
