import { isLedgerError } from "../../../base/errors/ledger-error.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import { arePartySetsEqual, type PartySet } from "../../../base/model/party-set.ts";
import { areValuesEqual } from "../../../base/values/equal.ts";
import type { Type } from "../../../base/values/type.ts";
import type { Value } from "../../../base/values/value.ts";
import type { ContractPartiesAndKey } from "../../../contracts/engine/contract-engine.ts";
import type { Package } from "../../../contracts/engine/package.ts";
import type { TemplateSignature } from "../../../contracts/engine/package-signature.ts";
import type { PackageRegistry } from "../../../contracts/packages/registry.ts";
import { isContractIdAuthentic } from "../../../contracts/transaction/contract-id.ts";
import type { ContractUpgradeFailure, ContractUpgradeRule } from "./upgrade-report.ts";

/**
 * Checks whether contracts can be used with another version of their package. `registry` must have
 * both versions.
 */
export class ContractUpgradeChecker {
  readonly #next: Package;
  readonly #registry: PackageRegistry;

  constructor(next: Package, registry: PackageRegistry) {
    this.#next = next;
    this.#registry = registry;
  }

  /**
   * Returns the rules that the contract breaks, most basic first; empty if it can be used with the
   * new version.
   */
  findUpgradeFailures(contract: Contract): readonly ContractUpgradeFailure[] {
    const { qualifiedName } = splitTypeId(contract.templateId);
    const template = this.#next.templates.get(qualifiedName);
    if (template === undefined) {
      const message = `${this.#name} has no template ${qualifiedName}.`;
      return [this.#createUpgradeFailure(contract, "missingTemplate", { message })];
    }
    try {
      const { argument, terms } = this.#next.engine.convertToVersion(template.id, contract);
      const after = () => this.#encodeValue(template.payload, argument);
      if (terms === undefined) {
        const message = `The precondition of the contract's template does not hold in ${this.#name}.`;
        return [
          this.#createUpgradeFailure(contract, "precondition", {
            message,
            ...this.#createOldPayload(contract),
            after,
          }),
        ];
      }
      return [
        ...this.#findTermDifferences(contract, template, terms),
        ...this.#checkAuthentication(contract, template, { argument, after }),
      ];
    } catch (error) {
      if (!isLedgerError(error)) throw error;
      const rule = error.code.endsWith("_TRANSLATION_FAILED") ? "translation" : "evaluation";
      const message = error.details.cause;
      return [
        this.#createUpgradeFailure(contract, rule, {
          message,
          ...this.#createOldPayload(contract),
        }),
      ];
    }
  }

  get #name(): string {
    return `${this.#next.name} ${this.#next.version}`;
  }

  *#findTermDifferences(
    contract: Contract,
    template: TemplateSignature,
    { signatories, observers, key }: ContractPartiesAndKey,
  ): Iterable<ContractUpgradeFailure> {
    const parties = (rule: ContractUpgradeRule, before: PartySet, after: PartySet) => {
      if (arePartySetsEqual(before, after)) return [];
      const message = `The ${rule} of the contract would be different in ${this.#name}.`;
      return [
        this.#createUpgradeFailure(contract, rule, {
          message,
          before: () => before,
          after: () => after,
        }),
      ];
    };
    yield* parties("signatories", contract.signatories, signatories);
    yield* parties("observers", contract.observers, observers);
    if (!isSameKey(contract.key?.value, key?.value)) {
      yield this.#createUpgradeFailure(contract, "key", {
        message: `The key of the contract would be different in ${this.#name}.`,
        before: () => this.#encodeValue(this.#originalTemplate(contract)?.key, contract.key?.value),
        after: () => this.#encodeValue(template.key, key?.value),
      });
    }
    yield* parties("maintainers", contract.key?.maintainers ?? [], key?.maintainers ?? []);
  }

  *#checkAuthentication(
    contract: Contract,
    template: TemplateSignature,
    { argument, after }: { readonly argument: Value; readonly after: () => unknown },
  ): Iterable<ContractUpgradeFailure> {
    const { shapes } = this.#registry;
    const key = template.key && shapes.of(template.key);
    const read = { ...contract, argument };
    if (
      isContractIdAuthentic(read, { argument: shapes.of(template.payload), ...(key && { key }) })
    ) {
      return;
    }
    yield this.#createUpgradeFailure(contract, "authentication", {
      message: `The contract id does not match the content that the contract would have in ${this.#name}.`,
      ...this.#createOldPayload(contract),
      after,
    });
  }

  #originalTemplate({ templateId }: Contract): TemplateSignature | undefined {
    return this.#registry.template(templateId);
  }

  #createOldPayload(contract: Contract): { readonly before: () => unknown } {
    return {
      before: () => this.#encodeValue(this.#originalTemplate(contract)?.payload, contract.argument),
    };
  }

  #encodeValue(type: Type | undefined, value: Value | undefined): unknown {
    if (type === undefined || value === undefined) return undefined;
    return this.#registry.codec(type).encode(value);
  }

  #createUpgradeFailure(
    { contractId, templateId }: Contract,
    rule: ContractUpgradeRule,
    details: {
      readonly message: string;
      readonly before?: () => unknown;
      readonly after?: () => unknown;
    },
  ): ContractUpgradeFailure {
    const { packageId } = this.#next;
    const { message } = details;
    const [before, after] = [details.before?.(), details.after?.()];
    return { rule, contractId, templateId, packageId, message, before, after };
  }
}

const isSameKey = (left: Value | undefined, right: Value | undefined): boolean =>
  left === undefined || right === undefined ? left === right : areValuesEqual(left, right);
