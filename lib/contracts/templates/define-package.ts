import { markObjectFromThisLibraryCopy } from "../../base/errors/copies.ts";
import { type LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import {
  anyValueCheck,
  createObjectValuesCheck,
  type OptionChecks,
  requireOptionsPresent,
  requireWellFormedOptions,
} from "../../base/errors/options.ts";
import {
  describeGrammarMismatch,
  matchesGrammar,
  packageNameGrammar,
  packageVersionGrammar,
} from "../../base/identifiers/identifier-syntax.ts";
import {
  createTypeId,
  type PackageName,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { Package } from "../engine/package.ts";
import { createTransactionContext } from "./create-transaction-context.ts";
import {
  findRegisteredInterfaceId,
  registerPackageInterfaces,
} from "./run/registered-interfaces.ts";
import {
  registerRunnableTypeScriptPackage,
  type RunnableTypeScriptPackage,
} from "./run/runnable-typescript-package.ts";
import { RunnableTypeScriptTemplate } from "./run/runnable-typescript-template.ts";
import { TypeScriptTemplateEngine } from "./run/typescript-engine.ts";
import {
  getInterfaceDeclaration,
  getTemplateDeclaration,
  type InterfaceDeclaration,
  type TemplateDeclaration,
  type TemplateOrInterfaceDeclaration,
} from "./types/declaration.ts";
import {
  type DefinedPackageSignature,
  deriveSignatureFromDeclarations,
  type PackageDeclarations,
} from "./types/defined-signature.ts";
import type { NoFields } from "./types/descriptor.ts";
import { computePackageIdFromSignature } from "./types/package-hash.ts";
import { bindDeclarationToPackageName } from "./types/package-names.ts";

/** Argument of `definePackage`: name, version, templates, interfaces. */
export interface PackageSpecification<T, I> {
  /** Letters, digits, `-` and `_`. */
  readonly name: PackageName;
  /**
   * Dotted decimal version. A ledger can contain several versions of a package, and one version can
   * use contracts of another.
   */
  readonly version: string;
  /** The templates. Each becomes a property of the package under the same name. */
  readonly templates?: T;
  readonly interfaces?: I;
}

const definitionListCheck = createObjectValuesCheck("templates and interfaces", anyValueCheck);
const packageChecks: OptionChecks<PackageSpecification<unknown, unknown>> = {
  name: anyValueCheck,
  version: anyValueCheck,
  templates: definitionListCheck,
  interfaces: definitionListCheck,
};

/**
 * Defines a package of templates and interfaces. Pass it to `createLedger({ packages: [iou] })`; the
 * templates are its properties: `iou.Iou.create(…)`. Its id is a hash of name, version and signature.
 *
 * A template may belong to several versions of one package. Interfaces of other packages must already be
 * part of a package. Raises INVALID_ARGUMENT for malformed or duplicate names, for choices without code,
 * and for templates that do not implement a required interface.
 */
export const definePackage = <
  T extends Readonly<Record<string, object>> = NoFields,
  I extends Readonly<Record<string, object>> = NoFields,
>(
  specification: PackageSpecification<T, I>,
): Package & T & I => {
  requireWellFormedOptions(specification, packageChecks);
  requireOptionsPresent({ ...specification }, ["name", "version"]);
  const { name, version, templates, interfaces } = specification;
  if (!matchesGrammar(packageNameGrammar, name)) {
    throw packageDefinitionError(name, describeGrammarMismatch(packageNameGrammar, name));
  }
  if (!matchesGrammar(packageVersionGrammar, version)) {
    throw packageDefinitionError(name, describeGrammarMismatch(packageVersionGrammar, version));
  }
  const declared = collectDeclarations(name, templates ?? {}, interfaces ?? {});
  const packageId = computePackageIdFromSignature(
    name,
    version,
    deriveSignatureFromDeclarations(declared, ""),
  );
  const signature = deriveSignatureFromDeclarations(declared, packageId);
  const compiled = compilePackage(name, packageId, declared, signature);
  const engine = new TypeScriptTemplateEngine(compiled, createTransactionContext);
  registerPackageInterfaces(compiled);
  const dependencies = [...declared.foreign.values()].map((id) => splitTypeId(id).packageId);
  const defined: Package = {
    packageId,
    name,
    version,
    language: "typescript",
    dependencies: [...new Set(dependencies)],
    ...signature,
    engine,
  };
  const whole = mergeDefinitions(defined, { ...templates, ...interfaces }) as Package & T & I;
  registerRunnableTypeScriptPackage(whole, compiled);
  markObjectFromThisLibraryCopy(whole);
  return Object.freeze(whole);
};

const collectDeclarations = (
  name: PackageName,
  templates: Readonly<Record<string, object>>,
  interfaces: Readonly<Record<string, object>>,
): PackageDeclarations => {
  const declared = {
    templates: Object.values(templates).map(getTemplateDeclaration),
    interfaces: Object.values(interfaces).map(getInterfaceDeclaration),
  };
  const all: readonly TemplateOrInterfaceDeclaration[] = [
    ...declared.templates,
    ...declared.interfaces,
  ];
  assertDifferentNames(name, all);
  all.forEach((declaration) => assertImplemented(name, declaration));
  declared.templates.forEach((template) => assertRequirements(name, template));
  const foreign = collectForeignInterfaces(name, declared);
  all.forEach((declaration) => bindDeclarationToPackageName(declaration, name));
  return { ...declared, foreign };
};

const assertDifferentNames = (
  name: PackageName,
  all: readonly TemplateOrInterfaceDeclaration[],
): void => {
  const names = all.map((declaration) => declaration.qualifiedName);
  const repeated = names.find((candidate, index) => names.indexOf(candidate) !== index);
  if (repeated !== undefined) {
    throw packageDefinitionError(name, `it has two definitions with the name ${repeated}.`);
  }
};

const assertImplemented = (
  name: PackageName,
  declaration: TemplateOrInterfaceDeclaration,
): void => {
  const missing = [...declaration.choices.keys()].filter(
    (choice) => declaration.findBody(choice) === undefined,
  );
  if (missing.length > 0) {
    throw packageDefinitionError(
      name,
      `${declaration.qualifiedName} has no code for ${missing.join(", ")}; call its implement().`,
    );
  }
};

const assertRequirements = (name: PackageName, template: TemplateDeclaration): void => {
  for (const { qualifiedName, requires } of template.implementations.keys()) {
    const missing = requires.find((required) => !template.implementations.has(required));
    if (missing !== undefined) {
      throw packageDefinitionError(
        name,
        `${template.qualifiedName} implements ${qualifiedName}, which requires ${missing.qualifiedName}.`,
      );
    }
  }
};

const collectForeignInterfaces = (
  name: PackageName,
  { templates, interfaces }: Omit<PackageDeclarations, "foreign">,
): ReadonlyMap<InterfaceDeclaration, TypeId> => {
  const mentioned = [
    ...templates.flatMap(({ implementations }) => [...implementations.keys()]),
    ...interfaces.flatMap(({ requires }) => requires),
  ];
  const foreign = mentioned.filter((declaration) => !interfaces.includes(declaration));
  return new Map(
    foreign.map((declaration) => [declaration, requireForeignInterfaceId(name, declaration)]),
  );
};

const requireForeignInterfaceId = (
  name: PackageName,
  declaration: InterfaceDeclaration,
): TypeId => {
  const home = findRegisteredInterfaceId(declaration);
  if (home === undefined) {
    throw packageDefinitionError(
      name,
      `${declaration.qualifiedName} does not belong to a package; list it among the interfaces of this package.`,
    );
  }
  return home;
};

const compilePackage = (
  name: PackageName,
  packageId: string,
  { templates, interfaces, foreign }: PackageDeclarations,
  signature: DefinedPackageSignature,
): RunnableTypeScriptPackage => {
  const interfaceOf = new Map(
    interfaces.map((declaration) => [
      declaration,
      { declaration, id: createTypeId(packageId, declaration.qualifiedName) },
    ]),
  );
  const idOf = (declaration: InterfaceDeclaration): TypeId =>
    foreign.get(declaration) ?? createTypeId(packageId, declaration.qualifiedName);
  const templateOf = new Map<TemplateDeclaration, RunnableTypeScriptTemplate>();
  for (const declaration of templates) {
    const known = signature.templates.get(declaration.qualifiedName);
    if (known === undefined) continue;
    const implementing = [...declaration.implementations.keys()];
    templateOf.set(
      declaration,
      new RunnableTypeScriptTemplate({
        id: known.id,
        packageName: name,
        declaration,
        payloadType: known.payload,
        keyType: known.key,
        implements: new Map(implementing.map((of) => [idOf(of), of])),
      }),
    );
  }
  return {
    packageId,
    name,
    templateOf,
    interfaceOf,
    templates: compareById(templateOf.values()),
    interfaces: compareById(interfaceOf.values()),
  };
};

const compareById = <Compiled extends { readonly id: TypeId }>(
  all: Iterable<Compiled>,
): ReadonlyMap<TypeId, Compiled> => new Map(Array.from(all, (one) => [one.id, one]));

const mergeDefinitions = (
  defined: Package,
  definitions: Readonly<Record<string, object>>,
): object => {
  const taken = Object.keys(definitions).find((key) => key in defined);
  if (taken !== undefined) {
    throw packageDefinitionError(
      defined.name,
      `"${taken}" is a property of every package; rename the definition.`,
    );
  }
  return { ...defined, ...definitions };
};

const packageDefinitionError = (name: PackageName, why: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", { cause: `Package ${name} cannot be defined: ${why}` });
