import type { HostLedger } from "../host-ledger.ts";
import type { LedgerState } from "../ledger/state/ledger-state.ts";
import { formatAmount } from "./amount.ts";
import { automationUserId, describeAutomationRuleEffect } from "./automation/automation.ts";
import { findUsableRound, getRoundNumber, listSortedRounds } from "./commands.ts";
import { groupAmuletValuesByOwner, sumHoldings } from "./holdings.ts";
import { SpliceState } from "./splice-state.ts";

/** A round of the network and its phase. */
export interface MiningRoundFacts {
  readonly number: number;
  readonly stage: "open" | "summarizing" | "issuing" | "closed";
  readonly isUsable: boolean;
  readonly contractId: string;
  /** Absent for a stage whose contracts do not contain it. */
  readonly opensAt?: string;
  readonly closesAt?: string;
}

/** The totals of a party's amulets, after holding fees. */
export interface PartyAmuletBalanceFacts {
  readonly party: string;
  readonly unlocked: string;
  readonly locked: string;
}

/**
 * A request that waits for a party's decision, or for a wallet to carry it out. An allocation of version 2 of
 * the token standard is listed once for each of its legs.
 */
export interface PendingOfferFacts {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly what: string;
  readonly expiresAt: string;
  readonly contractId: string;
}

/** A transaction of automation, as the explorer shows it. */
export interface PerformedAutomationFacts {
  readonly offset: number;
  readonly updateId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly rule: string;
  /** The effect of the rule, such as "round advanced". */
  readonly effect: string;
}

/** The state of a LocalNet that the explorer shows. */
export interface LocalnetFacts {
  readonly amuletPrice: string;
  readonly rounds: readonly MiningRoundFacts[];
  readonly balances: readonly PartyAmuletBalanceFacts[];
  readonly offers: readonly PendingOfferFacts[];
  /** Newest first. */
  readonly automation: readonly PerformedAutomationFacts[];
}

/** Returns true if the ledger has the rules of Amulet. */
export const isLocalnet = ({ state }: Pick<HostLedger, "state">): boolean =>
  new SpliceState(state).firstContract("amuletRules") !== undefined;

/**
 * Returns the state of a LocalNet. Takes time linear in the active contracts of Amulet, plus the time to sort
 * rounds and owners.
 */
export const collectLocalnetFacts = ({
  state,
  clock,
}: Pick<HostLedger, "state" | "clock">): LocalnetFacts => {
  const splice = new SpliceState(state);
  const usable = findUsableRound(splice, clock.now());
  return {
    amuletPrice: usable?.payload.amuletPrice ?? "",
    rounds: listRoundFacts(splice, usable?.contractId),
    balances: listBalanceFacts(splice, usable === undefined ? 0 : getRoundNumber(usable)),
    offers: listOfferFacts(splice),
    automation: listAutomationFacts(state),
  };
};

const roundStages = [
  ["closed", "closedMiningRound"],
  ["issuing", "issuingMiningRound"],
  ["summarizing", "summarizingMiningRound"],
  ["open", "openMiningRound"],
] as const;

const listRoundFacts = (
  splice: SpliceState,
  usable: string | undefined,
): readonly MiningRoundFacts[] =>
  roundStages.flatMap(([stage, key]) =>
    listSortedRounds(splice, key).map((round) => {
      const { opensAt, targetClosesAt } = round.payload as Partial<typeof round.payload>;
      return {
        number: getRoundNumber(round),
        stage,
        isUsable: round.contractId === usable,
        contractId: round.contractId,
        ...(opensAt !== undefined && { opensAt }),
        ...(targetClosesAt !== undefined && { closesAt: targetClosesAt }),
      };
    }),
  );

const listBalanceFacts = (
  splice: SpliceState,
  round: number,
): readonly PartyAmuletBalanceFacts[] => {
  const byOwner = groupAmuletValuesByOwner(splice, round);
  return [...byOwner.keys()].sort().map((party) => {
    const totals = sumHoldings(byOwner.get(party) ?? []);
    return {
      party,
      unlocked: formatAmount(totals.unlocked - totals.unlockedFees),
      locked: formatAmount(totals.locked - totals.lockedFees),
    };
  });
};

const listOfferFacts = (splice: SpliceState): readonly PendingOfferFacts[] => [
  ...(["transferOffer", "acceptedTransferOffer"] as const).flatMap((key) =>
    splice.activeContracts(key).map(({ contractId, payload }) => ({
      kind: key === "transferOffer" ? "transfer offer" : "accepted transfer offer",
      from: payload.sender,
      to: payload.receiver,
      what: `${formatTrimmedAmount(payload.amount.amount)} ${payload.amount.unit === "AmuletUnit" ? "amulet" : "USD"}`,
      expiresAt: payload.expiresAt,
      contractId,
    })),
  ),
  ...splice
    .activeContracts("amuletTransferInstruction")
    .map(({ contractId, payload: { transfer } }) => ({
      kind: "transfer instruction",
      from: transfer.sender,
      to: transfer.receiver,
      what: `${formatTrimmedAmount(transfer.amount)} amulet`,
      expiresAt: transfer.executeBefore,
      contractId,
    })),
  ...splice.activeContracts("amuletAllocation").map(({ contractId, payload: { allocation } }) => ({
    kind: "allocation",
    from: allocation.transferLeg.sender,
    to: allocation.transferLeg.receiver,
    what: `${formatTrimmedAmount(allocation.transferLeg.amount)} amulet`,
    expiresAt: allocation.settlement.settleBefore,
    contractId,
  })),
  ...splice.activeContracts("amuletAllocationV2").flatMap(({ contractId, payload }) => {
    const { authorizer, transferLegSides } = payload.allocation;
    return transferLegSides.map(({ side, otherside, amount }) => {
      const [from, to] = side === "SenderSide" ? [authorizer, otherside] : [otherside, authorizer];
      return {
        kind: "allocation",
        from: from.owner ?? "",
        to: to.owner ?? "",
        what: `${formatTrimmedAmount(amount)} amulet`,
        expiresAt: payload.expiresAt,
        contractId,
      };
    });
  }),
  ...splice.activeContracts("buyTrafficRequest").map(({ contractId, payload }) => ({
    kind: "request to buy traffic",
    from: payload.endUserParty,
    to: payload.endUserParty,
    what: `${payload.trafficAmount} bytes`,
    expiresAt: payload.expiresAt,
    contractId,
  })),
];

/** Formats an amount without zeros at the end. */
const formatTrimmedAmount = (decimal: string): string =>
  Number(decimal).toLocaleString("en-GB", { maximumFractionDigits: 10 });

const maxAutomationRecords = 100;
const maxInspectedUpdates = 5000;

const listAutomationFacts = ({
  log,
  ledgerEnd,
}: LedgerState): readonly PerformedAutomationFacts[] => {
  const found: PerformedAutomationFacts[] = [];
  let looked = 0;
  for (const [offset, { update }] of log.entriesReversed(ledgerEnd)) {
    if (found.length === maxAutomationRecords || ++looked > maxInspectedUpdates) break;
    if (update?.kind !== "transaction" || update.submission.userId !== automationUserId) continue;
    const { workflowId: rule } = update.submission;
    const time = Number(update.recordTime / 1000n);
    found.push({
      offset,
      updateId: update.updateId,
      time,
      rule,
      effect: describeAutomationRuleEffect(rule),
    });
  }
  return found;
};
