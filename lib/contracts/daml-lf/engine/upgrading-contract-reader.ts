import type { ContractVersionMismatch, LedgerError } from "../../../base/errors/ledger-error.ts";
import {
  type ContractId,
  splitTypeId,
  type TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import { arePartySetsEqual } from "../../../base/model/party-set.ts";
import { areValuesEqual } from "../../../base/values/equal.ts";
import type { ValueShape } from "../../../base/values/shape.ts";
import type { Value } from "../../../base/values/value.ts";
import type { PartialTransaction } from "../../engine/partial-transaction.ts";
import { isContractIdAuthentic } from "../../transaction/contract-id.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import type { RuntimeRecord } from "../runtime/runtime-value.ts";
import type { LfType } from "../syntax/ast.ts";
import type { DamlPackages } from "./daml-packages.ts";
import type { PayloadInTemplateVersion } from "./payload-cache.ts";
import { computePartiesAndKey } from "./payload-terms.ts";
import type { CompiledProgram } from "./program.ts";
import { runWithUncatchableExceptions } from "./uncaught-exception-error.ts";

/** A contract as read through one version of its template. */
export interface ContractInTemplateVersion {
  readonly contract: Contract;
  readonly templateId: TypeId;
  readonly payload: RuntimeRecord;
}

/** Reads contracts as a version of their template, with the checks of the upgrade rules (daml-lf.md 18.3). */
export class UpgradingContractReader {
  readonly #packages: DamlPackages;
  readonly #program: CompiledProgram;
  readonly #transaction: PartialTransaction;
  /**
   * Payloads of the contracts created in this transaction. They are not cached longer, because most are
   * never read.
   */
  #created: Map<Contract, PayloadInTemplateVersion> | undefined;

  constructor(packages: DamlPackages, transaction: PartialTransaction) {
    this.#packages = packages;
    this.#program = packages.program;
    this.#transaction = transaction;
  }

  /** Stores the payload of a new contract; its metadata is known to be correct. */
  rememberPayload(contract: Contract, templateId: TypeId, payload: RuntimeRecord): void {
    this.#created ??= new Map();
    this.#created.set(contract, { templateId, payload });
  }

  /**
   * Raises CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE, WRONGLY_TYPED_CONTRACT, TEMPLATE_PRECONDITION_VIOLATED
   * and INTERPRETATION_UPGRADE_ERROR_*.
   */
  read(contractId: ContractId, templateId: TypeId): ContractInTemplateVersion {
    return this.#read(contractId, templateId, true);
  }

  /** Reads a contract that is about to be consumed, without caching it. */
  readOnce(contractId: ContractId, templateId: TypeId): ContractInTemplateVersion {
    return this.#read(contractId, templateId, false);
  }

  #read(contractId: ContractId, templateId: TypeId, isCached: boolean): ContractInTemplateVersion {
    const contract = this.#transaction.getContract(contractId);
    this.#checkTemplate(contract, templateId);
    const known = this.#findKnownPayload(contract, templateId);
    if (known !== undefined) return { contract, templateId, payload: known.payload };
    const payload = this.#program.budget.runOnSeparateQuota(() =>
      this.#readValidatedPayload(contract, templateId),
    );
    if (isCached) this.#program.payloads.add(contract, { templateId, payload });
    return { contract, templateId, payload };
  }

  #findKnownPayload(contract: Contract, templateId: TypeId): PayloadInTemplateVersion | undefined {
    const created = this.#created?.get(contract);
    if (created?.templateId === templateId) return created;
    return this.#program.payloads.get(contract, templateId);
  }

  /**
   * Checks that the contract belongs to the template: versions of one template have the same module and
   * name. The package name is compared later.
   */
  #checkTemplate(contract: Contract, templateId: TypeId): void {
    const { qualifiedName } = splitTypeId(templateId);
    if (splitTypeId(contract.templateId).qualifiedName === qualifiedName) return;
    throw interpretationError("WRONGLY_TYPED_CONTRACT", {
      cause: `contract ${contract.contractId} is of template ${contract.templateId}, not ${templateId}.`,
      resources: [
        ["CONTRACT_ID", contract.contractId],
        ["TEMPLATE_ID", templateId],
        ["TEMPLATE_ID", contract.templateId],
      ],
    });
  }

  #readValidatedPayload(contract: Contract, templateId: TypeId): RuntimeRecord {
    const program = this.#program;
    const { payloadType } = program.getTemplateCode(templateId);
    const payload = requireValueKind("record", program.values.read(payloadType, contract.argument));
    const differences = runWithUncatchableExceptions(program, () =>
      this.#metadataDifferences(contract, templateId, payload),
    );
    if (differences.length > 0) throw validationFailedError(contract, templateId, differences);
    this.#authenticateContract(contract, templateId, payload);
    return payload;
  }

  /**
   * Checks that the contract's id matches its content in this version. Before any code ran, the ledger
   * checked that the id matches the content in the version that created the contract.
   */
  #authenticateContract(contract: Contract, templateId: TypeId, payload: RuntimeRecord): void {
    if (contract.templateId === templateId) return;
    const { payloadType, key } = this.#program.getTemplateCode(templateId);
    const shapeOf = (type: LfType): ValueShape =>
      this.#transaction.packages.registry.shapes.of(this.#packages.getDeclaredType(type));
    const read = { ...contract, argument: toLedgerValue(payload, this.#program.budget) };
    const shapes = {
      argument: shapeOf(payloadType),
      ...(key === undefined ? {} : { key: shapeOf(key.type) }),
    };
    if (!isContractIdAuthentic(read, shapes)) throw authenticationFailedError(contract, templateId);
  }

  #metadataDifferences(
    contract: Contract,
    templateId: TypeId,
    payload: RuntimeRecord,
  ): readonly string[] {
    const terms = computePartiesAndKey(this.#program, templateId, payload);
    if (terms === undefined) throw createPreconditionViolatedError(templateId, contract);
    const { signatories, observers, key } = terms;
    const differences = {
      "the signatories": !arePartySetsEqual(signatories, contract.signatories),
      "the observers": !arePartySetsEqual(observers, contract.observers),
      "the key": !equalKeys(key?.value, contract.key?.value),
      "the maintainers of the key": !arePartySetsEqual(
        key?.maintainers ?? [],
        contract.key?.maintainers ?? [],
      ),
      "the package name": contract.packageName !== this.#packages.getPackageName(templateId),
    };
    return Object.entries(differences).flatMap(([what, differs]) => (differs ? [what] : []));
  }
}

