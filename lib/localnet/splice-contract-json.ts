import type { SpliceContract, SpliceState } from "./splice-state.ts";

/** A contract in the format of Splice's services. */
export interface SpliceContractJson {
  readonly template_id: string;
  readonly contract_id: string;
  readonly payload: unknown;
  readonly created_event_blob: string;
  readonly created_at: string;
}

export interface ContractJsonWithSynchronizer {
  readonly contract: SpliceContractJson;
  /** Absent while the contract is in flight between synchronizers. */
  readonly domain_id?: string;
}

export const createSpliceContractJson = (
  splice: SpliceState,
  contract: SpliceContract<unknown>,
): SpliceContractJson => {
  const { templateId, contractId, createArgument, createdEventBlob, createdAt } =
    splice.createdEvent(contract);
  return {
    template_id: templateId,
    contract_id: contractId,
    payload: createArgument,
    created_event_blob: createdEventBlob,
    created_at: createdAt,
  };
};

/** Returns the synchronizer that the contract is assigned to; undefined while it is in flight. */
export const findContractSynchronizer = (
  { state }: SpliceState,
  { contractId }: SpliceContract<unknown>,
): string | undefined => state.contracts.get(contractId)?.activation?.synchronizerId;

export const toContractJsonWithSynchronizer = (
  splice: SpliceState,
  contract: SpliceContract<unknown>,
): ContractJsonWithSynchronizer => {
  const domainId = findContractSynchronizer(splice, contract);
  return {
    contract: createSpliceContractJson(splice, contract),
    ...(domainId !== undefined && { domain_id: domainId }),
  };
};

export interface DisclosedContractJsonOptions {
  /** Omits the fields that only help people who read the response. */
  readonly excludeDebugFields?: boolean | undefined;
}

/** Returns a contract as a disclosed contract of a token registry. */
export const toDisclosedContractJson = (
  splice: SpliceState,
  contract: Pick<SpliceContract, "contract">,
  synchronizerId: string,
  { excludeDebugFields = false }: DisclosedContractJsonOptions,
) => {
  const event = splice.createdEvent(contract);
  return {
    templateId: event.templateId,
    contractId: event.contractId,
    createdEventBlob: event.createdEventBlob,
    synchronizerId,
    ...(!excludeDebugFields && {
      debugPackageName: event.packageName,
      debugPayload: event.createArgument,
      debugCreatedAt: event.createdAt,
    }),
  };
};

/** Like {@link toContractJsonWithSynchronizer}, but without the contract if the client has it already. */
export const createContractJsonUnlessClientCached = (
  splice: SpliceState,
  contract: SpliceContract<unknown>,
  cached: readonly string[],
): Partial<ContractJsonWithSynchronizer> => {
  const { contract: json, ...rest } = toContractJsonWithSynchronizer(splice, contract);
  return cached.includes(contract.contractId) ? rest : { contract: json, ...rest };
};
