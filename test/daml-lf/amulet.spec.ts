import { expect } from "chai";
import { createDamlLoader } from "../../lib/daml-lf/load-dar.ts";
import type { Package } from "../../lib/packages/package.ts";
import {
  AmuletWorld,
  amuletTemplate,
  emptyMeta,
  type Fees,
  lockedAmuletTemplate,
  preapprovalTemplate,
  rulesTemplate,
  startTime,
  transferFactory,
  transferInstruction,
  type Outcome,
} from "../support/amulet.ts";
import { rejectionOf } from "../support/error-of.ts";
import { sharedFile } from "../support/shared.ts";

interface Expected {
  readonly bobAfterTransfer: string;
  readonly burned: string | undefined;
  readonly transferNodes: number;
  readonly locked: string;
  readonly change: string;
  readonly aliceAtEnd: string;
  readonly bobAtEnd: string;
  readonly appReward: string;
  readonly missing: string;
}

const expectations: Readonly<Record<Fees, Expected>> = {
  withFees: {
    bobAfterTransfer: "39.7800000000",
    burned: "0.22",
    // Creates and exercises only: 20 nodes less nine fetches.
    transferNodes: 11,
    locked: "10.6400000000",
    change: "999.2300000000",
    aliceAtEnd: "999.6500000000",
    bobAtEnd: "49.7800000000",
    appReward: "2.1600000000",
    missing: "999950.28",
  },
  noFees: {
    bobAfterTransfer: "40.0000000000",
    burned: undefined,
    transferNodes: 10,
    locked: "10.0000000000",
    change: "1000.0000000000",
    aliceAtEnd: "1000.0000000000",
    bobAtEnd: "50.0000000000",
    appReward: "2.0000000000",
    missing: "999950.0",
  },
};

interface TransferRequest {
  readonly sender: string;
  readonly receiver: string;
  readonly amount?: string;
  readonly inputs: readonly string[];
  readonly contracts?: Readonly<Record<string, string>>;
  readonly expectedAdmin?: string;
  readonly executeBefore?: string;
  readonly disclose?: readonly string[];
}

const transfer = (world: AmuletWorld, request: TransferRequest): Promise<Outcome> => {
  const { dso } = world.parties;
  const { sender, receiver, inputs, contracts = {} } = request;
  return world.exercise(
    [sender],
    transferFactory,
    {
      contractId: world.externalRules,
      choice: "TransferFactory_Transfer",
      argument: {
        expectedAdmin: request.expectedAdmin ?? dso,
        transfer: {
          sender,
          receiver,
          amount: request.amount ?? "10.0",
          instrumentId: { admin: dso, id: "Amulet" },
          requestedAt: startTime,
          executeBefore: request.executeBefore ?? "2022-01-02T00:00:00Z",
          inputHoldingCids: inputs,
          meta: emptyMeta,
        },
        extraArgs: { context: world.context(contracts), meta: emptyMeta },
      },
    },
    {
      disclose: request.disclose ?? [
        world.rules,
        world.openRound,
        world.externalRules,
        ...Object.values(contracts),
      ],
    },
  );
};

const names = ({ nodes }: Outcome): readonly string[] => nodes.map(({ name }) => name);

