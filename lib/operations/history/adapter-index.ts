import { type PackageName, splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import type { Transaction } from "../../base/model/node.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { CoinContractMatcher, CoinHistoryRule, HistoryAdapter } from "./history-rules.ts";
import { toPackageNameTypeReferenceOfTemplate } from "./transaction-for-history-rules.ts";

/**
 * An adapter with its rules indexed by choice and its coins by template. Created once per ledger.
 */
export class HistoryAdapterIndex {
  readonly adapter: HistoryAdapter;
  readonly #rules = new Map<string, CoinHistoryRule[]>();
  /** Coin templates of each template seen so far. The interfaces of a template never change. */
  readonly #coinTemplates = new Map<TypeId, readonly CoinContractMatcher[]>();

  constructor(adapter: HistoryAdapter) {
    this.adapter = adapter;
    for (const rule of adapter.rules) {
      const rules = this.#rules.get(rule.match.choice) ?? [];
      this.#rules.set(rule.match.choice, [...rules, rule]);
    }
  }

  /** Returns the rules for a choice, in the adapter's order. */
  getHistoryRulesForChoice(choice: string): readonly CoinHistoryRule[] {
    return this.#rules.get(choice) ?? [];
  }

  /** Returns the coin templates that apply to contracts of this template. */
  coinTemplates(
    templateId: TypeId,
    packageName: PackageName,
    packages: PackageRegistry,
  ): readonly CoinContractMatcher[] {
    let found = this.#coinTemplates.get(templateId);
    if (found === undefined) {
      const names = new Set([
        toPackageNameTypeReferenceOfTemplate(packageName, templateId),
        ...interfaceNames(templateId, packages),
      ]);
      found = (this.adapter.coins ?? []).filter(({ id }) => names.has(id));
      this.#coinTemplates.set(templateId, found);
    }
    return found;
  }

  /**
   * Returns true if the transaction may have history: it has a choice with a rule, or coins that
   * must be explained. O(nodes).
   */
  mayHaveHistory({ nodes }: Transaction, packages: PackageRegistry): boolean {
    const { coins = [], onUnmatched = "ignore" } = this.adapter;
    const watchesCoins = coins.length > 0 && onUnmatched !== "ignore";
    return nodes.some((node) => {
      if (node.kind === "exercise") {
        return (
          this.#rules.has(node.choice) ||
          (watchesCoins &&
            node.consuming &&
            this.coinTemplates(node.templateId, node.packageName, packages).length > 0)
        );
      }
      if (node.kind !== "create" || !watchesCoins) return false;
      const { templateId, packageName } = node.contract;
      return this.coinTemplates(templateId, packageName, packages).length > 0;
    });
  }
}

const interfaceNames = (templateId: TypeId, packages: PackageRegistry): readonly string[] =>
  [...(packages.template(templateId)?.implements ?? [])].map((id) =>
    toPackageNameTypeReferenceOfTemplate(packages.get(splitTypeId(id).packageId)?.name ?? "", id),
  );
