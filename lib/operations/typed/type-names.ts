import {
  splitTypeId,
  type TypeId,
  type TypeReference,
} from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { Fields } from "../../contracts/templates/types/descriptor.ts";
import type { RecordDescriptor } from "../../contracts/templates/types/record-type.ts";

/** The name of a template or interface that the program declares. */
export interface TypeName<Name extends string> {
  readonly qualifiedName: Name;
  readonly reference: TypeReference;
}

/** A template, read with its payload, or an interface, read with its view. */
export type ReadableContractType<Name extends string, F extends Fields> = TypeName<Name> &
  ({ readonly payload: RecordDescriptor<F> } | { readonly view: RecordDescriptor<F> });

/** Returns true if the reference (by package name) refers to the type. */
export const matchesTypeReference = (
  id: TypeId,
  reference: TypeReference,
  packages: PackageRegistry,
): boolean => {
  const { packageId, qualifiedName } = splitTypeId(id);
  const wanted = splitTypeId(reference);
  if (wanted.qualifiedName !== qualifiedName) return false;
  return wanted.packageId === `#${packages.get(packageId)?.name ?? packageId}`;
};

/** Returns true if the reference names the template, or an interface that it implements. */
export const isTemplateOrItsInterface = (
  templateId: TypeId,
  reference: TypeReference,
  packages: PackageRegistry,
): boolean => {
  if (matchesTypeReference(templateId, reference, packages)) return true;
  for (const interfaceId of packages.template(templateId)?.implements ?? []) {
    if (matchesTypeReference(interfaceId, reference, packages)) return true;
  }
  return false;
};