const equalKeys = (left: Value | undefined, right: Value | undefined): boolean =>
  left === undefined || right === undefined ? left === right : areValuesEqual(left, right);

/** Returns the error of a create, or of reading an existing contract as another version of its template. */
export const createPreconditionViolatedError = (
  templateId: TypeId,
  read?: Contract,
): LedgerError => {
  const error = interpretationError("TEMPLATE_PRECONDITION_VIOLATED", {
    cause: `the precondition of ${templateId} does not hold for the argument.`,
    ...(read !== undefined && { version: toRefusedVersion(read, templateId) }),
  });
  violatedTemplates.set(error, templateId);
  return error;
};

const violatedTemplates = new WeakMap<object, TypeId>();

/** Returns the template whose precondition an error reports as violated; undefined for other errors. */
export const findViolatedPreconditionTemplate = (error: object): TypeId | undefined =>
  violatedTemplates.get(error);

const toRefusedVersion = (
  { contractId, templateId: createdAs }: Contract,
  readAs: TypeId,
): ContractVersionMismatch => ({ contractId, createdAs, readAs });

const validationFailedError = (
  contract: Contract,
  templateId: TypeId,
  differences: readonly string[],
): LedgerError =>
  interpretationError("INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED", {
    cause: `contract ${contract.contractId} cannot be used as ${templateId}: ${differences.join(", ")} would be different.`,
    resources: upgradeResources(contract, templateId),
    version: toRefusedVersion(contract, templateId),
  });

const authenticationFailedError = (contract: Contract, templateId: TypeId): LedgerError =>
  interpretationError("INTERPRETATION_UPGRADE_ERROR_AUTHENTICATION_FAILED", {
    cause: `contract ${contract.contractId} cannot be used as ${templateId}: its id does not match its content in this version.`,
    resources: upgradeResources(contract, templateId),
    version: toRefusedVersion(contract, templateId),
  });

const upgradeResources = ({ contractId, templateId: createdAs }: Contract, templateId: TypeId) =>
  [
    ["CONTRACT_ID", contractId],
    ["TEMPLATE_ID", createdAs],
    ["TEMPLATE_ID", templateId],
  ] as const;
