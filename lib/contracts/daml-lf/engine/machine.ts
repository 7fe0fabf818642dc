import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  type ContractId,
  createTypeId as typeIdOf,
  type Micros,
  type PackageName,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { ContractKey, GlobalContractKey } from "../../../base/model/contract.ts";
import { createPartySet } from "../../../base/model/party-set.ts";
import * as make from "../../../base/values/constructors.ts";
import type { Value } from "../../../base/values/value.ts";
import type { PartialTransaction, StepContractKey } from "../../engine/partial-transaction.ts";
import { computeContractKeyHash } from "../../transaction/contract-hash.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import {
  type ContractKeyTemplate,
  createContractKeyNotFoundError,
  emptyKeyMaintainersError,
} from "../../transaction/key-errors.ts";
import type {
  DamlLedgerActions,
  ExerciseByKeyAction,
  InterfaceExerciseAction,
  TemplateExerciseAction,
} from "../code/daml-ledger-actions.ts";
import { hasInterfaceInstance } from "../link/interface-instances.ts";
import { requireBoolValue } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import { readPartyList } from "../runtime/parties.ts";
import {
  createRuntimeList,
  createRuntimeSome,
  type RuntimeContractId,
  type RuntimeInterfaceValue,
  type RuntimeRecord,
  type RuntimeUpdateAction,
  type RuntimeValue,
} from "../runtime/runtime-value.ts";
import type { ChoiceCode } from "./contract-code.ts";
import type { DamlPackages } from "./daml-packages.ts";
import type { UnstartedExercise } from "./open-choice.ts";
import type { CompiledProgram } from "./program.ts";
import { runWithUncatchableExceptions } from "./uncaught-exception-error.ts";
import {
  type ContractInTemplateVersion,
  createPreconditionViolatedError,
  UpgradingContractReader,
} from "./upgrading-contract-reader.ts";

interface KeyQuery extends ContractKeyTemplate {
  readonly key: ContractKey;
  readonly globalKey: GlobalContractKey;
  readonly json: () => unknown;
}

/** Performs the ledger actions of Daml code on a partial transaction. */
export class LedgerActionMachine implements DamlLedgerActions {
  readonly #packages: DamlPackages;
  readonly #program: CompiledProgram;
  readonly #transaction: PartialTransaction;
  readonly #reader: UpgradingContractReader;

  constructor(packages: DamlPackages, transaction: PartialTransaction) {
    this.#packages = packages;
    this.#program = packages.program;
    this.#transaction = transaction;
    this.#reader = new UpgradingContractReader(packages, transaction);
  }

