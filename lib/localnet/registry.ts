import type { ContractId } from "../base/identifiers/identifiers.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import { findFeaturedAppRight, findUsableRound } from "./commands.ts";
import type { LocalnetStateView } from "./localnet-state-view.ts";
import { spliceInstanceNames } from "./names.ts";
import { badRequestError, createNotFoundServiceError } from "./service-error.ts";
import {
  type DisclosedContractJsonOptions,
  findContractSynchronizer,
  toDisclosedContractJson,
} from "./splice-contract-json.ts";
import type { SpliceContract, SpliceState, TransferPreapprovalPayload } from "./splice-state.ts";

// Version 1 of Amulet's token registry. It computes factories and choice contexts from the active contracts.
// All answers are public.

const instrumentId = "Amulet";

const versionOneApis = (...names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [`splice-api-token-${name}-v1`, 1]));

const versionTwoApis = (...names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [`splice-api-token-${name}-v2`, 1]));

/** Raises NOT_FOUND before the bootstrap. */
export const requireAmuletRules = (splice: SpliceState) => {
  const rules = splice.firstContract("amuletRules");
  if (rules === undefined) throw createNotFoundServiceError("No AmuletRules contract found.");
  return rules;
};

export const createTokenRegistryInfo = ({ splice }: LocalnetStateView) => ({
  adminId: requireAmuletRules(splice).payload.dso,
  supportedApis: versionOneApis("metadata"),
});

export const listInstruments = (view: LocalnetStateView) => ({
  instruments: [amuletInstrument(view)],
});

export const requireInstrument = (view: LocalnetStateView, id: string) => {
  if (id !== instrumentId) throw createNotFoundServiceError(`No instrument with id ${id} found`);
  return amuletInstrument(view);
};

const amuletInstrument = ({ splice }: LocalnetStateView) => ({
  id: instrumentId,
  name: spliceInstanceNames.amulet_name,
  symbol: spliceInstanceNames.amulet_name_acronym,
  decimals: 10,
  supportedApis: {
    ...versionOneApis(
      "metadata",
      "holding",
      "transfer-instruction",
      "allocation",
      "allocation-instruction",
    ),
    ...(hasTokenStandardV2(splice) &&
      versionTwoApis(
        "holding",
        "transfer-instruction",
        "allocation",
        "allocation-instruction",
        "transfer-events",
      )),
  },
});

/**
 * Returns true if the interfaces of version 2 are on the ledger. Amulets implement them from splice-amulet
 * 0.1.21 on.
 */
export const hasTokenStandardV2 = ({ state }: SpliceState): boolean =>
  state.packages.versions("splice-api-token-holding-v2").length > 0;

/** Contracts for a choice context, by the key under which the choice looks for them. */
type ContextContracts = Readonly<Record<string, SpliceContract<unknown> | undefined>>;

export type ChoiceContextOptions = DisclosedContractJsonOptions;

const getActiveSynchronizer = (splice: SpliceState): string =>
  requireAmuletRules(splice).payload.configSchedule.initialValue.decentralizedSynchronizer
    .activeSynchronizer;

interface ChoiceContextParts {
  readonly contracts: ContextContracts;
  /** Contracts that are disclosed in addition to `contracts`. */
  readonly besides?: readonly SpliceContract<unknown>[];
  readonly flags?: Readonly<Record<string, boolean>>;
}

export const createChoiceContext = (
  splice: SpliceState,
  { contracts, besides = [], flags = {} }: ChoiceContextParts,
  options: ChoiceContextOptions,
) => {
  const named = Object.entries(contracts).flatMap(([key, contract]) =>
    contract === undefined ? [] : [[key, contract] as const],
  );
  return {
    choiceContextData: {
      values: {
        ...Object.fromEntries(
          named.map(([key, { contractId }]) => [key, { tag: "AV_ContractId", value: contractId }]),
        ),
        ...Object.fromEntries(
          Object.entries(flags).map(([key, value]) => [key, { tag: "AV_Bool", value }]),
        ),
      },
    },
    disclosedContracts: [...named.map(([, contract]) => contract), ...besides].map((contract) =>
      toDisclosedContractJson(
        splice,
        contract,
        findContractSynchronizer(splice, contract) ?? getActiveSynchronizer(splice),
        options,
      ),
    ),
  };
};

/**
 * Returns the contracts that every transfer and allocation needs. Raises NOT_FOUND if no open round is
 * usable.
 */
const findCommonContracts = ({ splice, now }: LocalnetStateView): ContextContracts => {
  const round = findUsableRound(splice, now);
  if (round === undefined) {
    throw createNotFoundServiceError("No open usable OpenMiningRound found.");
  }
  return {
    "amulet-rules": requireAmuletRules(splice),
    "open-round": round,
    "external-party-config-state": findExternalPartyConfigState(splice),
  };
};

/**
 * Returns the newer of two configurations, which is valid for longer; undefined if the packages have none.
 */
export const findExternalPartyConfigState = (splice: SpliceState) =>
  splice.activeContracts("externalPartyConfigState").at(-1);

/** Returns the contract that implements the factories. Raises NOT_FOUND if there is none. */
export const requireExternalPartyAmuletRules = (splice: SpliceState) => {
  const rules = splice.firstContract("externalPartyAmuletRules");
  if (rules === undefined) {
    throw createNotFoundServiceError("No ExternalPartyAmuletRules contract found.");
  }
  return rules;
};

/** Returns the preapproval of a party with the latest start; undefined if there is none. */
export const findTransferPreapproval = (splice: SpliceState, receiver: string) =>
  splice
    .activeContracts("transferPreapproval")
    .filter(({ payload }) => payload.receiver === receiver)
    .reduce<SpliceContract<TransferPreapprovalPayload> | undefined>(
      (newest, each) =>
        newest === undefined || each.payload.validFrom >= newest.payload.validFrom ? each : newest,
      undefined,
    );

