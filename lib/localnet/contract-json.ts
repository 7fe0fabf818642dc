import type { SpliceContract, SpliceState } from "./splice-state.ts";

/** A contract in the format of Splice's services. */
export interface ContractJson {
  readonly template_id: string;
  readonly contract_id: string;
  readonly payload: unknown;
  readonly created_event_blob: string;
  readonly created_at: string;
}

export interface ContractWithState {
  readonly contract: ContractJson;
  /** Absent while the contract is in flight between synchronizers. */
  readonly domain_id?: string;
}

export const createContractJson = (
  splice: SpliceState,
  contract: SpliceContract<unknown>,
): ContractJson => {
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

export const toContractWithState = (
  splice: SpliceState,
  contract: SpliceContract<unknown>,
): ContractWithState => {
  const domainId = findContractSynchronizer(splice, contract);
  return {
    contract: createContractJson(splice, contract),
    ...(domainId !== undefined && { domain_id: domainId }),
  };
};

export interface DisclosureOptions {
  /** Omits the fields that only help people who read the response. */
  readonly excludeDebugFields?: boolean | undefined;
}

/** Returns a contract as a disclosed contract of a token registry. */
export const toDisclosedContractJson = (
  splice: SpliceState,
  contract: Pick<SpliceContract, "contract">,
  synchronizerId: string,
  { excludeDebugFields = false }: DisclosureOptions,
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

/** Like {@link toContractWithState}, but without the contract if the client has it already. */
export const createUncachedContractJson = (
  splice: SpliceState,
  contract: SpliceContract<unknown>,
  cached: readonly string[],
): Partial<ContractWithState> => {
  const { contract: json, ...rest } = toContractWithState(splice, contract);
  return cached.includes(contract.contractId) ? rest : { contract: json, ...rest };
};
