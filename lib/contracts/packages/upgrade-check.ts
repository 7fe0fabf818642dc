import {
  type QualifiedName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { DataDefinition, Field, RecordDefinition, Type } from "../../base/values/type.ts";
import type { Package } from "../engine/package.ts";
import type { ChoiceSignature, TemplateSignature } from "../engine/package-signature.ts";
import {
  constructorFieldsRolePrefix,
  type DataTypeRoles,
  findDataTypeRoles,
} from "./data-type-roles.ts";
import { comparePackageVersions } from "./package-version.ts";
import type { PackageRegistry } from "./registry.ts";

/**
 * Returns the reason why `next` is not a valid upgrade of `previous`, with the name of the broken
 * rule (daml-lf.md 18.2); undefined if the upgrade is valid. Does not compare the code of
 * signatories, observers and choices: the ledger checks each contract when it is used. `packages`
 * provides the names and versions of the packages that `previous` and `next` refer to. Linear in
 * the size of both signatures.
 */
export const findUpgradeProblem = (
  previous: Package,
  next: Package,
  packages: PackageRegistry,
): string | undefined => {
  const [first] = new UpgradeCheck(previous, next, packages).findProblems();
  return first;
};

/** Returns all problems; {@link findUpgradeProblem} returns the first. */
export const findUpgradeProblems = (
  previous: Package,
  next: Package,
  packages: PackageRegistry,
): readonly string[] => [...new UpgradeCheck(previous, next, packages).findProblems()];

/**
 * Names of the type parameters of the definition that contains a type, in the old and in the new
 * version.
 */
interface TypeParameterNames {
  readonly previous: readonly string[];
  readonly next: readonly string[];
}

const noTypeParameters: TypeParameterNames = { previous: [], next: [] };

class UpgradeCheck {
  readonly #previous: Package;
  readonly #next: Package;
  readonly #packages: PackageRegistry;
  readonly #roles: { readonly before: DataTypeRoles; readonly after: DataTypeRoles };

  constructor(previous: Package, next: Package, packages: PackageRegistry) {
    this.#previous = previous;
    this.#next = next;
    this.#packages = packages;
    this.#roles = { before: findDataTypeRoles(previous), after: findDataTypeRoles(next) };
  }

  *findProblems(): Iterable<string> {
    yield* this.#checkLanguage();
    for (const name of this.#previous.modules ?? []) {
      if (this.#next.modules?.has(name) === false) {
        yield `it lacks the module ${name} (MissingModule)`;
      }
    }
    for (const [name, template] of this.#previous.templates) {
      const upgraded = this.#next.templates.get(name);
      if (upgraded === undefined) yield `it lacks the template ${name} (MissingTemplate)`;
      else yield* this.#checkTemplate(name, template, upgraded);
    }
    // Exceptions may be added, changed and removed.
    for (const [name, definition] of this.#previous.dataTypes) {
      if (this.#previous.exceptions?.has(name) === true) continue;
      const isException = this.#next.exceptions?.has(name) === true;
      const upgraded = isException ? undefined : this.#next.dataTypes.get(name);
      if (upgraded === undefined) yield `it lacks the data type ${name} (MissingDataCon)`;
      else yield* this.#checkDataType(name, definition, upgraded);
    }
    yield* this.#checkRoles();
  }

  *#checkLanguage(): Iterable<string> {
    const [before, after] = [this.#previous.language, this.#next.language];
    const isLf = /^\d+(?:\.\d+)*$/;
    if (isLf.test(before) && isLf.test(after)) {
      if (comparePackageVersions(after, before) >= 0) return;
      yield `it goes back from Daml-LF ${before} to ${after} (DecreasingLfVersion)`;
    } else if (before !== after) {
      yield `it is written in ${after} and no longer in ${before}`;
    }
  }

  *#checkTemplate(
    name: QualifiedName,
    previous: TemplateSignature,
    next: TemplateSignature,
  ): Iterable<string> {
    yield* this.#checkKey(name, previous.key, next.key);
    for (const [choice, signature] of previous.choices) {
      const upgraded = next.choices.get(choice);
      if (upgraded === undefined) yield `${name} lacks the choice ${choice} (MissingChoice)`;
      else yield* this.#checkChoice(`${choice} of ${name}`, signature, upgraded);
    }
    for (const implemented of previous.implements) {
      if (next.implements.has(implemented)) continue;
      yield `${name} no longer implements ${implemented} (MissingImplementation)`;
    }
  }

  *#checkKey(
    name: QualifiedName,
    previous: Type | undefined,
    next: Type | undefined,
  ): Iterable<string> {
    if (previous === undefined && next === undefined) return;
    if (previous === undefined) {
      yield `${name} gains a key (TemplateAddedKey)`;
    } else if (next === undefined) {
      yield `${name} loses its key (TemplateRemovedKey)`;
    } else if (!this.#isCompatible(previous, next)) {
      yield `${name} has another type of key (TemplateChangedKeyType)`;
    }
  }

  *#checkChoice(what: string, previous: ChoiceSignature, next: ChoiceSignature): Iterable<string> {
    if (!this.#isCompatible(previous.result, next.result)) {
      yield `the choice ${what} returns another type (ChoiceChangedReturnType)`;
    }
    // Named data types are compared elsewhere, once for all choices that use them.
    const areNamed = previous.argument.kind === "named" && next.argument.kind === "named";
    if (!areNamed && !this.#isCompatible(previous.argument, next.argument)) {
      yield `the choice ${what} takes another type (RecordFieldsExistingChanged)`;
    }
  }

  *#checkDataType(
    name: QualifiedName,
    previous: DataDefinition,
    next: DataDefinition,
  ): Iterable<string> {
    if (previous.kind !== next.kind) {
      yield `${name} is a ${next.kind} and no longer a ${previous.kind} (MismatchDataConsVariety)`;
      return;
    }
    if (previous.kind === "enum" && next.kind === "enum") {
      yield* checkOldNamesFirst(name, previous.constructors, next.constructors, enumUpgradeErrors);
      return;
    }
    if (previous.kind === "enum" || next.kind === "enum") return;
    const binders = { previous: previous.parameters, next: next.parameters };
    if (binders.previous.length !== binders.next.length) {
      yield `${name} has another number of parameters (DifferentParamsCount)`;
    } else if (previous.kind === "record" && next.kind === "record") {
      yield* this.#checkRecord(name, previous, next);
    } else if (previous.kind === "variant" && next.kind === "variant") {
      yield* checkOldNamesFirst(
        name,
        listFieldNames(previous.constructors),
        listFieldNames(next.constructors),
        variantUpgradeErrors,
      );
      yield* this.#checkFieldTypes(name, previous.constructors, next.constructors, {
        binders,
        rule: "VariantChangedVariantType",
      });
    }
  }

  *#checkRecord(
    name: QualifiedName,
    previous: RecordDefinition,
    next: RecordDefinition,
  ): Iterable<string> {
    yield* checkOldNamesFirst(
      name,
      listFieldNames(previous.fields),
      listFieldNames(next.fields),
      recordUpgradeErrors,
    );
    yield* this.#checkFieldTypes(name, previous.fields, next.fields, {
      binders: { previous: previous.parameters, next: next.parameters },
      rule: "RecordFieldsExistingChanged",
    });
    for (const field of next.fields.slice(previous.fields.length)) {
      if (field.type.kind === "optional") continue;
      const isOfConstructor =
        this.#roles.after.get(name)?.startsWith(constructorFieldsRolePrefix) === true;
      const rule = isOfConstructor ? "VariantAddedVariantField" : "RecordFieldsNewNonOptional";
      yield `the new field ${field.name} of ${name} is not Optional (${rule})`;
    }
  }

  *#checkFieldTypes(
    name: QualifiedName,
    previous: readonly Field[],
    next: readonly Field[],
    { binders, rule }: { readonly binders: TypeParameterNames; readonly rule: string },
  ): Iterable<string> {
    for (const [index, field] of previous.entries()) {
      const upgraded = next[index];
      if (upgraded === undefined || this.#isCompatible(field.type, upgraded.type, binders)) {
        continue;
      }
      yield `${field.name} of ${name} has another type (${rule})`;
    }
  }

  /**
   * Yields a problem for each data type that no longer has the same role, such as payload or choice
   * argument.
   */
  *#checkRoles(): Iterable<string> {
    const { before, after } = this.#roles;
    for (const name of this.#previous.dataTypes.keys()) {
      if (before.get(name) === after.get(name)) continue;
      yield `${name} has another role (RecordChangedOrigin)`;
    }
  }

  /**
   * Returns true if both types have the same structure. Named types must have the same name, and the
   * version of their package must not decrease.
   */
  #isCompatible(
    previous: Type,
    next: Type,
    binders: TypeParameterNames = noTypeParameters,
  ): boolean {
    const both = (left: Type, right: Type): boolean => this.#isCompatible(left, right, binders);
    switch (previous.kind) {
      case "unit":
      case "bool":
      case "int64":
      case "text":
      case "timestamp":
      case "date":
      case "party":
        return next.kind === previous.kind;
      case "contractId":
        return (
          next.kind === "contractId" &&
          (previous.target === undefined ||
            next.target === undefined ||
            both(previous.target, next.target))
        );
      case "numeric":
        return next.kind === "numeric" && next.scale === previous.scale;
      case "optional":
      case "list":
      case "textMap":
        return next.kind === previous.kind && both(previous.element, next.element);
      case "genMap":
        return (
          next.kind === "genMap" && both(previous.key, next.key) && both(previous.value, next.value)
        );
      case "variable":
        return (
          next.kind === "variable" &&
          binders.previous.indexOf(previous.name) === binders.next.indexOf(next.name)
        );
      case "named":
        return (
          next.kind === "named" &&
          this.#isSameOrNewer(previous.id, next.id) &&
          previous.arguments.length === next.arguments.length &&
          previous.arguments.every((argument, index) => {
            const upgraded = next.arguments[index];
            return upgraded !== undefined && both(argument, upgraded);
          })
        );
    }
  }

  #isSameOrNewer(previous: TypeId, next: TypeId): boolean {
    if (previous === next) return true;
    const [before, after] = [splitTypeId(previous), splitTypeId(next)];
    if (before.qualifiedName !== after.qualifiedName) return false;
    const [older, newer] = [
      this.#findPackage(before.packageId),
      this.#findPackage(after.packageId),
    ];
    if (older === undefined || newer === undefined) return false;
    return older.name === newer.name && comparePackageVersions(older.version, newer.version) <= 0;
  }

  #findPackage(packageId: string): Package | undefined {
    const own = [this.#previous, this.#next].find((each) => each.packageId === packageId);
    return own ?? this.#packages.get(packageId);
  }
}

const recordUpgradeErrors = {
  removed: "RecordFieldsMissing",
  reordered: "RecordFieldsOrderChanged",
};
const variantUpgradeErrors = {
  removed: "VariantRemovedVariant",
  reordered: "VariantVariantsOrderChanged",
};
const enumUpgradeErrors = { removed: "EnumRemovedVariant", reordered: "EnumVariantsOrderChanged" };

/** Yields a problem unless the new list begins with all old names in their old order. */
function* checkOldNamesFirst(
  name: QualifiedName,
  previous: readonly string[],
  next: readonly string[],
  rules: { readonly removed: string; readonly reordered: string },
): Iterable<string> {
  const removed = previous.find((each) => !next.includes(each));
  if (removed !== undefined) yield `${name} lacks ${removed} (${rules.removed})`;
  const moved = previous.find((each, index) => next[index] !== each);
  if (moved !== undefined) yield `${moved} of ${name} is in another place (${rules.reordered})`;
}

const listFieldNames = (fields: readonly Field[]): readonly string[] =>
  fields.map(({ name }) => name);
