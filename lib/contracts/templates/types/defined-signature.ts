import {
  createTypeId,
  type PackageId,
  type TypeId,
} from "../../../base/identifiers/identifiers.ts";
import type {
  ChoiceSignature,
  InterfaceSignature,
  PackageSignature,
  TemplateSignature,
} from "../../engine/package-signature.ts";
import { DataTypeCollector } from "./data-type-collector.ts";
import {
  archiveChoiceArgumentType,
  type InterfaceDeclaration,
  type TemplateDeclaration,
  type TemplateOrInterfaceDeclaration,
} from "./declaration.ts";
import type { TypeIdAssigner } from "./descriptor.ts";
import { Unit } from "./scalars.ts";

export interface PackageDeclarations {
  readonly templates: readonly TemplateDeclaration[];
  readonly interfaces: readonly InterfaceDeclaration[];
  /** Ids of interfaces that other packages define. */
  readonly foreign: ReadonlyMap<InterfaceDeclaration, TypeId>;
}

/** The part of a package signature that is derived from the package's definitions. */
export type DefinedPackageSignature = Pick<
  PackageSignature,
  "templates" | "interfaces" | "dataTypes"
>;

/**
 * Returns the signature of a package with the id `packageId`. It defines every data type that the
 * package uses. Raises INVALID_ARGUMENT if two data types have the same name.
 */
export const deriveSignatureFromDeclarations = (
  { templates, interfaces, foreign }: PackageDeclarations,
  packageId: PackageId,
): DefinedPackageSignature => {
  const scope = new DataTypeCollector(({ name }) => createTypeId(packageId, name));
  const interfaceId = (declaration: InterfaceDeclaration): TypeId =>
    foreign.get(declaration) ?? createTypeId(packageId, declaration.qualifiedName);
  return {
    templates: new Map(
      templates.map((declaration) => [
        declaration.qualifiedName,
        createTemplateSignature(declaration, packageId, scope, interfaceId),
      ]),
    ),
    interfaces: new Map(
      interfaces.map((declaration) => [
        declaration.qualifiedName,
        createInterfaceSignature(declaration, packageId, scope, interfaceId),
      ]),
    ),
    dataTypes: scope.listDefinitions(),
  };
};

type InterfaceIds = (declaration: InterfaceDeclaration) => TypeId;

const createTemplateSignature = (
  declaration: TemplateDeclaration,
  packageId: PackageId,
  scope: TypeIdAssigner,
  interfaceId: InterfaceIds,
): TemplateSignature => ({
  id: createTypeId(packageId, declaration.qualifiedName),
  payload: declaration.payload.typeIn(scope),
  ...(declaration.key && { key: declaration.key.type.typeIn(scope) }),
  choices: createChoiceSignatures(declaration, scope),
  implements: new Set([...declaration.implementations.keys()].map(interfaceId)),
});

const createInterfaceSignature = (
  declaration: InterfaceDeclaration,
  packageId: PackageId,
  scope: TypeIdAssigner,
  interfaceId: InterfaceIds,
): InterfaceSignature => ({
  id: createTypeId(packageId, declaration.qualifiedName),
  view: declaration.view.typeIn(scope),
  choices: createChoiceSignatures(declaration, scope),
  requires: new Set(declaration.requires.map(interfaceId)),
});

const createChoiceSignatures = (
  { choices }: TemplateOrInterfaceDeclaration,
  scope: TypeIdAssigner,
): ReadonlyMap<string, ChoiceSignature> =>
  new Map(
    [...choices.values(), archiveChoice].map(({ name, consuming, argument, result }) => [
      name,
      { name, consuming, argument: argument.typeIn(scope), result: result.typeIn(scope) },
    ]),
  );

const archiveChoice = {
  name: "Archive",
  consuming: true,
  argument: archiveChoiceArgumentType,
  result: Unit,
};
