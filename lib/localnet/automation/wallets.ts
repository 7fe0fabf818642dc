import type { Micros, Party } from "../../base/identifiers/identifiers.ts";
import { formatTimestamp } from "../../base/values/time.ts";
import { getNewestRecordTime } from "../../ledger/state/synchronizers.ts";
import { divideAmountsRoundedUp, formatAmount, parseLedgerAmount } from "../amount.ts";
import {
  createSpliceCreateCommand,
  createSpliceExerciseCommand,
  createTransferInputs,
  findPaymentContext,
  findUsableRound,
  parsePayloadTime,
  selectLargestAmulets,
} from "../commands.ts";
import { findTransferPreapproval } from "../registry.ts";
import type { MiningRoundPayload, SpliceState, SpliceTemplatePayload } from "../splice-state.ts";
import type { SpliceTemplateName } from "../splice-templates.ts";
import type { AutomationAction, AutomationRule } from "./rule.ts";

const dayMicros = 86_400_000_000n;

/** Duration of a preapproval that a validator pays for, in microseconds. */
export const preapprovalMicros = 90n * dayMicros;

/** Time before its expiry at which a preapproval is renewed, in microseconds. */
const renewedBefore = 30n * dayMicros;

const paymentReads = [
  "openMiningRound",
  "amulet",
  "featuredAppRight",
] as const satisfies readonly SpliceTemplateName[];

/**
 * Returns the record time of the newest transaction. An immediate action is due from this time on, because
 * only then all contracts that it needs exist.
 */
const getImmediateActionTime = (splice: SpliceState): Micros => getNewestRecordTime(splice.state);

const computeBalance = (splice: SpliceState, owner: Party): bigint =>
  selectLargestAmulets(splice, owner).reduce(
    (sum, { payload }) => sum + parseLedgerAmount(payload.amount.initialAmount),
    0n,
  );

/** Returns the wallet of a party on a validator of this LocalNet; undefined if there is none. */
const findWalletInstall = (splice: SpliceState, party: Party) =>
  splice.activeContracts("walletAppInstall").find(({ payload }) => payload.endUserParty === party)
    ?.payload;

const acceptProposals: AutomationRule = {
  name: "accept-transfer-preapproval-proposals",
  effect: "preapproval proposal accepted",
  reads: ["transferPreapprovalProposal", "transferPreapproval", ...paymentReads],
  actions: (splice, { isValidator }) =>
    splice.activeContracts("transferPreapprovalProposal").flatMap(({ contractId, payload }) => {
      const { receiver, provider } = payload;
      const isApproved = splice
        .activeContracts("transferPreapproval")
        .some((each) => each.payload.receiver === receiver);
      const context = findPaymentContext(splice, provider, getImmediateActionTime(splice));
      const inputs = createTransferInputs(splice, provider);
      // The validator pays the fee, and tries again once it has coin.
      if (!isValidator(provider) || isApproved || context === undefined || inputs.length === 0) {
        return [];
      }
      const at = getImmediateActionTime(splice);
      const command = createSpliceExerciseCommand(
        "transferPreapprovalProposal",
        contractId,
        "TransferPreapprovalProposal_Accept",
        { context, inputs, expiresAt: formatTimestamp(at + preapprovalMicros) },
      );
      return [{ at, actAs: [provider], command }];
    }),
};

const renewPreapprovals: AutomationRule = {
  name: "renew-transfer-preapprovals",
  effect: "preapproval renewed",
  reads: ["transferPreapproval", ...paymentReads],
  actions: (splice, { isValidator }) =>
    splice.activeContracts("transferPreapproval").flatMap(({ contractId, payload }) => {
      const { provider } = payload;
      const at = parsePayloadTime(payload.expiresAt) - renewedBefore;
      const context = findPaymentContext(splice, provider, at);
      const inputs = createTransferInputs(splice, provider);
      if (!isValidator(provider) || context === undefined || inputs.length === 0) return [];
      const newExpiresAt = formatTimestamp(parsePayloadTime(payload.expiresAt) + preapprovalMicros);
      const command = createSpliceExerciseCommand(
        "transferPreapproval",
        contractId,
        "TransferPreapproval_Renew",
        {
          context,
          inputs,
          newExpiresAt,
        },
      );
      return [{ at, actAs: [provider], command }];
    }),
};

