import { ledgerError } from "../../../base/errors/ledger-error.ts";
import {
  type ContractId,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type { Contract, GlobalContractKey } from "../../../base/model/contract.ts";
import { createPartySet } from "../../../base/model/party-set.ts";
import type { Value } from "../../../base/values/value.ts";
import type { PartialTransaction } from "../../engine/partial-transaction.ts";
import { computeContractKeyHash } from "../../transaction/contract-hash.ts";
import { interpretationError } from "../../transaction/interpretation-error.ts";
import {
  createContractKeyNotFoundError,
  emptyKeyMaintainersError,
} from "../../transaction/key-errors.ts";
import { toTypedContractId } from "../types/contract-id.ts";
import type { ChoiceDeclaration } from "../types/declaration.ts";
import { createInterfaceValue } from "./create-interface-value.ts";
import { RootActionExecution, runWithUncatchableErrors } from "./execution.ts";
import { requireDeclaredChoice, type RunnableTypeScriptChoice } from "./require-declared-choice.ts";
import { encodeContractCodeReturnValue, requirePartiesFromContractCode } from "./return-values.ts";
import {
  findRunnableTypeScriptPackage,
  type RunnableTypeScriptInterface,
  type RunnableTypeScriptPackage,
} from "./runnable-typescript-package.ts";
import type { RunnableTypeScriptTemplate } from "./runnable-typescript-template.ts";
import { upgradeContractPayload } from "./upgrade.ts";

/** A contract as the code of a choice sees it. */
interface ChoiceTarget {
  readonly contract: Contract;
  readonly template: RunnableTypeScriptTemplate;
  /** Set if the contract is used through an interface. */
  readonly interfaceId?: TypeId;
  /** The payload, or the interface value. */
  readonly self: unknown;
  /** The package whose code runs. */
  readonly code: RunnableTypeScriptPackage;
  readonly byKey: boolean;
}

/** Creates the context through which the code of a package accesses the ledger. */
export type TransactionContextFactory = (
  interpreter: TemplateInterpreter,
  code: RunnableTypeScriptPackage,
) => object;

/**
 * Runs templates against one partial transaction: creates, fetches and exercises (daml-lf.md 8). Contract
 * code calls back into the interpreter through its context.
 */
export class TemplateInterpreter {
  readonly transaction: PartialTransaction;
  readonly execution: RootActionExecution;
  readonly #createContext: TransactionContextFactory;
  #contexts: Map<RunnableTypeScriptPackage, object> | undefined;

  constructor(transaction: PartialTransaction, createContext: TransactionContextFactory) {
    this.transaction = transaction;
    this.#createContext = createContext;
    this.execution = new RootActionExecution(transaction);
  }

  create(template: RunnableTypeScriptTemplate, argument: Value): ContractId {
    const { declaration, packageName, payloadType, keyType } = template;
    const { signatories, observers, key } = template.computeTerms(
      declaration.payload.decode(argument),
    );
    return this.transaction.create({
      templateId: template.id,
      packageName,
      argument,
      argumentType: payloadType,
      signatories,
      observers,
      uniqueKey: declaration.key?.unique ?? false,
      key: key && keyType && { ...key, type: keyType },
    });
  }

  /** Fetches a contract and returns its payload. */
  fetchPayload(template: RunnableTypeScriptTemplate, contractId: ContractId): unknown {
    return this.#fetchContract(template, this.transaction.getContract(contractId), false);
  }

  /** Fetches a contract and returns it as a value of the interface. */
  fetchInterface(target: RunnableTypeScriptInterface, contractId: ContractId): unknown {
    const contract = this.transaction.getContract(contractId);
    const template = this.#implementingTemplate(target, contract);
    const self = this.#toInterfaceValue(target, template, contract);
    this.transaction.fetchContract({ contract, templateId: template.id, interfaceId: target.id });
    return self;
  }

  exerciseTemplate(
    code: RunnableTypeScriptPackage,
    template: RunnableTypeScriptTemplate,
    contractId: ContractId,
    choice: string,
    argument: Value,
  ): Value {
    const contract = this.transaction.getContract(contractId);
    return this.#exerciseContract(code, template, contract, { choice, argument, byKey: false });
  }

  exerciseInterface(
    code: RunnableTypeScriptPackage,
    target: RunnableTypeScriptInterface,
    contractId: ContractId,
    choice: string,
    argument: Value,
  ): Value {
    const contract = this.transaction.getContract(contractId);
    const template = this.#implementingTemplate(target, contract);
    const self = this.#toInterfaceValue(target, template, contract);
    const on = { contract, template, interfaceId: target.id, self, code, byKey: false };
    return this.#performChoice(
      on,
      requireDeclaredChoice(target.declaration, choice, contract),
      argument,
    );
  }

  exerciseByKey(
    code: RunnableTypeScriptPackage,
    template: RunnableTypeScriptTemplate,
    key: Value,
    choice: string,
    argument: Value,
  ): Value {
    const contract = this.#findLatestWithKey(template, key);
    return this.#exerciseContract(code, template, contract, { choice, argument, byKey: true });
  }

  fetchByKey(
    template: RunnableTypeScriptTemplate,
    key: Value,
  ): { readonly contractId: ContractId; readonly payload: unknown } {
    const contract = this.#findLatestWithKey(template, key);
    return {
      contractId: contract.contractId,
      payload: this.#fetchContract(template, contract, true),
    };
  }

  lookupByKey(template: RunnableTypeScriptTemplate, key: Value): ContractId | undefined {
    const globalKey = this.#createGlobalKey(template, key);
    const [found] = this.transaction.lookupByKey({
      templateId: template.id,
      packageName: template.packageName,
      key: {
        value: key,
        hash: globalKey.hash,
        maintainers: createPartySet(this.#computeMaintainers(template, key)),
      },
      limit: 1,
    });
    return found?.contractId;
  }

  #exerciseContract(
    code: RunnableTypeScriptPackage,
    template: RunnableTypeScriptTemplate,
    contract: Contract,
    { choice, argument, byKey }: { choice: string; argument: Value; byKey: boolean },
  ): Value {
    const runnable = requireDeclaredChoice(template.declaration, choice, contract);
    const self = runnable.consuming
      ? this.#getPayload(template, contract)
      : this.#getCachedPayload(template, contract);
    return this.#performChoice({ contract, template, self, code, byKey }, runnable, argument);
  }

  #performChoice(target: ChoiceTarget, choice: RunnableTypeScriptChoice, argument: Value): Value {
    const { contract, template, interfaceId, self, code, byKey } = target;
    const name = `${splitTypeId(interfaceId ?? template.id).qualifiedName}:${choice.name}`;
    const given = choice.argument.decode(argument);
    const controllers = evaluateParties(`controllers of ${name}`, choice.controllers, self, given);
    const choiceObservers =
      choice.observers === undefined
        ? []
        : evaluateParties(`observers of ${name}`, choice.observers, self, given);
    this.transaction.beginExercise({
      contract,
      templateId: template.id,
      interfaceId,
      choice: choice.name,
      consuming: choice.consuming,
      argument,
      controllers,
      choiceObservers,
      byKey,
    });
    const result = this.execution.runBody(() =>
      encodeContractCodeReturnValue(
        name,
        choice.result,
        choice.body(this.#getContext(code), self, given, toTypedContractId(contract.contractId)),
      ),
    );
    this.transaction.endExercise(result);
    return result;
  }

  #fetchContract(
    template: RunnableTypeScriptTemplate,
    contract: Contract,
    byKey: boolean,
  ): unknown {
    const payload = this.#getCachedPayload(template, contract);
    this.transaction.fetchContract({ contract, templateId: template.id, byKey });
    return payload;
  }

  /** Returns the payload in the template's version, even if another version created the contract. */
  #getPayload(template: RunnableTypeScriptTemplate, contract: Contract): unknown {
    if (template.payloads.has(contract)) return template.payloads.get(contract);
    const { shapes } = this.transaction.packages.registry;
    return contract.templateId === template.id
      ? template.declaration.payload.decode(contract.argument)
      : runWithUncatchableErrors(() => upgradeContractPayload(template, contract, shapes));
  }

  /** Returns the payload and caches it, for a contract that may be used again. */
  #getCachedPayload(template: RunnableTypeScriptTemplate, contract: Contract): unknown {
    const { payloads } = template;
    if (payloads.has(contract)) return payloads.get(contract);
    const payload = this.#getPayload(template, contract);
    payloads.set(contract, payload);
    return payload;
  }

  #toInterfaceValue(
    target: RunnableTypeScriptInterface,
    template: RunnableTypeScriptTemplate,
    contract: Contract,
  ): unknown {
    return createInterfaceValue(
      template,
      target.declaration,
      this.#getCachedPayload(template, contract),
    );
  }

  /**
   * Returns the selected version of the contract's template, which must implement the interface. Raises
   * UNRESOLVED_PACKAGE_NAME, CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE.
   */
  #implementingTemplate(
    target: RunnableTypeScriptInterface,
    contract: Contract,
  ): RunnableTypeScriptTemplate {
    const { packageName, contractId, templateId } = contract;
    const preferred = this.transaction.packages.getPreferredPackage(packageName);
    const { qualifiedName } = splitTypeId(templateId);
    const template = findRunnableTypeScriptPackage(preferred)?.templates.get(
      `${preferred.packageId}:${qualifiedName}`,
    );
    if (template?.implements.has(target.id) === true) return template;
    throw interpretationError("CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE", {
      cause: `Contract ${contractId} of ${templateId} does not implement interface ${target.id}`,
      resources: [
        ["CONTRACT_ID", contractId],
        ["TEMPLATE_ID", templateId],
        ["INTERFACE_ID", target.id],
      ],
    });
  }

  /**
   * Returns the latest contract with the key. Raises CONTRACT_KEY_NOT_FOUND,
   * FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS.
   */
  #findLatestWithKey(template: RunnableTypeScriptTemplate, key: Value): Contract {
    const globalKey = this.#createGlobalKey(template, key);
    const named = { templateId: template.id, packageName: template.packageName };
    if (this.#computeMaintainers(template, key).length === 0) {
      throw emptyKeyMaintainersError("FETCH", named);
    }
    const [found] = this.transaction.contractsByKey(globalKey, 1);
    if (found === undefined) throw createContractKeyNotFoundError(named, template.formatKey(key));
    return found;
  }

  #computeMaintainers(template: RunnableTypeScriptTemplate, key: Value): readonly Party[] {
    return runWithUncatchableErrors(() => template.computeMaintainers(key));
  }

  #createGlobalKey(
    { id, keyType, packageName, name }: RunnableTypeScriptTemplate,
    key: Value,
  ): GlobalContractKey {
    if (keyType === undefined) {
      throw ledgerError("COMMAND_PREPROCESSING_FAILED", { cause: `${id} has no contract key.` });
    }
    const shape = this.transaction.packages.registry.shapes.of(keyType);
    const hash = computeContractKeyHash({ packageName, qualifiedName: name, key, shape });
    return { packageName, qualifiedName: name, hash };
  }

  #getContext(code: RunnableTypeScriptPackage): object {
    this.#contexts ??= new Map();
    let context = this.#contexts.get(code);
    if (context === undefined) {
      context = this.#createContext(this, code);
      this.#contexts.set(code, context);
    }
    return context;
  }
}

const evaluateParties = (
  what: string,
  code: ChoiceDeclaration["controllers"],
  self: unknown,
  argument: unknown,
): readonly Party[] =>
  runWithUncatchableErrors(() => requirePartiesFromContractCode(what, code(self, argument)));