export const readChoiceArgumentText = (json: JsonObject, name: string): string => {
  const value = json[name];
  if (typeof value === "string") return value;
  throw badRequestError(`choiceArguments cannot be decoded: ${name} must be a text`);
};

export const readChoiceArgumentObject = (json: JsonObject, name: string): JsonObject => {
  const value = json[name];
  if (isJsonObject(value)) return value;
  throw badRequestError(`choiceArguments cannot be decoded: ${name} must be an object`);
};

/**
 * Returns the factory for a transfer of version 1. The SDK also calls it for a tap, in which the sender is
 * the DSO and has no holdings, so only the form of the arguments is checked.
 */
export const getTransferFactory = (
  view: LocalnetStateView,
  choiceArguments: JsonObject,
  options: ChoiceContextOptions,
) => {
  const transfer = readChoiceArgumentObject(choiceArguments, "transfer");
  const [sender, receiver] = [
    readChoiceArgumentText(transfer, "sender"),
    readChoiceArgumentText(transfer, "receiver"),
  ];
  readChoiceArgumentText(transfer, "amount");
  readChoiceArgumentText(readChoiceArgumentObject(transfer, "instrumentId"), "id");
  return createTransferFactoryResponse(view, { sender, receiver }, options);
};

/** Returns the factory for a transfer between two parties, for versions 1 and 2. */
export const createTransferFactoryResponse = (
  view: LocalnetStateView,
  { sender, receiver }: { readonly sender: string; readonly receiver: string },
  options: ChoiceContextOptions,
) => {
  const { splice } = view;
  const isSelf = sender === receiver;
  const preapproval = isSelf ? undefined : findTransferPreapproval(splice, receiver);
  const right = preapproval && findFeaturedAppRight(splice, preapproval.payload.provider);
  const factory = requireExternalPartyAmuletRules(splice);
  const contracts = {
    ...findCommonContracts(view),
    "transfer-preapproval": preapproval,
    "featured-app-right": right,
  };
  const kind = preapproval === undefined ? "offer" : "direct";
  return {
    factoryId: factory.contractId,
    transferKind: isSelf ? "self" : kind,
    choiceContext: createChoiceContext(splice, { contracts, besides: [factory] }, options),
  };
};

export const getAllocationFactory = (
  view: LocalnetStateView,
  choiceArguments: JsonObject,
  options: ChoiceContextOptions,
) => {
  readChoiceArgumentObject(choiceArguments, "allocation");
  const factory = requireExternalPartyAmuletRules(view.splice);
  const contracts = findCommonContracts(view);
  return {
    factoryId: factory.contractId,
    choiceContext: createChoiceContext(view.splice, { contracts, besides: [factory] }, options),
  };
};

/** Returns the context of a choice on a contract with a locked amulet; without an amulet, pass null. */
export const createLockedAmuletChoiceContext = (
  view: LocalnetStateView,
  lockedAmulet: ContractId | null,
  { contracts = {}, ...options }: ChoiceContextOptions & { readonly contracts?: ContextContracts },
) => {
  const { splice } = view;
  const locked =
    lockedAmulet === null ? undefined : splice.findActiveContract("lockedAmulet", lockedAmulet);
  // After the lock has expired, the owner may have unlocked the amulet.
  if (locked === undefined) {
    return createChoiceContext(splice, { contracts: {}, flags: { "expire-lock": false } }, options);
  }
  return createChoiceContext(
    splice,
    {
      contracts: { ...findCommonContracts(view), ...contracts },
      besides: [locked],
      flags: { "expire-lock": true },
    },
    options,
  );
};

export type TransferInstructionChoice = "accept" | "reject" | "withdraw";

export const getTransferInstructionChoiceContext = (
  view: LocalnetStateView,
  contractId: ContractId,
  options: ChoiceContextOptions & { readonly choice: TransferInstructionChoice },
) => {
  const { splice } = view;
  const instruction = splice.findActiveContract("amuletTransferInstruction", contractId);
  const missing = createNotFoundServiceError(
    `AmuletTransferInstruction '${contractId}' not found.`,
  );
  if (instruction === undefined) throw missing;
  const { lockedAmulet } = instruction.payload;
  const isLocked = splice.findActiveContract("lockedAmulet", lockedAmulet) !== undefined;
  if (options.choice === "accept" && !isLocked) throw missing;
  return createLockedAmuletChoiceContext(view, lockedAmulet, options);
};

export type TokenAllocationChoice = "execute-transfer" | "withdraw" | "cancel";

export const createAllocationChoiceContext = (
  view: LocalnetStateView,
  contractId: ContractId,
  { choice, ...options }: ChoiceContextOptions & { readonly choice: TokenAllocationChoice },
) => {
  const { splice } = view;
  const allocation = splice.findActiveContract("amuletAllocation", contractId);
  const missing = createNotFoundServiceError(`AmuletAllocation '${contractId}' not found.`);
  if (allocation === undefined) throw missing;
  const { lockedAmulet, allocation: specification } = allocation.payload;
  if (choice !== "execute-transfer") {
    return createLockedAmuletChoiceContext(view, lockedAmulet, options);
  }
  if (splice.findActiveContract("lockedAmulet", lockedAmulet) === undefined) throw missing;
  const right = findFeaturedAppRight(splice, specification.settlement.executor);
  return createLockedAmuletChoiceContext(view, lockedAmulet, {
    ...options,
    contracts: { "featured-app-right": right },
  });
};
