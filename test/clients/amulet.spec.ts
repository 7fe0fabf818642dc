import type { LedgerClient, PostRequest } from "@canton-network/core-ledger-client";
import { expect } from "chai";

import type { Step } from "../support/amulet-steps.ts";
import { holding } from "../support/amulet-terms.ts";
import { clientErrorOf, ledgerClient } from "../support/ledger-client.ts";
import { sharedFile } from "../support/shared.ts";
import { scopeClaims, signedToken } from "../support/tokens.ts";
import { useAmuletNetwork } from "../support/use-amulet-network.ts";

type Format = PostRequest<"/v2/state/active-contracts">["eventFormat"];

const formatFor = (party: string, interfaceId?: string): Format => {
  const identifierFilter =
    interfaceId === undefined
      ? { WildcardFilter: { value: { includeCreatedEventBlob: true } } }
      : {
          InterfaceFilter: {
            value: { interfaceId, includeInterfaceView: true, includeCreatedEventBlob: false },
          },
        };
  return { filtersByParty: { [party]: { cumulative: [{ identifierFilter }] } }, verbose: false };
};

const contractsOf = async (client: LedgerClient, party: string, interfaceId?: string) => {
  const { offset = 0 } = await client.get("/v2/state/ledger-end");
  const items = await client.post("/v2/state/active-contracts", {
    activeAtOffset: offset,
    eventFormat: formatFor(party, interfaceId),
    verbose: false,
  });
  return items.flatMap(({ contractEntry = {} }) =>
    "JsActiveContract" in contractEntry ? [contractEntry.JsActiveContract] : [],
  );
};

/** Returns the contracts of the administrator that users need, as disclosed contracts. */
const published = async (client: LedgerClient, dso: string) =>
  (await contractsOf(client, dso)).map(({ createdEvent, synchronizerId }) => ({
    templateId: createdEvent.templateId,
    contractId: createdEvent.contractId,
    createdEventBlob: createdEvent.createdEventBlob ?? "",
    synchronizerId,
  }));

type Disclosed = Awaited<ReturnType<typeof published>>;
type Commands = PostRequest<"/v2/commands/submit-and-wait">["commands"];

const submit = (
  client: LedgerClient,
  { actAs, commands }: Step,
  { commandId, disclosed }: { readonly commandId: string; readonly disclosed: Disclosed },
) =>
  client.post("/v2/commands/submit-and-wait", {
    // A DAR's commands have no TypeScript types before they are sent.
    commands: [...commands] as Commands,
    commandId,
    actAs: [...actAs],
    readAs: [],
    userId: "bob",
    disclosedContracts: disclosed,
  });

describe("@canton-network/core-ledger-client with the real Amulet", () => {
  // This client's request types require `verbose`, also next to a format.
  const amulet = useAmuletNetwork({ precedence: "participant" });

  it("uploads its DAR, taps, transfers and lists holdings @slow", async function () {
    const network = amulet();
    await network.begin("withFees");
    const { dso, alice, bob, "alice-validator": provider } = network.parties;
    const preapproval = await network.preapprove(alice, provider);
    const clientOf = (userId: string): LedgerClient =>
      ledgerClient(network.http.baseUrl, signedToken(scopeClaims(userId)));
    const dar = sharedFile(this, "dars", "splice-amulet-0.1.14.dar");
    // The client assumes that every POST body is JSON.
    await clientOf("participant_admin").post("/v2/packages", dar as never, undefined, {
      bodySerializer: (body: unknown) => body as Uint8Array<ArrayBuffer>,
      headers: { "Content-Type": "application/octet-stream" },
    });
    const client = clientOf("bob");
    const disclosed = await published(clientOf("dso"), dso);

    await submit(client, network.tap(bob, "25.0"), { commandId: "tap", disclosed });
    const [coin] = await contractsOf(client, bob, holding);
    const transfer = network.transfer({
      sender: bob,
      receiver: alice,
      inputs: [coin?.createdEvent.contractId ?? ""],
      contracts: { "transfer-preapproval": preapproval },
    });
    await submit(client, transfer, { commandId: "transfer", disclosed });

    const amountsOf = async (userId: string, party: string): Promise<readonly unknown[]> =>
      (await contractsOf(clientOf(userId), party, holding)).flatMap(({ createdEvent }) =>
        (createdEvent.interfaceViews ?? []).map(
          ({ viewValue }) => (viewValue as { readonly amount: string }).amount,
        ),
      );
    expect(await amountsOf("alice", alice)).to.deep.equal(["10.0000000000"]);
    expect(await amountsOf("bob", bob)).to.deep.equal(["14.7800000000"]);
    const spent = await clientErrorOf(submit(client, transfer, { commandId: "again", disclosed }));
    expect(spent).to.include({ code: "CONTRACT_NOT_FOUND", errorCategory: 11 });
  });
});
