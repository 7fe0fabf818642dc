import type { ContractId } from "../base/identifiers/identifiers.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { LocalnetStateView } from "./localnet-state-view.ts";
import {
  type ChoiceContextOptions,
  createChoiceContext,
  createLockedAmuletChoiceContext,
  createTransferFactoryResponse,
  findExternalPartyConfigState,
  hasTokenStandardV2,
  readChoiceArgumentObject,
  readChoiceArgumentText,
  requireExternalPartyAmuletRules,
} from "./registry.ts";
import { badRequestError, createNotFoundServiceError, ServiceError } from "./service-error.ts";

/** Raises status 501 if Amulet implements version 1 only. */
export const requireTokenStandardV2 = ({ splice }: LocalnetStateView): void => {
  if (hasTokenStandardV2(splice)) return;
  throw new ServiceError(
    501,
    "Amulet implements version 2 of the token standard from splice-amulet 0.1.21 on. " +
      "Start LocalNet with splice-wallet-0.1.22.dar or a later one.",
  );
};

/** Returns the owner of an account. Amulet supports only accounts with an owner. */
const requireAccountOwner = (account: JsonObject): string => {
  const { owner } = account;
  if (typeof owner === "string") return owner;
  throw badRequestError("choiceArguments cannot be decoded: an account must have an owner");
};

const readObjectList = (json: JsonObject, name: string): readonly JsonObject[] => {
  const value = json[name];
  if (Array.isArray(value) && value.every(isJsonObject)) return value;
  throw badRequestError(`choiceArguments cannot be decoded: ${name} must be a list of objects`);
};

export const getTransferFactoryV2 = (
  view: LocalnetStateView,
  choiceArguments: JsonObject,
  options: ChoiceContextOptions,
) => {
  const transfer = readChoiceArgumentObject(choiceArguments, "transfer");
  readChoiceArgumentText(transfer, "amount");
  readChoiceArgumentText(readChoiceArgumentObject(transfer, "instrumentId"), "id");
  const [sender, receiver] = ["sender", "receiver"].map((name) =>
    requireAccountOwner(readChoiceArgumentObject(transfer, name)),
  ) as [string, string];
  return createTransferFactoryResponse(view, { sender, receiver }, options);
};

/** Maximum number of legs, parties or allocations; as in Splice. */
const maxCount = 100;

const requireAtMost = (count: number, what: string): void => {
  if (count <= maxCount) return;
  throw badRequestError(
    `Too many ${what} in the settle batch: ${count}. Maximum allowed: ${maxCount}`,
  );
};

/** Returns the parties that own these accounts. Special accounts have no owner. */
const collectOwners = (accounts: readonly JsonObject[]): ReadonlySet<unknown> =>
  new Set(accounts.flatMap(({ owner }) => owner ?? []));

export const getAllocationFactoryV2 = (
  { splice }: LocalnetStateView,
  choiceArguments: JsonObject,
  options: ChoiceContextOptions,
) => {
  const sides = readObjectList(
    readChoiceArgumentObject(choiceArguments, "allocation"),
    "transferLegSides",
  );
  requireAtMost(sides.length, "transfer legs");
  requireAtMost(
    collectOwners(sides.map((side) => readChoiceArgumentObject(side, "otherside"))).size,
    "parties",
  );
  const factory = requireExternalPartyAmuletRules(splice);
  const contracts = { "external-party-config-state": findExternalPartyConfigState(splice) };
  return {
    factoryId: factory.contractId,
    choiceContext: createChoiceContext(splice, { contracts, besides: [factory] }, options),
  };
};

/**
 * Returns the factory that settles allocations of versions 1 and 2 together, and discloses the amulets that
 * they lock.
 */
export const getSettlementFactory = (
  { splice }: LocalnetStateView,
  choiceArguments: JsonObject,
  options: ChoiceContextOptions,
) => {
  const legs = readObjectList(choiceArguments, "transferLegs");
  const allocations = readObjectList(choiceArguments, "allocations");
  requireAtMost(legs.length, "transfer legs");
  const accounts = legs.flatMap((leg) => [
    readChoiceArgumentObject(leg, "sender"),
    readChoiceArgumentObject(leg, "receiver"),
  ]);
  requireAtMost(collectOwners(accounts).size, "parties");
  requireAtMost(allocations.length, "allocations");
  const locked = allocations.flatMap((each) => {
    const id = readChoiceArgumentText(each, "allocationCid");
    const allocation =
      splice.findActiveContract("amuletAllocationV2", id) ??
      splice.findActiveContract("amuletAllocation", id);
    return allocation?.payload.lockedAmulet ?? [];
  });
  const amulets = [...new Set(locked)].flatMap(
    (id) => splice.findActiveContract("lockedAmulet", id) ?? [],
  );
  const factory = requireExternalPartyAmuletRules(splice);
  const contracts = { "external-party-config-state": findExternalPartyConfigState(splice) };
  return {
    factoryId: factory.contractId,
    choiceContext: createChoiceContext(
      splice,
      { contracts, besides: [factory, ...amulets] },
      options,
    ),
  };
};

/** Returns the context of a choice that ends an allocation of version 1 or 2. */
export const createAllocationChoiceContextV2 = (
  view: LocalnetStateView,
  contractId: ContractId,
  options: ChoiceContextOptions,
) => {
  const { splice } = view;
  const allocation =
    splice.findActiveContract("amuletAllocationV2", contractId) ??
    splice.findActiveContract("amuletAllocation", contractId);
  if (allocation === undefined) {
    throw createNotFoundServiceError(`AmuletAllocation '${contractId}' not found.`);
  }
  return createLockedAmuletChoiceContext(view, allocation.payload.lockedAmulet, options);
};

/** Raises status 400, as Splice does. */
export const throwUnsupportedAllocationInstruction = (): never => {
  throw badRequestError(
    "Allocation instruction choice contexts are unsupported because amulet does not create allocation instructions.",
  );
};
