import { type ContractId, type Party, splitTypeId } from "../base/identifiers/identifiers.ts";
import { stakeholdersOf } from "../base/model/contract.ts";
import type { JsonObject } from "../base/values/json-object.ts";
import type { HostLedger } from "../host-ledger.ts";
import { EventEncoder } from "../views/envelope/event-encoder.ts";
import { badRequest, notFound } from "./service-error.ts";
import { interfaces } from "./templates.ts";

/** An instrument as the registry's metadata describes it. */
export interface Instrument {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  /** 0 to 10; 10 when absent. */
  readonly decimals?: number;
}

/** A choice of the token standard that a client asks the context of. */
export interface ContextRequest {
  readonly choice:
    | "TransferFactory_Transfer"
    | "AllocationFactory_Allocate"
    | "TransferInstruction_Accept"
    | "TransferInstruction_Reject"
    | "TransferInstruction_Withdraw"
    | "Allocation_ExecuteTransfer"
    | "Allocation_Withdraw"
    | "Allocation_Cancel";
  /** The contract that the choice is exercised on: a factory, an instruction or an allocation. */
  readonly contractId: ContractId;
  /** The arguments of a factory's choice; `{}` for other choices. */
  readonly choiceArguments: JsonObject;
}

/** The context that a choice needs besides its arguments. */
export interface ChoiceContext {
  /** Contract ids and flags by the key that the choice looks them up by. */
  readonly values?: Readonly<Record<string, ContractId | boolean>>;
  /** Contracts to disclose besides those among `values`. */
  readonly disclose?: readonly ContractId[];
}

/** The rules by which the registry of a token answers. */
export interface TokenRegistryOptions {
  /** The party that administers the instruments: a signatory of the factories. */
  readonly admin: Party;
  readonly instruments: readonly Instrument[];
  /** The context of choices; empty by default. May throw a {@link ServiceError}. */
  readonly context?: (request: ContextRequest, ledger: HostLedger) => ChoiceContext;
  /** The kind of a transfer; default: `self` for a transfer to oneself, otherwise `offer`. */
  readonly transferKind?: (choiceArguments: JsonObject) => "self" | "direct" | "offer";
}

export interface TokenRegistryHost extends TokenRegistryOptions {
  readonly ledger: HostLedger;
}

const standard = [
  "metadata",
  "holding",
  "transfer-instruction",
  "allocation",
  "allocation-instruction",
];

const supportedApis = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [`splice-api-token-${name}-v1`, 1]));

export const tokenRegistryInfo = ({ admin }: TokenRegistryHost) => ({
  adminId: admin,
  supportedApis: supportedApis(["metadata"]),
});

const instrumentJson = ({ id, name, symbol, decimals = 10 }: Instrument) => ({
  id,
  name,
  symbol,
  decimals,
  supportedApis: supportedApis(standard),
});

/** A page of the instruments; the token of the next page is the id of this one's last. */
export const tokenInstruments = (
  { instruments }: TokenRegistryHost,
  { pageSize = 25, pageToken }: { readonly pageSize?: number; readonly pageToken?: string },
) => {
  const after = instruments.findIndex(({ id }) => id === pageToken);
  if (pageToken !== undefined && after < 0) throw badRequest(`No page begins after ${pageToken}.`);
  const page = instruments.slice(after + 1, after + 1 + pageSize);
  const last = page.at(-1);
  return {
    instruments: page.map(instrumentJson),
    ...(last !== undefined && last !== instruments.at(-1) && { nextPageToken: last.id }),
  };
};

export const tokenInstrument = ({ instruments }: TokenRegistryHost, id: string) => {
  const found = instruments.find((each) => each.id === id);
  if (found === undefined) throw notFound(`No instrument with id ${id} found`);
  return instrumentJson(found);
};

/** The factory that the admin has signed, the newest if there are several. */
const factoryOf = (
  { ledger, admin }: TokenRegistryHost,
  name: "transferFactory" | "allocationFactory",
) => {
  const found = ledger
    .contracts(interfaces[name])
    .findLast(({ signatories }) => signatories.includes(admin));
  if (found !== undefined) return found.contractId;
  throw notFound(`The admin ${admin} has no active contract of ${interfaces[name]}.`);
};

