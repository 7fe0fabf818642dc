import type { TransactionJson } from "../../lib/api.ts";
import {
  allocationFactory,
  emptyMeta,
  lockedAmuletTemplate,
  lockedCoinOf,
  micros,
  rulesTemplate,
  startTime,
  transferFactory,
  transferInstruction,
} from "./amulet-terms.ts";
import type { CreatedEvent } from "./http-ledger.ts";
import { entityOf } from "./transaction-outline.ts";

export const partyHints = [
  "dso",
  "alice",
  "bob",
  "alice-validator",
  "prov",
  "inv1",
  "inv2",
  "del",
] as const;

export type PartyHint = (typeof partyHints)[number];

export type Parties = Readonly<Record<PartyHint, string>>;

/** Commands of some parties, which the tests prepare, submit, or expect to fail. */
export interface Step {
  readonly actAs: readonly string[];
  readonly readAs?: readonly string[];
  readonly commands: readonly unknown[];
  /** Ids of contracts that the submitters cannot see; the administrator discloses them. */
  readonly disclose?: readonly string[];
}

/** A transfer by the token standard's factory. Omitted values are those of the scenario in daml-lf.md 25. */
export interface Transfer {
  readonly sender: string;
  readonly receiver: string;
  readonly inputs: readonly string[];
  readonly amount?: string;
  readonly contracts?: Readonly<Record<string, string>>;
  readonly expectedAdmin?: string;
  readonly executeBefore?: string;
  readonly reason?: string;
  /** Ids of the contracts disclosed to the sender; the contracts of the choice context when absent. */
  readonly disclose?: readonly string[];
}

/** Builds the commands of the parties, one method per step of daml-lf.md 25. */
export class AmuletSteps {
  readonly parties: Parties;
  rules = "";
  externalRules = "";
  /** Open mining rounds 0, 1 and 2. */
  rounds: readonly CreatedEvent[] = [];

  constructor(parties: Parties) {
    this.parties = parties;
  }

  /** The round in which coins are created. */
  get openRound(): string {
    return this.rounds[1]?.contractId ?? "";
  }

  /** Returns step A3. */
  bootstrapRounds(): Step {
    const { dso } = this.parties;
    return exercising([dso], rulesTemplate, {
      contractId: this.rules,
      choice: "AmuletRules_Bootstrap_Rounds",
      choiceArgument: {
        amuletPrice: "0.5",
        round0Duration: micros("600000000"),
        initialRound: null,
      },
    });
  }

  /** Returns step A5, which grants the right to app rewards. */
  feature(provider: string): Step {
    return {
      ...exercising([provider], rulesTemplate, {
        contractId: this.rules,
        choice: "AmuletRules_DevNet_FeatureApp",
        choiceArgument: { provider },
      }),
      readAs: [this.parties.dso],
    };
  }

  /** Returns step A6, which taps coins from the faucet. */
  tap(receiver: string, amount: string, actAs: readonly string[] = [receiver]): Step {
    return {
      ...exercising(actAs, rulesTemplate, {
        contractId: this.rules,
        choice: "AmuletRules_DevNet_Tap",
        choiceArgument: { receiver, amount, openRound: this.openRound },
      }),
      disclose: [this.rules, this.openRound],
    };
  }

  /** Returns step A7, which creates a coin with an expired lock. */
  lockedCoin(owner: string, amount: string): Step {
    const { dso } = this.parties;
    return creating([owner, dso], lockedAmuletTemplate, lockedCoinOf(dso, owner, amount));
  }

  /** Steps A8 and A9. */
  transfer(transfer: Transfer): Step {
    const { dso } = this.parties;
    const { sender, receiver, inputs, contracts = {}, reason } = transfer;
    return {
      ...exercising([sender], transferFactory, {
        contractId: this.externalRules,
        choice: "TransferFactory_Transfer",
        choiceArgument: {
          expectedAdmin: transfer.expectedAdmin ?? dso,
          transfer: {
            sender,
            receiver,
            amount: transfer.amount ?? "10.0",
            instrumentId: { admin: dso, id: "Amulet" },
            requestedAt: startTime,
            executeBefore: transfer.executeBefore ?? "2022-01-02T00:00:00Z",
            inputHoldingCids: inputs,
            meta:
              reason === undefined
                ? emptyMeta
                : { values: { "splice.lfdecentralizedtrust.org/reason": reason } },
          },
          extraArgs: { context: this.context(contracts), meta: emptyMeta },
        },
      }),
      disclose: transfer.disclose ?? [
        this.rules,
        this.openRound,
        this.externalRules,
        ...Object.values(contracts),
      ],
    };
  }

  /**
   * Returns step A10, which accepts the transfer that `offer` started; with another choice, rejects
   * or withdraws it.
   */
  decide(choice: string, by: string, offer: TransactionJson): Step {
    const [instruction] = createdIn(offer, "AmuletTransferInstruction");
    const [locked] = createdIn(offer, "LockedAmulet");
    const context = this.context();
    // An abort needs to know whether the coin is still locked.
    const values = { ...context.values, "expire-lock": { tag: "AV_Bool", value: true } };
    return {
      ...exercising([by], transferInstruction, {
        contractId: instruction?.contractId ?? "",
        choice: `TransferInstruction_${choice}`,
        choiceArgument: {
          extraArgs: {
            context: choice === "Accept" ? context : { values },
            meta: emptyMeta,
          },
        },
      }),
      disclose: [this.rules, this.openRound, locked?.contractId ?? ""],
    };
  }

  /** Returns step B1, which allocates coins to a settlement. */
  allocate(sender: string, inputHoldingCids: readonly string[], allocation: unknown): Step {
    return {
      ...exercising([sender], allocationFactory, {
        contractId: this.externalRules,
        choice: "AllocationFactory_Allocate",
        choiceArgument: {
          expectedAdmin: this.parties.dso,
          allocation,
          requestedAt: startTime,
          inputHoldingCids,
          extraArgs: { context: this.context(), meta: emptyMeta },
        },
      }),
      disclose: [this.rules, this.openRound, this.externalRules],
    };
  }

  /** Returns the choice context of the token standard. */
  context(contracts: Readonly<Record<string, string>> = {}) {
    const all = { "amulet-rules": this.rules, "open-round": this.openRound, ...contracts };
    return {
      values: Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name, { tag: "AV_ContractId", value }]),
      ),
    };
  }
}

export const creating = (
  actAs: readonly string[],
  templateId: string,
  createArguments: unknown,
): Step => ({ actAs, commands: [{ CreateCommand: { templateId, createArguments } }] });

export const exercising = (
  actAs: readonly string[],
  templateId: string,
  exercise: {
    readonly contractId: string;
    readonly choice: string;
    readonly choiceArgument: unknown;
  },
): Step => ({ actAs, commands: [{ ExerciseCommand: { templateId, ...exercise } }] });

/** Returns the contracts of an entity that a transaction creates, in order. */
export const createdIn = ({ events }: TransactionJson, entity: string): readonly CreatedEvent[] =>
  events.flatMap((event) =>
    "CreatedEvent" in event && entityOf(event.CreatedEvent.templateId) === entity
      ? [event.CreatedEvent]
      : [],
  );

/** Returns the result of the first exercised choice of a transaction. */
export const resultOf = ({ events }: TransactionJson): unknown => {
  const [event] = events;
  return event !== undefined && "ExercisedEvent" in event
    ? event.ExercisedEvent.exerciseResult
    : undefined;
};
