import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  type ContractId,
  type Micros,
  type PackageName,
  type Party,
  splitTypeId,
  type TypeId,
  typeId as typeIdOf,
} from "../../../base/identifiers/identifiers.ts";
import type { ContractKey, GlobalKey } from "../../../base/model/contract.ts";
import { partySet } from "../../../base/model/party-set.ts";
import * as make from "../../../base/values/constructors.ts";
import type { Value } from "../../../base/values/value.ts";
import type { PartialTransaction, StepContractKey } from "../../engine/partial-transaction.ts";
import { computeContractKeyHash } from "../../transaction/contract-hash.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import {
  emptyMaintainersError,
  keyNotFoundError,
  type TemplateOfKey,
} from "../../transaction/key-errors.ts";
import type {
  InterfaceExercise,
  KeyExercise,
  LedgerActions,
  TemplateExercise,
} from "../code/ledger-actions.ts";
import { hasInstance } from "../link/interface-instances.ts";
import { asBool } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import { readParties } from "../runtime/parties.ts";
import {
  type ContractIdV,
  createList,
  createSome,
  type InterfaceV,
  type RecordV,
  type RuntimeValue,
  type UpdateV,
} from "../runtime/runtime-value.ts";
import type { ChoiceCode } from "./contract-code.ts";
import { ContractReader, preconditionViolatedError, type ReadContract } from "./contract-reader.ts";
import type { DamlPackages } from "./daml-packages.ts";
import type { StartingExercise } from "./open-choice.ts";
import type { CompiledProgram } from "./program.ts";
import { runUncatchable } from "./uncaught-exception-error.ts";

interface KeyQuery extends TemplateOfKey {
  readonly key: ContractKey;
  readonly globalKey: GlobalKey;
  readonly json: () => unknown;
}

/** Performs the ledger actions of Daml code on a partial transaction. */
export class LedgerActionMachine implements LedgerActions {
  readonly #packages: DamlPackages;
  readonly #program: CompiledProgram;
  readonly #transaction: PartialTransaction;
  readonly #reader: ContractReader;

  constructor(packages: DamlPackages, transaction: PartialTransaction) {
    this.#packages = packages;
    this.#program = packages.program;
    this.#transaction = transaction;
    this.#reader = new ContractReader(packages, transaction);
  }

  create(templateId: TypeId, payload: RecordV): ContractIdV {
    this.#program.budget.chargeForNode();
    const template = this.#program.getTemplateCode(templateId);
    if (template.precondition !== undefined && !asBool(template.precondition(payload))) {
      throw preconditionViolatedError(templateId);
    }
    const signatories = readParties(template.signatories(payload));
    const observers = readParties(template.observers(payload));
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
    return make.contractId(contractId);
  }

  #computeContractKey(templateId: TypeId, payload: RecordV): StepContractKey | undefined {
    const { key } = this.#program.getTemplateCode(templateId);
    if (key === undefined) return undefined;
    const value = key.fromPayload(payload);
    // Compute the maintainers first: a handler can catch an exception of their code, but not the error
    // for a value that is nested too deeply.
    const maintainers = readParties(key.maintainers(value));
    return {
      value: this.#ledgerValue(value),
      type: this.#packages.getDeclaredType(key.type),
      maintainers,
    };
  }

  beginExercise(exercise: TemplateExercise): UpdateV {
    const { templateId, contractId, choice, argument, ledgerArgument } = exercise;
    const code = this.#program.getChoiceCode(templateId, choice);
    const read = code.definition.consuming
      ? this.#reader.readOnce(contractId, templateId)
      : this.#reader.read(contractId, templateId);
    return this.#startExercise({ read, code, self: read.payload, argument, ledgerArgument });
  }

  beginInterfaceExercise(exercise: InterfaceExercise): UpdateV {
    const { interfaceId, contractId, choice, argument, ledgerArgument } = exercise;
    const read = this.#readThrough(interfaceId, contractId);
    const code = this.#program.getChoiceCode(interfaceId, choice);
    const self = createInterfaceValue(read);
    return this.#startExercise({ read, code, interfaceId, self, argument, ledgerArgument });
  }

  beginExerciseByKey(exercise: KeyExercise): UpdateV {
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

  #startExercise(open: StartingExercise): UpdateV {
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
    return code.body(make.contractId(contract.contractId), self, argument);
  }

  #evaluateParties(
    code: ChoiceCode["controllers"],
    self: RuntimeValue,
    argument: RuntimeValue,
  ): readonly Party[] {
    return runUncatchable(this.#program, () => readParties(code(self, argument)));
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
  #readThrough(interfaceId: TypeId, contractId: ContractId): ReadContract {
    const { packageName, templateId: createdAs } = this.#transaction.getContract(contractId);
    const { packageId } = this.#transaction.packages.getPreferredPackage(packageName);
    const templateId = typeIdOf(packageId, splitTypeId(createdAs).qualifiedName);
    if (!hasInstance(this.#program.definitions, templateId, interfaceId)) {
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

  #findFirstWithKey(templateId: TypeId, key: RuntimeValue): ReadContract {
    const query = this.#findContractsWithKey(templateId, key);
    if (query.key.maintainers.length === 0) throw emptyMaintainersError("FETCH", query);
    const [first] = this.#transaction.contractsByKey(query.globalKey, 1);
    if (first === undefined) throw keyNotFoundError(query, JSON.stringify(query.json()));
    return this.#reader.read(first.contractId, templateId);
  }

  queryByKey(templateId: TypeId, count: RuntimeValue, key: RuntimeValue): RuntimeValue {
    this.#program.budget.chargeForNode();
    const query = this.#findContractsWithKey(templateId, key);
    const found = this.#transaction.lookupByKey({ ...query, limit: readQueryLimit(count) });
    return createSome(
      createList(
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
    const maintainers = runUncatchable(this.#program, () =>
      partySet(readParties(code.maintainers(key))),
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
  #createContractPair({ contract, payload }: ReadContract): RuntimeValue {
    return {
      kind: "record",
      shape: this.#packages.pairShape,
      fields: [make.contractId(contract.contractId), payload],
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

const createInterfaceValue = ({ templateId, payload }: ReadContract): InterfaceV => ({
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