const disclosed = (
  { ledger: { state } }: TokenRegistryHost,
  contractId: ContractId,
  excludeDebugFields: boolean,
) => {
  const record = state.contracts.get(contractId);
  if (record?.activation === undefined) throw notFound(`The contract ${contractId} is not active.`);
  const event = new EventEncoder(state).created(
    {
      kind: "created",
      nodeId: 0,
      contract: record.contract,
      witnessParties: stakeholdersOf(record.contract),
      acsDelta: true,
      includeBlob: true,
      views: [],
    },
    0,
  );
  return {
    templateId: event.templateId,
    contractId,
    createdEventBlob: event.createdEventBlob,
    synchronizerId: record.activation.synchronizerId,
    ...(!excludeDebugFields && {
      debugPackageName: event.packageName,
      debugPayload: event.createArgument,
      debugCreatedAt: event.createdAt,
    }),
  };
};

const contextJson = (
  host: TokenRegistryHost,
  request: ContextRequest,
  { excludeDebugFields = false, besides = [] }: ContextJsonOptions,
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
      disclosed(host, contractId, excludeDebugFields),
    ),
  };
};

interface ContextJsonOptions {
  readonly excludeDebugFields?: boolean | undefined;
  readonly besides?: readonly ContractId[];
}

interface FactoryRequest {
  readonly choiceArguments: JsonObject;
  readonly excludeDebugFields?: boolean;
}

export const tokenTransferFactory = (host: TokenRegistryHost, request: FactoryRequest) => {
  const { choiceArguments, excludeDebugFields } = request;
  const factoryId = factoryOf(host, "transferFactory");
  const choice = "TransferFactory_Transfer";
  const asked: ContextRequest = { choice, contractId: factoryId, choiceArguments };
  return {
    factoryId,
    transferKind: host.transferKind?.(choiceArguments) ?? kindOf(choiceArguments),
    choiceContext: contextJson(host, asked, { excludeDebugFields, besides: [factoryId] }),
  };
};

const kindOf = ({ transfer }: JsonObject): "self" | "offer" => {
  const { sender, receiver } = (transfer ?? {}) as {
    readonly sender?: unknown;
    readonly receiver?: unknown;
  };
  if (typeof sender !== "string" || typeof receiver !== "string") {
    throw badRequest(
      "choiceArguments cannot be decoded: transfer must have a sender and a receiver",
    );
  }
  return sender === receiver ? "self" : "offer";
};

export const tokenAllocationFactory = (host: TokenRegistryHost, request: FactoryRequest) => {
  const { choiceArguments, excludeDebugFields } = request;
  const factoryId = factoryOf(host, "allocationFactory");
  const choice = "AllocationFactory_Allocate";
  const asked: ContextRequest = { choice, contractId: factoryId, choiceArguments };
  return {
    factoryId,
    choiceContext: contextJson(host, asked, { excludeDebugFields, besides: [factoryId] }),
  };
};

/** The context of a choice on an instruction or an allocation, which must be active and of the admin's token. */
export const tokenChoiceContext = (
  host: TokenRegistryHost,
  request: Omit<ContextRequest, "choiceArguments">,
  { excludeDebugFields }: { readonly excludeDebugFields?: boolean },
) => {
  const { state } = host.ledger;
  const { contractId, choice } = request;
  const contract = state.contracts.get(contractId)?.contract;
  const [wanted] = choice.split("_");
  const implemented = [...(state.packages.template(contract?.templateId ?? "")?.implements ?? [])];
  const isActive = state.contracts.get(contractId)?.activation !== undefined;
  const fits = implemented.some((id) => splitTypeId(id).qualifiedName.endsWith(`:${wanted}`));
  if (
    !isActive ||
    !fits ||
    contract === undefined ||
    !stakeholdersOf(contract).includes(host.admin)
  ) {
    throw notFound(`${wanted} '${contractId}' not found.`);
  }
  return contextJson(host, { ...request, choiceArguments: {} }, { excludeDebugFields });
};