const completeOffers: AutomationRule = {
  name: "complete-accepted-transfer-offers",
  effect: "accepted transfer offer paid",
  reads: ["acceptedTransferOffer", "walletAppInstall", ...paymentReads],
  actions: (splice) =>
    splice.activeContracts("acceptedTransferOffer").flatMap(({ contractId, payload }) => {
      const { sender, amount } = payload;
      const wallet = findWalletInstall(splice, sender);
      if (wallet === undefined) return [];
      const { validatorParty } = wallet;
      const at = getImmediateActionTime(splice);
      const missing = parseLedgerAmount(amount.amount) - computeBalance(splice, sender);
      if (missing > 0n && amount.unit === "AmuletUnit") {
        const reason = `out of funds: ${formatAmount(missing)} amulet are missing`;
        const argument = { reason };
        const choice = "AcceptedTransferOffer_Abort";
        const command = createSpliceExerciseCommand(
          "acceptedTransferOffer",
          contractId,
          choice,
          argument,
        );
        return [{ at, actAs: [sender], command }];
      }
      const transferContext = findPaymentContext(splice, validatorParty, at);
      if (transferContext === undefined) return [];
      const choice = "AcceptedTransferOffer_Complete";
      const command = createSpliceExerciseCommand("acceptedTransferOffer", contractId, choice, {
        inputs: createTransferInputs(splice, sender),
        transferContext,
        walletProvider: validatorParty,
      });
      return [{ at, actAs: [sender, validatorParty], command }];
    }),
};

/** Returns the price of the traffic in units of 10⁻¹⁰ amulet, rounded up. */
const computeTrafficCost = (
  { trafficAmount }: SpliceTemplatePayload<"buyTrafficRequest">,
  { extraTrafficPrice }: { readonly extraTrafficPrice: string },
  { amuletPrice }: MiningRoundPayload,
): bigint => {
  // The price is in dollars for a megabyte.
  const millionthDollars = BigInt(trafficAmount) * parseLedgerAmount(extraTrafficPrice);
  return divideAmountsRoundedUp(millionthDollars, parseLedgerAmount(amuletPrice) * 1_000_000n);
};

const completeTraffic: AutomationRule = {
  name: "complete-buy-traffic-requests",
  effect: "traffic bought",
  reads: ["buyTrafficRequest", "walletAppInstall", ...paymentReads],
  actions: (splice, { amuletRules }) =>
    splice.activeContracts("buyTrafficRequest").flatMap(({ contractId, payload }) => {
      const { endUserParty } = payload;
      const wallet = findWalletInstall(splice, endUserParty);
      if (wallet === undefined) return [];
      const { validatorParty } = wallet;
      const at = getImmediateActionTime(splice);
      const context = findPaymentContext(splice, validatorParty, at);
      const round = findUsableRound(splice, at);
      if (context === undefined || round === undefined) return [];
      const { fees } = amuletRules.payload.configSchedule.initialValue.decentralizedSynchronizer;
      const cost = computeTrafficCost(payload, fees, round.payload);
      const missing = cost - computeBalance(splice, endUserParty);
      const isTooLittle = BigInt(payload.trafficAmount) < BigInt(fees.minTopupAmount);
      if (isTooLittle || missing > 0n) {
        const reason = isTooLittle
          ? `not enough traffic requested (trafficAmount ${payload.trafficAmount} < minTopupAmount ${fees.minTopupAmount})`
          : `out of funds (missing ${formatAmount(missing)} CC)`;
        const argument = { reason };
        const choice = "BuyTrafficRequest_Cancel";
        const command = createSpliceExerciseCommand(
          "buyTrafficRequest",
          contractId,
          choice,
          argument,
        );
        return [{ at, actAs: [endUserParty], command }];
      }
      const inputs = createTransferInputs(splice, endUserParty);
      const choice = "BuyTrafficRequest_Complete";
      const argument = { inputs, context, walletProvider: validatorParty };
      const command = createSpliceExerciseCommand(
        "buyTrafficRequest",
        contractId,
        choice,
        argument,
      );
      return [{ at, actAs: [endUserParty, validatorParty], command }];
    }),
};