for (const fees of ["withFees", "noFees"] as const) {
  const expected = expectations[fees];

  describe(`Splice Amulet 0.1.14, ${fees}`, function () {
    this.timeout(30_000);
    let packages: readonly Package[];
    let world: AmuletWorld;
    let preapproval: string;
    let featuredRight: string;

    before(async function () {
      packages = createDamlLoader().load(sharedFile(this, "dars", "splice-amulet-0.1.14.dar"));
      world = await AmuletWorld.bootstrap(packages, fees);
    });

    it("opens three mining rounds when it is bootstrapped", () => {
      expect(world.rounds).to.have.length(3);
    });

    it("sets up a transfer preapproval and a featured app", async () => {
      const { dso, alice, "alice-validator": provider } = world.parties;
      preapproval = await world.create([alice, provider, dso], preapprovalTemplate, {
        receiver: alice,
        provider,
        dso,
        validFrom: startTime,
        lastRenewedAt: startTime,
        expiresAt: "2022-01-31T00:00:00Z",
      });
      const { created } = await world.exercise(
        [provider],
        rulesTemplate,
        {
          contractId: world.rules,
          choice: "AmuletRules_DevNet_FeatureApp",
          argument: { provider },
        },
        { readAs: [dso] },
      );
      expect(created).to.have.length(1);
      featuredRight = created[0] ?? "";
    });

    it("taps coin for its receiver", async () => {
      const { bob } = world.parties;
      const outcome = await world.tap(bob, "25.0");
      expect(names(outcome)).to.deep.equal([
        "AmuletRules_DevNet_Tap",
        "AmuletRules_Mint",
        "Amulet",
      ]);
      expect(outcome.nodes[2]?.argument).to.deep.include({
        owner: bob,
        amount: {
          initialAmount: "25.0000000000",
          createdAt: { number: "1" },
          ratePerRound: { rate: "0.0000400000" },
        },
      });
      expect(outcome.result).to.have.deep.property("meta", {
        values: {
          "splice.lfdecentralizedtrust.org/reason": "tapped faucet",
          "splice.lfdecentralizedtrust.org/tx-kind": "mint",
        },
      });
    });

    it("transfers in one step to a receiver that preapproved", async () => {
      const { alice, bob, "alice-validator": provider } = world.parties;
      await world.lockedCoin(bob, "25.0");
      const outcome = await transfer(world, {
        sender: bob,
        receiver: alice,
        inputs: world.coins(bob),
        contracts: { "transfer-preapproval": preapproval, "featured-app-right": featuredRight },
      });
      expect(outcome.result).to.have.nested.property(
        "output.tag",
        "TransferInstructionResult_Completed",
      );
      expect(outcome.nodes).to.have.length(expected.transferNodes);
      const burned = expected.burned;
      expect(outcome.result).to.have.deep.property("meta", {
        values: burned === undefined ? {} : { "splice.lfdecentralizedtrust.org/burned": burned },
      });
      expect(world.balance(alice)).to.equal("10.0000000000");
      expect(world.balance(bob)).to.equal(expected.bobAfterTransfer);
      const rewards = world.holdings(provider, "#splice-amulet:Splice.Amulet:AppRewardCoupon");
      expect(rewards.map(({ argument }) => argument)).to.have.nested.property(
        "[0].amount",
        expected.appReward,
      );
    });

    it("asks a receiver without preapproval and transfers when it accepts", async () => {
      const { alice, bob } = world.parties;
      await world.tap(alice, "500.0");
      await world.lockedCoin(alice, "500.0");
      const offer = await transfer(world, {
        sender: alice,
        receiver: bob,
        inputs: world.coins(alice),
      });
      expect(offer.result).to.have.nested.property(
        "output.tag",
        "TransferInstructionResult_Pending",
      );
      expect(names(offer)).to.include("AmuletRules_ComputeFees");
      const [locked] = world.holdings(alice, lockedAmuletTemplate);
      expect(locked?.argument.amulet?.amount.initialAmount).to.equal(expected.locked);
      expect(locked?.argument).to.have.nested.property("lock.optContext", `transfer to '${bob}'`);
      const [change] = world.holdings(alice, amuletTemplate);
      expect(change?.argument.amount.initialAmount).to.equal(expected.change);

      const instruction = offer.nodes.find(({ name }) => name === "AmuletTransferInstruction");
      const accepted = await world.exercise(
        [bob],
        transferInstruction,
        {
          contractId: instruction?.contractId ?? "",
          choice: "TransferInstruction_Accept",
          argument: { extraArgs: { context: world.context(), meta: emptyMeta } },
        },
        { disclose: [world.rules, world.openRound, locked?.contractId ?? ""] },
      );
      expect(accepted.result).to.have.nested.property(
        "output.tag",
        "TransferInstructionResult_Completed",
      );
      expect(world.balance(alice)).to.equal(expected.aliceAtEnd);
      expect(world.balance(bob)).to.equal(expected.bobAtEnd);
    });

    const selfTransfer = async (change: Partial<TransferRequest> = {}): Promise<Outcome> => {
      const { bob } = world.parties;
      return transfer(world, {
        sender: bob,
        receiver: bob,
        inputs: world.coins(bob),
        ...change,
      });
    };

    const refusal = async (attempt: () => Promise<unknown>) => {
      const before = world.ledger.state;
      const error = await rejectionOf(attempt());
      expect(world.ledger.state.contracts).to.equal(before.contracts);
      return error;
    };

    it("refuses a transfer without inputs", async () => {
      const error = await refusal(() => selfTransfer({ inputs: [] }));
      expect(error.code).to.equal("DAML_FAILURE");
      expect(error.context["error_id"]).to.equal(
        "UNHANDLED_EXCEPTION/DA.Exception.AssertionFailed:AssertionFailed",
      );
      expect(error.cause).to.include(
        "The requirement 'At least one holding must be provided' was not met.",
      );
    });

    it("refuses a transfer past its deadline", async () => {
      const error = await refusal(() => selfTransfer({ executeBefore: startTime }));
      expect(error.context["error_id"]).to.equal("stdlib.daml.com/deadline-exceeded");
      expect(error.cause).to.include(
        "Ledger time is at or past deadline 'Transfer.executeBefore' at 2022-01-01T00:00:00Z",
      );
    });

    it("refuses a transfer that expects another administrator", async () => {
      const { alice, dso } = world.parties;
      const error = await refusal(() => selfTransfer({ expectedAdmin: alice }));
      expect(error.cause).to.include(`Expected admin '${alice}' matches actual admin '${dso}'`);
    });

    it("refuses a transfer whose round was not disclosed", async () => {
      const { rules, externalRules, openRound } = world;
      const error = await refusal(() => selfTransfer({ disclose: [rules, externalRules] }));
      expect(error.code).to.equal("CONTRACT_NOT_FOUND");
      expect(error.cause).to.include(openRound);
    });

    it("refuses a transfer of more than there is", async () => {
      const error = await refusal(() => selfTransfer({ amount: "1000000.0" }));
      expect(error.context["error_id"]).to.equal(
        "UNHANDLED_EXCEPTION/Splice.AmuletRules:InvalidTransfer",
      );
      expect(error.cause).to.include(`ITR_InsufficientFunds {missingAmount = ${expected.missing}}`);
    });

    it("refuses what the signatories did not authorize", async () => {
      const { alice, bob, dso } = world.parties;
      const unauthorized = [
        () => world.tap(bob, "1.0", [alice]),
        () =>
          world.create([bob], amuletTemplate, {
            dso,
            owner: bob,
            amount: {
              initialAmount: "1.0",
              createdAt: { number: "1" },
              ratePerRound: { rate: "0.00004" },
            },
          }),
        async () => {
          const [contractId = ""] = world.coins(bob);
          return world.exercise([bob], amuletTemplate, {
            contractId,
            choice: "Archive",
            argument: {},
          });
        },
      ];
      for (const attempt of unauthorized)
        expect((await refusal(attempt)).code).to.equal("DAML_AUTHORIZATION_ERROR");
    });

    it("refuses coin of a negative amount", async () => {
      const { bob, dso } = world.parties;
      const error = await refusal(() => world.tap(bob, "-1.0"));
      expect(error.context["error_id"]).to.equal(
        "UNHANDLED_EXCEPTION/DA.Exception.PreconditionFailed:PreconditionFailed",
      );
      expect(error.cause).to.include(
        `Template precondition violated: Amulet {dso = '${dso}', owner = '${bob}', amount = ExpiringAmount {initialAmount = -1.0, `,
      );
    });

    it("transfers to oneself and fetches the factory for anybody", async () => {
      const { alice, dso } = world.parties;
      const moved = await selfTransfer();
      expect(moved.result).to.have.nested.property(
        "output.tag",
        "TransferInstructionResult_Completed",
      );
      const fetched = await world.exercise(
        [alice],
        transferFactory,
        {
          contractId: world.externalRules,
          choice: "TransferFactory_PublicFetch",
          argument: { expectedAdmin: dso, actor: alice },
        },
        { disclose: [world.externalRules] },
      );
      expect(fetched.result).to.deep.equal({ admin: dso, meta: emptyMeta });
    });
  });
}
