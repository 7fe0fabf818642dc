import { type ContractId, type Party, splitTypeId } from "../base/identifiers/identifiers.ts";
import { getStakeholders } from "../base/model/contract.ts";
import { isJsonObject, type JsonObject } from "../base/values/json-object.ts";
import type { HostLedger } from "../host-ledger.ts";
import { badRequestError, createNotFoundServiceError } from "./service-error.ts";
import {
  type DisclosedContractJsonOptions,
  toDisclosedContractJson,
} from "./splice-contract-json.ts";
import { SpliceState } from "./splice-state.ts";
import { tokenInterfacesV2, tokenStandardInterfacesV1 } from "./splice-templates.ts";

/** An instrument in the registry's metadata. */
export interface Instrument {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  /** 0 to 10. Default: 10. */
  readonly decimals?: number;
}

/** The choices of factories; version 1 has no settlement factory. */
export type TokenFactoryChoiceName =
  "TransferFactory_Transfer" | "AllocationFactory_Allocate" | "SettlementFactory_SettleBatch";

/** A choice of the token standard that a client asks the context of. */
export interface ContextRequest {
  /** The version of the token standard that declares the choice. */
  readonly version: 1 | 2;
  readonly choice:
    | TokenFactoryChoiceName
    | "TransferInstruction_Accept"
    | "TransferInstruction_Reject"
    | "TransferInstruction_Withdraw"
    | "AllocationInstruction_Accept"
    | "AllocationInstruction_Withdraw"
    | "Allocation_ExecuteTransfer"
    | "Allocation_Withdraw"
    | "Allocation_Cancel";
  /** The contract that the choice is exercised on: a factory, an instruction or an allocation. */
  readonly contractId: ContractId;
  /** The arguments of a factory's choice; `{}` for other choices. */
  readonly choiceArguments: JsonObject;
}

/** The context that a choice needs in addition to its arguments. */
export interface ChoiceContext {
  /** Contract ids and flags, by the key under which the choice looks for them. */
  readonly values?: Readonly<Record<string, ContractId | boolean>>;
  /** Contracts to disclose in addition to those in `values`. */
  readonly disclose?: readonly ContractId[];
}

/** The rules of a token's registry. */
export interface TokenRegistryOptions {
  /** The party that administers the instruments: a signatory of the factories. */
  readonly admin: Party;
  readonly instruments: readonly Instrument[];
  /** Returns the context of a choice. Default: an empty context. May throw a `ServiceError`. */
  readonly context?: (request: ContextRequest, ledger: HostLedger) => ChoiceContext;
  /** Returns the kind of a transfer. Default: `self` for a transfer to oneself, otherwise `offer`. */
  readonly transferKind?: (choiceArguments: JsonObject) => "self" | "direct" | "offer";
}

export interface TokenRegistryHost extends TokenRegistryOptions {
  readonly ledger: HostLedger;
}

const tokenStandardApiNames = [
  "holding",
  "transfer-instruction",
  "allocation",
  "allocation-instruction",
];

const listSupportedApis = (
  version: 1 | 2,
  names: readonly string[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [`splice-api-token-${name}-v${version}`, 1]));

export const createRegistryInfoJson = ({ admin }: TokenRegistryHost) => ({
  adminId: admin,
  supportedApis: listSupportedApis(1, ["metadata"]),
});

const createInstrumentJson = (
  host: TokenRegistryHost,
  { id, name, symbol, decimals = 10 }: Instrument,
) => ({
  id,
  name,
  symbol,
  decimals,
  supportedApis: {
    ...listSupportedApis(1, ["metadata", ...tokenStandardApiNames]),
    ...(findFactory(host, 2, "TransferFactory_Transfer") !== undefined &&
      listSupportedApis(2, tokenStandardApiNames)),
  },
});

/**
 * Returns a page of the instruments. The token of the next page is the id of this page's last instrument.
 */
export const createInstrumentPageJson = (
  host: TokenRegistryHost,
  { pageSize = 25, pageToken }: { readonly pageSize?: number; readonly pageToken?: string },
) => {
  const { instruments } = host;
  const after = instruments.findIndex(({ id }) => id === pageToken);
  if (pageToken !== undefined && after < 0) {
    throw badRequestError(`No page begins after ${pageToken}.`);
  }
  const page = instruments.slice(after + 1, after + 1 + pageSize);
  const last = page.at(-1);
  return {
    instruments: page.map((instrument) => createInstrumentJson(host, instrument)),
    ...(last !== undefined && last !== instruments.at(-1) && { nextPageToken: last.id }),
  };
};

export const requireInstrumentJson = (host: TokenRegistryHost, id: string) => {
  const found = host.instruments.find((each) => each.id === id);
  if (found === undefined) throw createNotFoundServiceError(`No instrument with id ${id} found`);
  return createInstrumentJson(host, found);
};

const factoryNameByChoice = {
  TransferFactory_Transfer: "transferFactory",
  AllocationFactory_Allocate: "allocationFactory",
  SettlementFactory_SettleBatch: "settlementFactory",
} as const;