  create(templateId: TypeId, payload: RuntimeRecord): RuntimeContractId {
    this.#program.budget.chargeForNode();
    const template = this.#program.getTemplateCode(templateId);
    if (template.precondition !== undefined && !requireBoolValue(template.precondition(payload))) {
      throw createPreconditionViolatedError(templateId);
    }
    const signatories = readPartyList(template.signatories(payload));
    const observers = readPartyList(template.observers(payload));
    const key = this.#computeContractKey(templateId, payload);
    const contractId = this.#transaction.create({
      templateId,
      packageName: this.#packages.getPackageName(templateId),
      argument: this.#ledgerValue(payload),
      argumentType: this.#packages.getDeclaredType(template.payloadType),
      signatories,
      observers,
      key,
    });
    this.#reader.rememberPayload(this.#transaction.getContract(contractId), templateId, payload);
    return make.createContractIdValue(contractId);
  }

  #computeContractKey(templateId: TypeId, payload: RuntimeRecord): StepContractKey | undefined {
    const { key } = this.#program.getTemplateCode(templateId);
    if (key === undefined) return undefined;
    const value = key.fromPayload(payload);
    // Compute the maintainers first: a handler can catch an exception of their code, but not the error
    // for a value that is nested too deeply.
    const maintainers = readPartyList(key.maintainers(value));
    return {
      value: this.#ledgerValue(value),
      type: this.#packages.getDeclaredType(key.type),
      maintainers,
    };
  }

  beginExercise(exercise: TemplateExerciseAction): RuntimeUpdateAction {
    const { templateId, contractId, choice, argument, ledgerArgument } = exercise;
    const code = this.#program.getChoiceCode(templateId, choice);
    const read = code.definition.consuming
      ? this.#reader.readOnce(contractId, templateId)
      : this.#reader.read(contractId, templateId);
    return this.#startExercise({ read, code, self: read.payload, argument, ledgerArgument });
  }

  beginInterfaceExercise(exercise: InterfaceExerciseAction): RuntimeUpdateAction {
    const { interfaceId, contractId, choice, argument, ledgerArgument } = exercise;
    const read = this.#readThrough(interfaceId, contractId);
    const code = this.#program.getChoiceCode(interfaceId, choice);
    const self = createInterfaceValue(read);
    return this.#startExercise({ read, code, interfaceId, self, argument, ledgerArgument });
  }

  beginExerciseByKey(exercise: ExerciseByKeyAction): RuntimeUpdateAction {
    const { templateId, choice, key, argument, ledgerArgument } = exercise;
    const read = this.#findFirstWithKey(templateId, key);
    const code = this.#program.getChoiceCode(templateId, choice);
    return this.#startExercise({
      read,
      code,
      self: read.payload,
      argument,
      ledgerArgument,
      byKey: true,
    });
  }

  #startExercise(open: UnstartedExercise): RuntimeUpdateAction {
    const { read, code, interfaceId, self, argument, ledgerArgument, byKey } = open;
    this.#program.budget.chargeForNode();
    const { contract, templateId } = read;
    const { definition } = code;
    const controllers = this.#evaluateParties(code.controllers, self, argument);
    const choiceObservers = this.#evaluateParties(code.observers, self, argument);
    this.#transaction.beginExercise({
      contract,
      templateId,
      interfaceId,
      choice: definition.name,
      consuming: definition.consuming,
      argument: ledgerArgument ?? this.#ledgerValue(argument),
      controllers,
      choiceObservers,
      byKey,
    });
    return code.body(make.createContractIdValue(contract.contractId), self, argument);
  }

  #evaluateParties(
    code: ChoiceCode["controllers"],
    self: RuntimeValue,
    argument: RuntimeValue,
  ): readonly Party[] {
    return runWithUncatchableExceptions(this.#program, () => readPartyList(code(self, argument)));
  }

  /** Ends the exercise and returns its result as a ledger value. */
  endExercise(result: RuntimeValue): Value {
    const value = this.#ledgerValue(result);
    this.#transaction.endExercise(value);
    return value;
  }

  fetchContract(templateId: TypeId, contractId: ContractId): RuntimeValue {
    this.#program.budget.chargeForNode();
    const read = this.#reader.read(contractId, templateId);
    this.#transaction.fetchContract({ contract: read.contract, templateId });
    return read.payload;
  }

  fetchInterface(interfaceId: TypeId, contractId: ContractId): RuntimeValue {
    this.#program.budget.chargeForNode();
    const read = this.#readThrough(interfaceId, contractId);
    this.#transaction.fetchContract({
      contract: read.contract,
      templateId: read.templateId,
      interfaceId,
    });
    return createInterfaceValue(read);
  }

  /**
   * Reads a contract as the preferred version of its package. The template in this version must implement
   * the interface.
   */
  #readThrough(interfaceId: TypeId, contractId: ContractId): ContractInTemplateVersion {
    const { packageName, templateId: createdAs } = this.#transaction.getContract(contractId);
    const { packageId } = this.#transaction.packages.getPreferredPackage(packageName);
    const templateId = typeIdOf(packageId, splitTypeId(createdAs).qualifiedName);
    if (!hasInterfaceInstance(this.#program.definitions, templateId, interfaceId)) {
      throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE", {
        cause: `contract ${contractId} of template ${templateId} does not implement ${interfaceId}.`,
        resources: [
          ["CONTRACT_ID", contractId],
          ["TEMPLATE_ID", templateId],
          ["INTERFACE_ID", interfaceId],
        ],
      });
    }
    return this.#reader.read(contractId, templateId);
  }

  fetchByKey(templateId: TypeId, key: RuntimeValue): RuntimeValue {
    this.#program.budget.chargeForNode();
    const read = this.#findFirstWithKey(templateId, key);
    this.#transaction.fetchContract({ contract: read.contract, templateId, byKey: true });
    return this.#createContractPair(read);
  }

  #findFirstWithKey(templateId: TypeId, key: RuntimeValue): ContractInTemplateVersion {
    const query = this.#findContractsWithKey(templateId, key);
    if (query.key.maintainers.length === 0) throw emptyKeyMaintainersError("FETCH", query);
    const [first] = this.#transaction.contractsByKey(query.globalKey, 1);
    if (first === undefined) {
      throw createContractKeyNotFoundError(query, JSON.stringify(query.json()));
    }
    return this.#reader.read(first.contractId, templateId);
  }

  queryByKey(templateId: TypeId, count: RuntimeValue, key: RuntimeValue): RuntimeValue {
    this.#program.budget.chargeForNode();
    const query = this.#findContractsWithKey(templateId, key);
    const found = this.#transaction.lookupByKey({ ...query, limit: readQueryLimit(count) });
    return createRuntimeSome(
      createRuntimeList(
        found.map(({ contractId }) =>
          this.#createContractPair(this.#reader.read(contractId, templateId)),
        ),
      ),
    );
  }

  /**
   * Returns the hash and maintainers of a key. Handlers cannot catch an exception of the code that
   * computes the maintainers.
   */
  #findContractsWithKey(templateId: TypeId, key: RuntimeValue): KeyQuery {
    const { key: code } = this.#program.getTemplateCode(templateId);
    if (code === undefined) {
      throw interpretationError("DAML_INTERPRETATION_ERROR", {
        cause: `the template ${templateId} has no key.`,
      });
    }
    const maintainers = runWithUncatchableExceptions(this.#program, () =>
      createPartySet(readPartyList(code.maintainers(key))),
    );
    const packageName: PackageName = this.#packages.getPackageName(templateId);
    const { qualifiedName } = splitTypeId(templateId);
    const type = this.#packages.getDeclaredType(code.type);
    const value = this.#ledgerValue(key);
    const { registry } = this.#transaction.packages;
    const shape = registry.shapes.of(type);
    const hash = computeContractKeyHash({ packageName, qualifiedName, key: value, shape });
    return {
      templateId,
      packageName,
      key: { value, maintainers, hash },
      globalKey: { packageName, qualifiedName, hash },
      json: () => registry.codec(type).encode(value),
    };
  }

  #ledgerValue(value: RuntimeValue): Value {
    return toLedgerValue(value, this.#program.budget);
  }

  /** Returns a `Tuple2` of contract id and payload. */
  #createContractPair({ contract, payload }: ContractInTemplateVersion): RuntimeValue {
    return {
      kind: "record",
      shape: this.#packages.pairShape,
      fields: [make.createContractIdValue(contract.contractId), payload],
    };
  }

  getLedgerTime(): RuntimeValue {
    return { kind: "timestamp", micros: this.#transaction.getLedgerTime() };
  }

  isLedgerTimeBefore(time: Micros): RuntimeValue {
    return this.#transaction.isLedgerTimeBefore(time);
  }

  beginScope(): void {
    this.#transaction.beginScope();
  }

  endScope(): void {
    this.#transaction.endScope();
  }

  rollbackScope(): void {
    this.#transaction.rollbackScope();
  }
}

const createInterfaceValue = ({
  templateId,
  payload,
}: ContractInTemplateVersion): RuntimeInterfaceValue => ({
  kind: "interface",
  templateId,
  payload,
});

const maxQueryLimit = 1_000_000n;

const readQueryLimit = (count: RuntimeValue): number => {
  if (typeof count !== "bigint" || count < 1n) {
    // A participant has no specific error for this.
    throw ledgerError("LEDGER_API_INTERNAL_ERROR", {
      cause: "A query by key must ask for at least one contract.",
      expected: "at least one contract to ask for",
    });
  }
  return Number(count > maxQueryLimit ? maxQueryLimit : count);
};
