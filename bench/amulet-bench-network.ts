import { createLedger, type Ledger, type SubmitRequest, type SubmitResult } from "ledger-in-a-box";
import { allocateParty, eventsByContractId } from "ledger-in-a-box/api";
import { createDamlLoader } from "ledger-in-a-box/daml";

import {
  amuletRules,
  emptyMeta,
  externalRulesTemplate,
  micros,
  rulesTemplate,
  startTime,
  transferFactory,
} from "../test/support/amulet-terms.ts";

/** A network of the real Amulet package, without fees, with the commands that the bench submits. */
export interface AmuletBenchNetwork {
  readonly ledger: Ledger;
  /** The owner taps coins. */
  readonly tap: SubmitRequest;
  /** The owner sends the smallest amount to itself, through the token standard. */
  readonly transferOf: (holding: string) => SubmitRequest;
}

/** Performs steps A1 to A3 of the acceptance scenario (daml-lf.md 25). */
export const bootstrapAmulet = async (dar: Uint8Array): Promise<AmuletBenchNetwork> => {
  const packages = createDamlLoader().load(dar);
  const ledger = await createLedger({ packages, seed: 1, clock: { freeze: startTime } });
  const party = async (partyIdHint: string) =>
    (await allocateParty(ledger, { partyIdHint })).partyDetails.party;
  const dso = await party("dso");
  const owner = await party("owner");
  const [rules = ""] = listCreatedContractIds(
    await ledger.submit({
      actAs: dso,
      commands: {
        CreateCommand: {
          templateId: rulesTemplate,
          createArguments: amuletRules(dso, "noFees"),
        },
      },
    }),
  );
  const [externalRules = ""] = listCreatedContractIds(
    await ledger.submit({
      actAs: dso,
      commands: {
        CreateCommand: { templateId: externalRulesTemplate, createArguments: { dso } },
      },
    }),
  );
  const [, round = ""] = listCreatedContractIds(
    await ledger.submit({
      actAs: dso,
      commands: {
        ExerciseCommand: {
          templateId: rulesTemplate,
          contractId: rules,
          choice: "AmuletRules_Bootstrap_Rounds",
          choiceArgument: {
            amuletPrice: "0.5",
            round0Duration: micros("600000000"),
            initialRound: null,
          },
        },
      },
    }),
  );
  const [rulesBlob, roundBlob, externalBlob] = [rules, round, externalRules].map((contractId) =>
    readCreatedEventBlob(ledger, contractId),
  );
  if (rulesBlob === undefined || roundBlob === undefined || externalBlob === undefined) {
    throw new TypeError("the network was not bootstrapped");
  }
  const tap: SubmitRequest = {
    actAs: owner,
    disclosedContracts: [rulesBlob, roundBlob],
    commands: {
      ExerciseCommand: {
        templateId: rulesTemplate,
        contractId: rules,
        choice: "AmuletRules_DevNet_Tap",
        choiceArgument: { receiver: owner, amount: "25.0", openRound: round },
      },
    },
  };
  const context = {
    values: Object.fromEntries(
      Object.entries({ "amulet-rules": rules, "open-round": round }).map(([name, value]) => [
        name,
        { tag: "AV_ContractId", value },
      ]),
    ),
  };
  const transferOf = (holding: string): SubmitRequest => ({
    actAs: owner,
    disclosedContracts: [rulesBlob, roundBlob, externalBlob],
    commands: {
      ExerciseCommand: {
        templateId: transferFactory,
        contractId: externalRules,
        choice: "TransferFactory_Transfer",
        choiceArgument: {
          expectedAdmin: dso,
          transfer: {
            sender: owner,
            receiver: owner,
            amount: "0.0000000001",
            instrumentId: { admin: dso, id: "Amulet" },
            requestedAt: startTime,
            executeBefore: "2022-01-02T00:00:00Z",
            inputHoldingCids: [holding],
            meta: emptyMeta,
          },
          extraArgs: { context, meta: emptyMeta },
        },
      },
    },
  });
  return { ledger, tap, transferOf };
};

/** Returns the contracts that a transaction created and left active, in order. */
export const listCreatedContractIds = ({ transaction }: SubmitResult): readonly string[] =>
  transaction.events.flatMap((event) =>
    "CreatedEvent" in event ? [event.CreatedEvent.contractId] : [],
  );

const readCreatedEventBlob = (
  ledger: Ledger,
  contractId: string,
): { readonly createdEventBlob: string } => {
  const { created } = eventsByContractId(ledger, {
    contractId,
    eventFormat: {
      filtersForAnyParty: {
        cumulative: [
          { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
        ],
      },
    },
  });
  return { createdEventBlob: created.createdEvent.createdEventBlob };
};