const getFactoryInterfaceId = (version: 1 | 2, choice: TokenFactoryChoiceName) =>
  (version === 1 ? tokenStandardInterfacesV1 : tokenInterfacesV2)[factoryNameByChoice[choice]];

/** Returns the factory that the admin has signed, the newest if there are several; undefined if there is none. */
const findFactory = (
  { ledger, admin }: TokenRegistryHost,
  version: 1 | 2,
  choice: TokenFactoryChoiceName,
): ContractId | undefined => {
  const type = getFactoryInterfaceId(version, choice);
  const { packageId } = splitTypeId(type);
  if (ledger.state.packages.versions(packageId.slice(1)).length === 0) return undefined;
  return ledger.contracts(type).findLast(({ signatories }) => signatories.includes(admin))
    ?.contractId;
};

const createDisclosedContract = (
  { ledger: { state } }: TokenRegistryHost,
  contractId: ContractId,
  options: DisclosedContractJsonOptions,
) => {
  const record = state.contracts.get(contractId);
  if (record?.activation === undefined) {
    throw createNotFoundServiceError(`The contract ${contractId} is not active.`);
  }
  const { contract, activation } = record;
  return toDisclosedContractJson(
    new SpliceState(state),
    { contract },
    activation.synchronizerId,
    options,
  );
};

const createContextJson = (
  host: TokenRegistryHost,
  request: ContextRequest,
  { besides = [], ...options }: ContextJsonOptions,
) => {
  const { values = {}, disclose = [] } = host.context?.(request, host.ledger) ?? {};
  const entries = Object.entries(values);
  const ids = entries.flatMap(([, value]) => (typeof value === "string" ? [value] : []));
  return {
    choiceContextData: {
      values: Object.fromEntries(
        entries.map(([key, value]) => [
          key,
          { tag: typeof value === "string" ? "AV_ContractId" : "AV_Bool", value },
        ]),
      ),
    },
    disclosedContracts: [...new Set([...besides, ...ids, ...disclose])].map((contractId) =>
      createDisclosedContract(host, contractId, options),
    ),
  };
};

interface ContextJsonOptions extends DisclosedContractJsonOptions {
  readonly besides?: readonly ContractId[];
}

interface FactoryRequest {
  readonly choiceArguments: JsonObject;
  readonly excludeDebugFields?: boolean;
}

/** Returns the factory of a choice with the context of the choice. Raises NOT_FOUND if the admin has none. */
export const requireTokenFactoryJson = (
  host: TokenRegistryHost,
  { version, choice }: { readonly version: 1 | 2; readonly choice: TokenFactoryChoiceName },
  { choiceArguments, excludeDebugFields }: FactoryRequest,
) => {
  const factoryId = findFactory(host, version, choice);
  if (factoryId === undefined) {
    const type = getFactoryInterfaceId(version, choice);
    throw createNotFoundServiceError(`The admin ${host.admin} has no active contract of ${type}.`);
  }
  const asked: ContextRequest = { version, choice, contractId: factoryId, choiceArguments };
  return {
    factoryId,
    ...(choice === "TransferFactory_Transfer" && {
      transferKind: host.transferKind?.(choiceArguments) ?? getTransferKind(choiceArguments),
    }),
    choiceContext: createContextJson(host, asked, { excludeDebugFields, besides: [factoryId] }),
  };
};

/** Returns the kind of a transfer. Transfers of version 1 name parties, those of version 2 accounts. */
const getTransferKind = ({ transfer }: JsonObject): "self" | "offer" => {
  const [sender, receiver] = isJsonObject(transfer)
    ? [transfer["sender"], transfer["receiver"]].map((side) =>
        isJsonObject(side) ? side["owner"] : side,
      )
    : [];
  if (typeof sender !== "string" || typeof receiver !== "string") {
    throw badRequestError(
      "choiceArguments cannot be decoded: transfer must have a sender and a receiver",
    );
  }
  return sender === receiver ? "self" : "offer";
};

/**
 * Returns the context of a choice on an instruction or an allocation, which must be active and of the
 * admin's token.
 */
export const createTokenChoiceContextJson = (
  host: TokenRegistryHost,
  request: Omit<ContextRequest, "choiceArguments">,
  { excludeDebugFields }: { readonly excludeDebugFields?: boolean },
) => {
  const { state } = host.ledger;
  const { contractId, choice, version } = request;
  const contract = state.contracts.get(contractId)?.contract;
  const [wanted] = choice.split("_");
  const implemented = [...(state.packages.template(contract?.templateId ?? "")?.implements ?? [])];
  const isActive = state.contracts.get(contractId)?.activation !== undefined;
  const fits = implemented.some((id) =>
    splitTypeId(id).qualifiedName.endsWith(`V${version}:${wanted}`),
  );
  if (
    !isActive ||
    !fits ||
    contract === undefined ||
    !getStakeholders(contract).includes(host.admin)
  ) {
    throw createNotFoundServiceError(`${wanted} '${contractId}' not found.`);
  }
  return createContextJson(host, { ...request, choiceArguments: {} }, { excludeDebugFields });
};
