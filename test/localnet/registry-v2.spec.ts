import { expect } from "chai";

import {
  spliceTemplates,
  type TestLocalnet,
  useLocalnet,
} from "../../fixtures/testing/localnet.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { factsOf } from "../support/localnet-facts.ts";
import { sharedFile } from "../support/shared.ts";

const clock = { freeze: "2030-01-01T00:00:00Z" };
const localnets = useLocalnet({
  dars: walletDars("0.1.22"),
  funded: { appUser: "1000.0" },
  ledger: { clock },
});
const expiring = useLocalnet({
  dars: walletDars("0.1.22"),
  funded: { appUser: "1000.0" },
  ledger: { clock },
  automation: { on: ["expire-allocations"], off: "all" },
});
const versionOne = useLocalnet({ dars: walletDars(), ledger: { clock } });

const { registry } = bases;

interface Context {
  readonly choiceContextData: { readonly values: Readonly<Record<string, unknown>> };
  readonly disclosedContracts: readonly { readonly templateId: string }[];
}

interface Factory {
  readonly factoryId: string;
  readonly transferKind?: string;
  readonly choiceContext: Context;
}

const interfaces = {
  TransferFactory: "transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2",
  TransferInstruction: "transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2",
  AllocationFactory: "allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2",
  Allocation: "allocation-v2:Splice.Api.Token.AllocationV2",
  SettlementFactory: "allocation-v2:Splice.Api.Token.AllocationV2",
} as const;

const emptyMeta = { values: {} };
const withoutContext = { context: { values: {} }, meta: emptyMeta };

type User = "app-user" | "app-provider" | "sv";

const partyOf = ({ parties }: TestLocalnet, user: User): string =>
  ({ "app-user": parties.appUser, "app-provider": parties.appProvider, sv: parties.sv })[user];

/** Exercises a choice of version 2 with a context of the registry, and nothing else, as a wallet does. */
const exercise = async (
  localnet: TestLocalnet,
  user: User,
  {
    choice,
    contractId,
    argument = {},
    context,
  }: {
    readonly choice: `${keyof typeof interfaces}_${string}`;
    readonly contractId: string;
    readonly argument?: object;
    readonly context: Context;
  },
): Promise<void> => {
  const [name = ""] = choice.split("_");
  const party = partyOf(localnet, user);
  const { status, body } = await callLocalnet(
    localnet,
    `${bases.ledger}/v2/commands/submit-and-wait`,
    {
      user,
      body: {
        commandId: `${choice}-${localnet.ledger.state.ledgerEnd}`,
        actAs: [party],
        disclosedContracts: context.disclosedContracts,
        commands: [
          {
            ExerciseCommand: {
              templateId: `#splice-api-token-${interfaces[name as keyof typeof interfaces]}:${name}`,
              contractId,
              choice,
              choiceArgument: {
                actors: [party],
                ...argument,
                extraArgs: { context: context.choiceContextData, meta: emptyMeta },
              },
            },
          },
        ],
      },
    },
  );
  expect(status, JSON.stringify(body)).to.equal(200);
};

const factory = async (
  localnet: TestLocalnet,
  path: string,
  choiceArguments: object,
): Promise<Factory> => {
  const { status, body } = await callLocalnet<Factory>(localnet, `${registry}/${path}`, {
    body: { choiceArguments: { ...choiceArguments, extraArgs: withoutContext } },
  });
  expect(status, JSON.stringify(body)).to.equal(200);
  return body;
};

const contextOf = async (localnet: TestLocalnet, path: string): Promise<Context> =>
  (await callLocalnet<Context>(localnet, `${registry}/${path}`, { body: {} })).body;

const account = (owner: string) => ({ owner, provider: null, id: "" });

const idsOf = ({ ledger }: TestLocalnet, key: keyof typeof spliceTemplates): readonly string[] =>
  ledger.contracts(spliceTemplates[key]).map(({ contractId }) => contractId);

const holdingsOf = ({ ledger }: TestLocalnet, owner: string): readonly string[] =>
  ledger
    .contracts(spliceTemplates.amulet)
    .filter(({ payload }) => (payload as { readonly owner: string }).owner === owner)
    .map(({ contractId }) => contractId);

const balanceOf = async (localnet: TestLocalnet, user: "app-user" | "app-provider") => {
  const base = user === "app-user" ? bases.appUser : bases.appProvider;
  const { body } = await callLocalnet(localnet, `${base}/v0/wallet/balance`, { user });
  return Number(body["effective_unlocked_qty"]);
};

