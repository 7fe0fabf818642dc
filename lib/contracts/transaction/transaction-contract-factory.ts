import { type Micros, splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { Contract, ContractKey } from "../../base/model/contract.ts";
import { createPartySet, unitePartySets } from "../../base/model/party-set.ts";
import type { CreateStep } from "../engine/partial-transaction.ts";
import type { PackageRegistry } from "../packages/registry.ts";
import { computeContractHash, computeContractKeyHash } from "./contract-hash.ts";
import { createContractId } from "./contract-id.ts";
import { emptyKeyMaintainersError } from "./key-errors.ts";
import { ContractSalts, deriveContractIdDiscriminator } from "./seeds.ts";

/** The parties of a create step, sorted, and its key with the hash, if it has one. */
export interface CreatedContractPartiesAndKey extends Pick<Contract, "signatories" | "observers"> {
  readonly key: ContractKey | undefined;
}

export interface TransactionContractFactoryOptions {
  readonly registry: PackageRegistry;
  readonly ledgerTime: Micros;
  readonly preparationTime: Micros;
  readonly submissionSeed: Uint8Array;
}

/** Creates the contracts of a transaction with their final ids (daml-lf.md 17). */
export class TransactionContractFactory {
  readonly #options: TransactionContractFactoryOptions;
  #salts: ContractSalts | undefined;

  constructor(options: TransactionContractFactoryOptions) {
    this.#options = options;
  }

  /**
   * Returns the key of a contract to be created. Raises CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS,
   * CONTRACT_ID_IN_CONTRACT_KEY.
   */
  createContractKey(step: CreateStep): ContractKey | undefined {
    if (step.key === undefined) return undefined;
    const { value, type } = step.key;
    const hash = computeContractKeyHash({
      packageName: step.packageName,
      qualifiedName: splitTypeId(step.templateId).qualifiedName,
      key: value,
      shape: this.#options.registry.shapes.of(type),
    });
    const maintainers = createPartySet(step.key.maintainers);
    if (maintainers.length === 0) throw emptyKeyMaintainersError("CREATE", step);
    return { value, maintainers, hash };
  }

  /** Returns the contract of a create step, with the given parties and key. */
  issueContract(
    { templateId, packageName, argument, argumentType }: CreateStep,
    { signatories, observers, key }: CreatedContractPartiesAndKey,
    nodeSeed: Uint8Array,
  ): Contract {
    const { registry, ledgerTime: createdAt, preparationTime, submissionSeed } = this.#options;
    const stakeholders = unitePartySets(signatories, observers);
    const hash = computeContractHash({
      packageName,
      qualifiedName: splitTypeId(templateId).qualifiedName,
      argument,
      shape: registry.shapes.of(argumentType),
    });
    this.#salts ??= new ContractSalts(submissionSeed);
    const salt = this.#salts.next();
    const contractId = createContractId(
      deriveContractIdDiscriminator(nodeSeed, preparationTime, stakeholders),
      { contractHash: hash, salt, createdAt, signatories, observers, key },
    );
    const contract: Contract = {
      contractId,
      templateId,
      packageName,
      argument,
      signatories,
      observers,
      createdAt,
      salt,
    };
    return key === undefined ? contract : { ...contract, key };
  }
}