/** Returns the actions by which wallets expire their own requests of one kind. */
const createExpiryActions = (
  key: "transferOffer" | "acceptedTransferOffer" | "buyTrafficRequest",
  choice: string,
  argumentOf: (actor: Party) => unknown,
): AutomationRule["actions"] => {
  const ownerOf = (payload: object): Party =>
    "endUserParty" in payload
      ? (payload as { readonly endUserParty: Party }).endUserParty
      : (payload as { readonly sender: Party }).sender;
  return (splice) =>
    splice.activeContracts(key).flatMap(({ contractId, payload }): readonly AutomationAction[] => {
      const owner = ownerOf(payload);
      if (findWalletInstall(splice, owner) === undefined) return [];
      // The choice requires that the expiry time has passed.
      const at = parsePayloadTime(payload.expiresAt) + 1n;
      return [
        {
          at,
          actAs: [owner],
          command: createSpliceExerciseCommand(key, contractId, choice, argumentOf(owner)),
        },
      ];
    });
};

const expireOffers: AutomationRule = {
  name: "expire-transfer-offers",
  effect: "transfer offer expired",
  reads: ["transferOffer", "walletAppInstall"],
  actions: createExpiryActions("transferOffer", "TransferOffer_Expire", (actor) => ({ actor })),
};

const expireAcceptedOffers: AutomationRule = {
  name: "expire-accepted-transfer-offers",
  effect: "accepted transfer offer expired",
  reads: ["acceptedTransferOffer", "walletAppInstall"],
  actions: createExpiryActions(
    "acceptedTransferOffer",
    "AcceptedTransferOffer_Expire",
    (actor) => ({
      actor,
    }),
  ),
};

const expireTraffic: AutomationRule = {
  name: "expire-buy-traffic-requests",
  effect: "request to buy traffic expired",
  reads: ["buyTrafficRequest", "walletAppInstall"],
  actions: createExpiryActions("buyTrafficRequest", "BuyTrafficRequest_Expire", () => ({})),
};

const createCounters: AutomationRule = {
  name: "create-transfer-command-counters",
  effect: "counter of transfer commands created",
  reads: ["transferCommand", "transferCommandCounter"],
  actions: (splice, { amuletRules }) => {
    const { dso } = amuletRules.payload;
    const counted = new Set(
      splice.activeContracts("transferCommandCounter").map(({ payload }) => payload.sender),
    );
    const senders = new Set(
      splice.activeContracts("transferCommand").map(({ payload }) => payload.sender),
    );
    return [...senders]
      .filter((sender) => !counted.has(sender))
      .map((sender) => {
        const counter = { dso, sender, nextNonce: "0" };
        const command = createSpliceCreateCommand("transferCommandCounter", counter);
        return { at: getImmediateActionTime(splice), actAs: [dso], command };
      });
  },
};

const sendCommands: AutomationRule = {
  name: "send-transfer-commands",
  effect: "transfer command carried out",
  reads: ["transferCommand", "transferCommandCounter", "transferPreapproval", ...paymentReads],
  actions: (splice, { isValidator }) =>
    splice.activeContracts("transferCommand").flatMap(({ contractId, payload }) => {
      const { sender, receiver, delegate, expiresAt } = payload;
      const at = getImmediateActionTime(splice);
      const counter = splice
        .activeContracts("transferCommandCounter")
        .find((each) => each.payload.sender === sender);
      const preapproval = findTransferPreapproval(splice, receiver);
      const context = findPaymentContext(splice, preapproval?.payload.provider ?? delegate, at);
      if (!isValidator(delegate) || counter === undefined || context === undefined) return [];
      // A validator skips commands that have expired.
      if (parsePayloadTime(expiresAt) < at) return [];
      const command = createSpliceExerciseCommand(
        "transferCommand",
        contractId,
        "TransferCommand_Send",
        {
          context,
          inputs: createTransferInputs(splice, sender),
          transferPreapprovalCidO: preapproval?.contractId ?? null,
          transferCounterCid: counter.contractId,
        },
      );
      return [{ at, actAs: [delegate], command }];
    }),
};

/** The automatic actions of validators and wallets, and the DSO's creation of counters of transfer commands. */
export const walletAutomationRules: readonly AutomationRule[] = [
  createCounters,
  sendCommands,
  acceptProposals,
  renewPreapprovals,
  completeOffers,
  completeTraffic,
  expireOffers,
  expireAcceptedOffers,
  expireTraffic,
];