/** Offers ten amulets to the app provider; returns the id of the transfer instruction. */
const offer = async (localnet: TestLocalnet): Promise<string> => {
  const { appUser, appProvider, dso } = localnet.parties;
  const argument = {
    transfer: {
      sender: account(appUser),
      receiver: account(appProvider),
      amount: "10.0",
      instrumentId: { admin: dso, id: "Amulet" },
      requestedAt: "2030-01-01T00:00:00Z",
      executeBefore: "2030-01-02T00:00:00Z",
      inputHoldingCids: holdingsOf(localnet, appUser),
      meta: emptyMeta,
    },
    actors: [appUser],
  };
  const { factoryId, transferKind, choiceContext } = await factory(
    localnet,
    "transfer-instruction/v2/transfer-factory",
    argument,
  );
  expect(transferKind).to.equal("offer");
  const choice = "TransferFactory_Transfer";
  await exercise(localnet, "app-user", {
    choice,
    contractId: factoryId,
    argument,
    context: choiceContext,
  });
  return idsOf(localnet, "amuletTransferInstruction").at(-1) ?? "";
};

const settlementOf = ({ parties }: TestLocalnet) => ({
  executors: [parties.sv],
  id: "trade-1",
  cid: null,
  meta: emptyMeta,
});

/** Allocates one side of a transfer of ten amulets from the app user to the app provider. */
const allocate = async (
  localnet: TestLocalnet,
  user: "app-user" | "app-provider",
): Promise<string> => {
  const { appUser, appProvider, dso } = localnet.parties;
  const isSender = user === "app-user";
  const party = partyOf(localnet, user);
  const argument = {
    settlement: settlementOf(localnet),
    allocation: {
      admin: dso,
      authorizer: account(party),
      transferLegSides: [
        {
          transferLegId: "leg-1",
          side: isSender ? "SenderSide" : "ReceiverSide",
          otherside: account(isSender ? appProvider : appUser),
          amount: "10.0",
          instrumentId: "Amulet",
          meta: emptyMeta,
        },
      ],
      settlementDeadline: "2030-01-01T01:00:00Z",
      nextIterationFunding: null,
      committed: false,
      meta: emptyMeta,
    },
    requestedAt: "2030-01-01T00:00:00Z",
    inputHoldingCids: isSender ? holdingsOf(localnet, party) : [],
    actors: [party],
  };
  const path = "allocation-instruction/v2/allocation-factory";
  const { factoryId: contractId, choiceContext: context } = await factory(localnet, path, argument);
  const choice = "AllocationFactory_Allocate";
  await exercise(localnet, user, { choice, contractId, argument, context });
  return idsOf(localnet, "amuletAllocationV2").at(-1) ?? "";
};

describe("the explorer of a LocalNet with version 2 of the token standard", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.22.dar");
  });

  it(
    "shows sender and receiver of the allocations of both sides @slow",
    localnets(async (localnet) => {
      const { appUser: from, appProvider: to } = localnet.parties;
      const sent = await allocate(localnet, "app-user");
      const received = await allocate(localnet, "app-provider");
      const leg = {
        kind: "allocation",
        from,
        to,
        what: "10 amulet",
        expiresAt: "2030-01-01T01:00:00Z",
      };
      expect((await factsOf(localnet)).offers).to.deep.equal([
        { ...leg, contractId: sent },
        { ...leg, contractId: received },
      ]);
    }),
  );
});

describe("the registry of Amulet, version 2 of the token standard", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.22.dar");
  });

  it(
    "returns the contexts to accept, reject and withdraw a transfer in two steps @slow",
    localnets(async (localnet) => {
      const end = async (choice: "Accept" | "Reject" | "Withdraw", user: User): Promise<void> => {
        const contractId = await offer(localnet);
        const path = `transfer-instruction/v2/${contractId}/choice-contexts`;
        const context = await contextOf(localnet, `${path}/${choice.toLowerCase()}`);
        await exercise(localnet, user, {
          choice: `TransferInstruction_${choice}`,
          contractId,
          context,
        });
      };
      await end("Withdraw", "app-user");
      await end("Reject", "app-provider");
      expect(await balanceOf(localnet, "app-provider")).to.equal(0);
      await end("Accept", "app-provider");
      expect(await balanceOf(localnet, "app-provider")).to.be.within(9.99, 10);
    }),
  );

  it(
    "returns the contexts to settle a batch of allocations, and to withdraw and cancel one @slow",
    localnets(async (localnet) => {
      const end = async (choice: "Withdraw" | "Cancel", user: User): Promise<void> => {
        const contractId = await allocate(localnet, "app-user");
        const path = `allocations/v2/${contractId}/choice-contexts/${choice.toLowerCase()}`;
        const context = await contextOf(localnet, path);
        expect(context.choiceContextData.values).to.have.property("expire-lock");
        await exercise(localnet, user, { choice: `Allocation_${choice}`, contractId, context });
      };
      await end("Withdraw", "app-user");
      await end("Cancel", "sv");
      const allocations = [
        await allocate(localnet, "app-user"),
        await allocate(localnet, "app-provider"),
      ];
      const { appUser, appProvider } = localnet.parties;
      const argument = {
        settlement: settlementOf(localnet),
        transferLegs: [
          {
            transferLegId: "leg-1",
            sender: account(appUser),
            receiver: account(appProvider),
            amount: "10.0",
            instrumentId: "Amulet",
            meta: emptyMeta,
          },
        ],
        allocations: allocations.map((allocationCid) => ({
          allocationCid,
          extraTransferLegSides: [],
          nextIterationFunding: null,
        })),
        actors: [localnet.parties.sv],
      };
      const { factoryId: contractId, choiceContext: context } = await factory(
        localnet,
        "allocation/v2/settlement-factory",
        argument,
      );
      expect(Object.keys(context.choiceContextData.values)).to.deep.equal([
        "external-party-config-state",
      ]);
      const disclosed = context.disclosedContracts.map(({ templateId }) =>
        templateId.split(":").at(-1),
      );
      expect(disclosed).to.have.members([
        "ExternalPartyConfigState",
        "ExternalPartyAmuletRules",
        "LockedAmulet",
      ]);
      const choice = "SettlementFactory_SettleBatch";
      await exercise(localnet, "sv", { choice, contractId, argument, context });
      expect(idsOf(localnet, "amuletAllocationV2")).to.deep.equal([]);
      expect(await balanceOf(localnet, "app-provider")).to.be.within(9.99, 10);
    }),
  );

  it(
    "creates allocations that automation ends after they have expired, if its rule is on @slow",
    expiring(async (localnet) => {
      await allocate(localnet, "app-user");
      await allocate(localnet, "app-provider");
      localnet.ledger.clock.advance("59m");
      await localnet.settled();
      expect(idsOf(localnet, "amuletAllocationV2")).to.have.length(2);
      localnet.ledger.clock.advance("90d");
      await localnet.settled();
      expect(idsOf(localnet, "amuletAllocationV2")).to.deep.equal([]);
      expect(idsOf(localnet, "lockedAmulet")).to.deep.equal([]);
    }),
  );

  it(
    "answers 400 for malformed arguments and for batches that are too large, and 404 for an unknown allocation @slow",
    localnets(async (localnet) => {
      const failure = async (path: string, choiceArguments?: object) => {
        const body = choiceArguments === undefined ? {} : { choiceArguments };
        const answer = await callLocalnet(localnet, `${registry}/${path}`, { body });
        return `${answer.status} ${String(answer.body["error"])}`;
      };
      const transfer = { amount: "1.0", instrumentId: { id: "Amulet" }, sender: { owner: null } };
      expect(await failure("transfer-instruction/v2/transfer-factory", { transfer })).to.equal(
        "400 choiceArguments cannot be decoded: an account must have an owner",
      );
      const settlement = "allocation/v2/settlement-factory";
      const legs = Array.from({ length: 101 }, () => ({ sender: account("a"), receiver: {} }));
      expect(await failure(settlement, { transferLegs: legs, allocations: [] })).to.equal(
        "400 Too many transfer legs in the settle batch: 101. Maximum allowed: 100",
      );
      expect(await failure(settlement, { transferLegs: [1] })).to.equal(
        "400 choiceArguments cannot be decoded: transferLegs must be a list of objects",
      );
      expect(await failure("allocations/v2/00ab/choice-contexts/cancel")).to.equal(
        "404 AmuletAllocation '00ab' not found.",
      );
      expect(await failure("allocation-instruction/v2/00ab/choice-contexts/accept")).to.equal(
        "400 Allocation instruction choice contexts are unsupported because amulet does not create allocation instructions.",
      );
    }),
  );

  it(
    "answers 501 if Amulet implements version 1 only @slow",
    versionOne(async (localnet) => {
      const path = `${registry}/allocation/v2/settlement-factory`;
      const answer = await callLocalnet(localnet, path, { body: { choiceArguments: {} } });
      expect(answer.status).to.equal(501);
      expect(answer.body["error"]).to.contain("splice-wallet-0.1.22.dar");
    }),
  );
});
